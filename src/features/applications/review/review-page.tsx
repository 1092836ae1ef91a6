import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { adminHref } from '#admin-pages.ts'
import { applicationStatusLabel } from '#domain/application-state.ts'
import { statusWords } from '#domain/assurance.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { carries } from '#domain/permissions.ts'
import { CaseFrame, NoCase } from '#features/applications/case/case-frame.tsx'
import { caseStatuses, outcomes } from '#features/assessments/cases/rules.ts'
import { orderStatusWords } from '#features/payments/admin/rules.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { AdminTime } from '#ui/admin-time.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ChipLinks } from '#ui/chip.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { focusOn, ShortcutHelp, useShortcuts } from '#ui/shortcuts.tsx'
import { type AdminPerson, definePage } from '#wire/page.ts'
import { DecisionForm, Overtaken } from './decision-form.tsx'
import type { NextStep } from './next-step.ts'
import { AskForMore, Assignment, BookedCall, EventFacts, OrganisationFacts, Related } from './review-side.tsx'
import { timelineHref, timelineKindNames, timelineKinds } from './rules.ts'
import type { ReviewData, review } from './server.ts'
import { type ReviewForm, ReviewFormFrame, ReviewText, useReviewForm } from './use-review-form.tsx'

type Data = PageData<typeof review>

export const page = definePage<Data>(
  ({ data, admin }) =>
    data.kind === 'found' ? <Review key={data.head.id} data={data} admin={admin} /> : <NoCase data={data} />,
  (data) =>
    data.kind === 'found'
      ? `Review of ${data.head.reference}`
      : data.kind === 'missing'
        ? 'Application Not Found'
        : 'Not your application',
)

const keysHelp = [
  { key: 'u', does: 'Back to the list' },
  { key: 'd', does: 'To the decision' },
  { key: 'm', does: 'To the question for the organiser' },
  { key: 'n', does: 'To a new note' },
]

function Review({ data, admin }: { data: ReviewData; admin: AdminPerson | undefined }) {
  const form = useReviewForm(data, 'review')
  const [, navigate] = useLocation()
  const keys = useMemo(
    () => ({
      u: () => navigate(adminHref('queue')),
      d: () => focusOn('reason'),
      m: () => focusOn('question'),
      n: () => focusOn('note'),
    }),
    [navigate],
  )
  const [on, turn] = useShortcuts(keys)
  return (
    <CaseFrame head={data.head} current="review" admin={admin}>
      <ReviewFormFrame revision={data.application.revision} form={form}>
        {/* Enter in the only field of one line presses the first button of the form. */}
        <button type="submit" name="intent" value="address" tabIndex={-1} aria-hidden="true" className="hidden">
          Correct the address
        </button>
      </ReviewFormFrame>
      <CaseState data={data} admin={admin} />
      <div className="mt-8 grid gap-12 xl:grid-cols-[minmax(0,1fr)_22rem] items-start">
        <div className="flex flex-col gap-10 min-w-0">
          <NextStepCard next={data.next} />
          <Overtaken data={data} form={form} />
          <DecisionForm data={data} form={form} />
          <Timeline data={data} form={form} />
        </div>
        <div className="flex flex-col gap-10 min-w-0">
          <Assignment data={data} form={form} />
          <AskForMore data={data} form={form} />
          <OrganisationFacts data={data} form={form} />
          <EventFacts data={data} />
          <BookedCall data={data} />
          <Related data={data} />
        </div>
      </div>
      <ShortcutHelp keys={keysHelp} on={on} turn={turn} />
    </CaseFrame>
  )
}

/** Every state of the application in one place. */
function CaseState({ data, admin }: { data: ReviewData; admin: AdminPerson | undefined }) {
  const { application, lastDecision, progress, payment, entryNumber, entrySlug, registerStatus, appeal } = data
  const mayHear = admin !== undefined && carries(admin.roles, 'concerns')
  return (
    <section aria-label="State of the case" className="mt-6">
      <DescriptionList
        className="sm:grid sm:grid-cols-2 sm:gap-x-8"
        items={{
          Eligibility: application.withdrawnAt
            ? 'Withdrawn by the applicant'
            : application.status === 'submitted' || !lastDecision
              ? applicationStatusLabel(application.status)
              : `${applicationStatusLabel(application.status)}, ${londonDateOf(lastDecision.decidedAt)}`,
          'Address and identity': `${data.isAddressConfirmed ? 'Address confirmed' : 'Address not confirmed'}, ${
            data.isIdentityConfirmed
              ? 'identity confirmed'
              : data.waitsForIdentity
                ? 'identity to confirm'
                : 'identity not needed yet'
          }`,
          Evidence: progress && `${progress.received} of ${progress.wanted} received, ${progress.accepted} accepted`,
          Assessment: progress && (
            <a href={adminHref('assessment', { id: progress.id })}>
              {{ ...caseStatuses, ...outcomes }[progress.stage]}
            </a>
          ),
          'Assessed by': progress?.assignedName,
          Payment: payment && (orderStatusWords[payment]?.label ?? 'None'),
          Entry: entryNumber ? (
            <>
              <a href={href('event', { slug: entrySlug! })}>{entryNumber}</a>:{' '}
              {registerStatus && statusWords({ ...data, status: registerStatus })}
            </>
          ) : (
            'None'
          ),
          'Open concerns':
            data.openConcerns > 0 && mayHear ? (
              <a href={adminHref('adminConcerns', { q: entryNumber })}>{data.openConcerns}</a>
            ) : (
              String(data.openConcerns || 'None')
            ),
          'Open appeal': !appeal ? (
            'None'
          ) : mayHear ? (
            <a href={adminHref('adminAppeal', { id: appeal.id })}>{appeal.reference}</a>
          ) : (
            appeal.reference
          ),
        }}
      />
    </section>
  )
}

function NextStepCard({ next: { text, button } }: { next: NextStep }) {
  return (
    <Card as="section" className="flex flex-col gap-4">
      <h2 className="text-xl">What to do next</h2>
      <p>{text}</p>
      {button && (
        <ButtonLink href={button.href} className="self-start">
          {button.label}
        </ButtonLink>
      )}
    </Card>
  )
}

/** Everything that has happened, newest first, one kind of it at a time where that is asked for. */
function Timeline({ data, form }: { data: ReviewData; form: ReviewForm }) {
  const { timeline, head, reviewers } = data
  const { kind, page, events, hasMore } = timeline
  const some = reviewers.slice(0, 4).map(({ name }) => `@${name}`)
  const noteHint = `Only people in the admin area can see this. You cannot change a note. Write @ and a name to tell a colleague: ${some.join(', ')}${reviewers.length > some.length ? ' and others' : ''}.`
  const kinds = timelineKindNames.filter((name) => name !== 'payments' || head.showsMoney)
  return (
    <TitledSection id="timeline" title="What happened" heading="mb-3 text-xl">
      <ChipLinks
        label="Kinds of events"
        chips={[
          { label: 'Everything', href: timelineHref(head.id, null), current: kind === null },
          ...kinds.map((name) => ({
            label: timelineKinds[name],
            href: timelineHref(head.id, name),
            current: kind === name,
          })),
        ]}
      />
      <div className="mt-6 flex flex-col gap-4">
        <ReviewText form={form} name="note" hint={noteHint} />
        <Button {...form.button('note')} variant="quiet" className="self-start">
          Add note
        </Button>
      </div>
      {events.length === 0 && <p className="mt-6 text-muted">Nothing of this kind has happened.</p>}
      <ol className="mt-6 flex flex-col gap-4">
        {events.map(({ key, at, what, why }) => (
          <li key={key} className="pl-4 border-l-3 border-border">
            <p className="font-semibold break-words">{what}</p>
            <p className="text-sm text-muted">
              <AdminTime at={at} />
            </p>
            {why && <p className="mt-1 whitespace-pre-line break-words">{why}</p>}
          </li>
        ))}
      </ol>
      <p className="mt-6 flex flex-wrap gap-3">
        {page > 1 && (
          <ButtonLink variant="quiet" href={timelineHref(head.id, kind, page - 1)}>
            Newer
          </ButtonLink>
        )}
        {hasMore && (
          <ButtonLink variant="quiet" href={timelineHref(head.id, kind, page + 1)}>
            Older
          </ButtonLink>
        )}
      </p>
    </TitledSection>
  )
}
