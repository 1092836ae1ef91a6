import { adminHref } from '#admin-pages.ts'
import { decisionWord } from '#domain/appeals.ts'
import { pastEvents } from '#features/concerns/case-steps.ts'
import { AdminHistory } from '#ui/admin-history.tsx'
import { AdminNotice, type AdminSays } from '#ui/admin-notice.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button } from '#ui/button.tsx'
import { RadioGroup } from '#ui/choices.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { problemOf } from '#wire/form.ts'
import { definePage } from '#wire/page.ts'
import { appealLimits, appealOutcomes, appealStates, upheldEffects } from './rules.ts'
import type { AdminAppealData, AppealNotice } from './state.ts'

export const page = definePage<AdminAppealData>({
  Component: AdminAppealPage,
  meta: ({ reference }) => ({ title: `Appeal ${reference}` }),
})

type Given = { data: AdminAppealData }

const notices: Record<AppealNotice, AdminSays> = {
  taken: { tone: 'success', title: 'You are now hearing this appeal' },
  noted: { tone: 'success', title: 'The note was saved' },
  settled: { tone: 'success', title: 'The appeal has ended' },
  'moved-on': { tone: 'warning', title: 'Nothing was changed: the appeal has changed since you opened this page' },
  'had-part': { tone: 'warning', title: 'You took part in the decision, so someone else must hear this appeal' },
  'not-yours': { tone: 'warning', title: 'Nothing was decided: someone else is hearing this appeal' },
  'not-possible': {
    tone: 'warning',
    title: 'Nothing was decided: the decision has changed',
    text: 'The decision is no longer the one that was appealed against, or another assessment is open. Check it, then decide.',
  },
}

function AdminAppealPage({ data }: Given) {
  const { reference, state, notice, form, reasons } = data
  return (
    <>
      <Breadcrumb crumbs={[{ label: 'Appeals', href: adminHref('adminAppeals') }, { label: reference }]} />
      <div className="mt-6 flex flex-wrap items-start justify-between gap-4">
        <PageHeading eyebrow="Appeal">
          <span className="figures">{reference}</span>
        </PageHeading>
        <Badge tone={appealStates[state].tone}>{appealStates[state].label}</Badge>
      </div>
      <AdminNotice says={notice && notices[notice]} />
      <div className="mt-6">
        <ErrorSummary problems={form.problems} />
      </div>
      <div className="mt-6 grid gap-12 xl:grid-cols-[minmax(0,1fr)_22rem] items-start">
        <div className="flex flex-col gap-10 min-w-0">
          <Facts data={data} />
          {reasons === null && <Hearing data={data} />}
          {reasons !== null && (
            <section aria-labelledby="outcome">
              <h2 id="outcome" className="mb-3 text-xl">
                {appealStates[state].label}
              </h2>
              <p className="max-w-prose whitespace-pre-line break-words">{reasons}</p>
            </section>
          )}
        </div>
        <AdminHistory events={pastEvents(data.steps)}>
          <div className="mt-6">
            <NoteForm data={data} />
          </div>
        </AdminHistory>
      </div>
    </>
  )
}

function Facts({ data }: Given) {
  const { application, entry, may, decision, against, participants } = data
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="mb-3 text-xl">
        What it is against
      </h2>
      <DescriptionList
        items={[
          { term: 'Decision', details: decisionWord(against) },
          { term: 'Decided', details: <AdminTime at={decision.at} /> },
          { term: 'Reason', details: decision.reason },
          { term: 'Had a part', details: participants.join(', ') || 'No one in the admin area' },
          { term: 'Event', details: application.title },
          { term: 'Organisation', details: application.organisation },
          {
            term: 'Application',
            details: may.review ? (
              <a href={adminHref('review', { id: application.id })}>{application.reference}</a>
            ) : (
              application.reference
            ),
          },
          {
            term: 'Assessment',
            details: data.assessmentId && may.assess && (
              <a href={adminHref('assessment', { id: data.assessmentId })}>As it was decided</a>
            ),
          },
          {
            term: 'Entry',
            details:
              entry &&
              (may.register ? <a href={adminHref('adminEntry', { id: entry.id })}>{entry.number}</a> : entry.number),
          },
          { term: 'Appeal received', details: <AdminTime at={data.receivedAt} /> },
          { term: 'Heard by', details: data.heardBy?.name ?? 'Nobody yet' },
        ]}
      />
      <h3 className="mt-6">Why the applicant says it is wrong</h3>
      <p className="mt-2 max-w-prose whitespace-pre-line break-words">
        {data.grounds || 'Erased at the request of the person it was about.'}
      </p>
    </section>
  )
}

function Hearing({ data }: Given) {
  const { id, hadPart, isMine, heardBy } = data
  if (hadPart) {
    return (
      <Notice tone="info" title="Someone else must hear this appeal">
        <p>You took part in a decision on this application, or declared a conflict of interest.</p>
      </Notice>
    )
  }
  if (isMine) return <SettleForm data={data} />
  return (
    <form method="post" action={adminHref('adminAppeal', { id })} className="flex flex-col gap-4 max-w-form">
      <input type="hidden" name="intent" value="take" />
      <p>
        {heardBy
          ? `${heardBy.name} is hearing this appeal. You can take it over.`
          : 'No one is hearing this appeal yet.'}
      </p>
      <Button type="submit" variant={heardBy ? 'quiet' : 'action'} className="self-start">
        {heardBy ? 'Take it over' : 'Hear this appeal'}
      </Button>
    </form>
  )
}

function SettleForm({ data: { id, against, form } }: Given) {
  return (
    <form
      method="post"
      action={adminHref('adminAppeal', { id })}
      noValidate
      key={JSON.stringify(form.problems)}
      className="flex flex-col gap-4 max-w-form"
    >
      <h2 className="text-xl">Decide</h2>
      <input type="hidden" name="intent" value="settle" />
      <RadioGroup
        name="outcome"
        label="How does the appeal end?"
        defaultValue={form.typed.outcome}
        error={problemOf(form.problems, 'outcome')}
        choices={Object.entries(appealOutcomes).map(([value, label]) => ({
          value,
          label,
          hint: value === 'upheld' ? upheldEffects[against] : 'The decision does not change.',
        }))}
      />
      <TextArea
        name="reasons"
        label="Reasons"
        hint="We email them to the applicant as you write them. They stay on the record."
        rows={6}
        maxLength={appealLimits.reasons}
        defaultValue={form.typed.reasons ?? ''}
        error={problemOf(form.problems, 'reasons')}
      />
      <Button type="submit" className="self-start">
        End this appeal
      </Button>
    </form>
  )
}

function NoteForm({ data: { id, form } }: Given) {
  return (
    <form method="post" action={adminHref('adminAppeal', { id })} noValidate className="flex flex-col gap-4">
      <input type="hidden" name="intent" value="note" />
      <TextArea
        name="note"
        label="Note"
        hint="Only staff can see this."
        rows={3}
        maxLength={appealLimits.note}
        defaultValue={form.typed.note ?? ''}
        error={problemOf(form.problems, 'note')}
      />
      <Button type="submit" variant="quiet" className="self-start">
        Save note
      </Button>
    </form>
  )
}
