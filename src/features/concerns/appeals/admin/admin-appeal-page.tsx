import { adminHref } from '#admin-pages.ts'
import { decisionWord } from '#domain/appeals.ts'
import { CaseForm, CaseHistory } from '#features/concerns/case-history.tsx'
import type { PageData } from '#page/page.ts'
import { AdminTime } from '#ui/admin-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Outcome } from '#ui/form.tsx'
import { ChoiceField } from '#ui/form-choices.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import { appealOutcomes, appealStates, upheldEffects } from '../rules.ts'
import { settleForm } from './form.ts'
import type { adminAppeal } from './server.ts'

type Data = PageData<typeof adminAppeal>
type Props = { data: Data }

export const page = definePage<Data>(AdminAppealPage, ({ reference }) => `Appeal ${reference}`)

function AdminAppealPage({ data }: Props) {
  const { reference, state, reasons } = data
  return (
    <>
      <Breadcrumb crumbs={[{ label: 'Appeals', href: adminHref('adminAppeals') }, { label: reference }]} />
      <div className="mt-6 flex flex-wrap items-start justify-between gap-4">
        <PageHeading eyebrow="Appeal">
          <span className="figures">{reference}</span>
        </PageHeading>
        <Badge tone={appealStates[state].tone}>{appealStates[state].label}</Badge>
      </div>
      <Outcome problems />
      <div className="mt-6 grid gap-12 xl:grid-cols-[minmax(0,1fr)_22rem] items-start">
        <div className="flex flex-col gap-10 min-w-0">
          <Facts data={data} />
          {reasons === null && <Hearing data={data} />}
          {reasons !== null && (
            <TitledSection id="outcome" title={appealStates[state].label} heading="mb-3 text-xl">
              <p className="max-w-prose whitespace-pre-line break-words">{reasons}</p>
            </TitledSection>
          )}
        </div>
        <CaseHistory steps={data.steps} wide />
      </div>
    </>
  )
}

function Facts({ data }: Props) {
  const { entry, may, against, participants } = data
  return (
    <TitledSection id="facts" title="What it is against" heading="mb-3 text-xl">
      <DescriptionList
        items={{
          Decision: decisionWord(against),
          Decided: <AdminTime at={data.decidedAt} />,
          Reason: data.decisionReason,
          'Had a part': participants.join(', ') || 'No one in the admin area',
          Event: data.title,
          Organisation: data.organisation,
          Application: may.review ? (
            <a href={adminHref('review', { id: data.applicationId })}>{data.applicationReference}</a>
          ) : (
            data.applicationReference
          ),
          Assessment: data.assessmentId && may.assess && (
            <a href={adminHref('assessment', { id: data.assessmentId })}>As it was decided</a>
          ),
          Entry:
            entry &&
            (may.register ? <a href={adminHref('adminEntry', { id: entry.id })}>{entry.number}</a> : entry.number),
          'Appeal received': <AdminTime at={data.receivedAt} />,
          'Heard by': data.heardByName ?? 'Nobody yet',
        }}
      />
      <h3 className="mt-6">Why the applicant says it is wrong</h3>
      <p className="mt-2 max-w-prose whitespace-pre-line break-words">
        {data.grounds || 'Erased at the request of the person it was about.'}
      </p>
    </TitledSection>
  )
}

function Hearing({ data: { hadPart, isMine, heardByName, against } }: Props) {
  if (hadPart) {
    return (
      <Notice title="Someone else must hear this appeal">
        <p>You took part in a decision on this application, or declared a conflict of interest.</p>
      </Notice>
    )
  }
  if (!isMine) {
    return (
      <CaseForm
        command="take"
        button={heardByName ? 'Take it over' : 'Hear this appeal'}
        {...(heardByName && { variant: 'quiet' })}
      >
        <p>
          {heardByName
            ? `${heardByName} is hearing this appeal. You can take it over.`
            : 'No one is hearing this appeal yet.'}
        </p>
      </CaseForm>
    )
  }
  const hints = { upheld: upheldEffects[against], 'not-upheld': appealStates['not-upheld'].text }
  const outcomes = Object.entries(appealOutcomes) as [keyof typeof hints, string][]
  return (
    <CaseForm
      of={settleForm}
      command="settle"
      button="End this appeal"
      title="Decide"
      choices={{ outcome: outcomes.map(([value, label]) => ({ value, label, hint: hints[value] })) }}
      choiceFields={ChoiceField}
    />
  )
}
