import { adminHref } from '#admin-pages.ts'
import { applicationStatusLabel } from '#domain/application-state.ts'
import { statusWords } from '#domain/assurance.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { carries } from '#domain/permissions.ts'
import { caseStatuses, outcomes } from '#features/assessments/cases/rules.ts'
import { orderStatusWords } from '#features/payments/admin/rules.ts'
import { href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import type { AdminPerson } from '#wire/page.ts'
import type { NextStep } from './next-step.ts'
import type { ReviewData } from './server.ts'

/** Every state of the application in one place. */
export function CaseState({ data, admin }: { data: ReviewData; admin: AdminPerson | undefined }) {
  const { application, lastDecision, progress, payment, entryNumber, entrySlug, registerStatus, appeal } = data
  const mayHear = admin !== undefined && carries(admin.roles, 'concerns')
  return (
    <section aria-label="State of the case" className="mt-6">
      <DescriptionList
        className="sm:grid sm:grid-cols-2 sm:gap-x-8"
        items={[
          {
            term: 'Eligibility',
            details: application.withdrawnAt
              ? 'Withdrawn by the applicant'
              : application.status === 'submitted' || !lastDecision
                ? applicationStatusLabel(application.status)
                : `${applicationStatusLabel(application.status)}, ${londonDateOf(lastDecision.decidedAt)}`,
          },
          {
            term: 'Address and identity',
            details: `${data.isAddressConfirmed ? 'Address confirmed' : 'Address not confirmed'}, ${
              data.isIdentityConfirmed
                ? 'identity confirmed'
                : data.isIdentityWanted
                  ? 'identity to confirm'
                  : 'identity not needed yet'
            }`,
          },
          {
            term: 'Evidence',
            details: progress && `${progress.received} of ${progress.wanted} received, ${progress.accepted} accepted`,
          },
          {
            term: 'Assessment',
            details: progress && (
              <a href={adminHref('assessment', { id: progress.id })}>{stageWords(progress.stage)}</a>
            ),
          },
          { term: 'Assessed by', details: progress?.assignedName },
          { term: 'Payment', details: payment && (orderStatusWords[payment]?.label ?? 'None') },
          {
            term: 'Entry',
            details: entryNumber ? (
              <>
                <a href={href('event', { slug: entrySlug! })}>{entryNumber}</a>:{' '}
                {registerStatus && statusWords({ ...data, status: registerStatus })}
              </>
            ) : (
              'None'
            ),
          },
          {
            term: 'Open concerns',
            details:
              data.openConcerns > 0 && mayHear ? (
                <a href={adminHref('adminConcerns', { q: entryNumber })}>{data.openConcerns}</a>
              ) : (
                String(data.openConcerns || 'None')
              ),
          },
          {
            term: 'Open appeal',
            details: !appeal ? (
              'None'
            ) : mayHear ? (
              <a href={adminHref('adminAppeal', { id: appeal.id })}>{appeal.reference}</a>
            ) : (
              appeal.reference
            ),
          },
        ]}
      />
    </section>
  )
}

function stageWords(stage: NonNullable<ReviewData['progress']>['stage']): string {
  return stage in outcomes ? outcomes[stage as keyof typeof outcomes] : caseStatuses[stage as keyof typeof caseStatuses]
}

export function NextStepCard({ next: { text, button } }: { next: NextStep }) {
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
