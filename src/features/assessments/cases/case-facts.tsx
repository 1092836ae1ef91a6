import { adminHref } from '#admin-pages.ts'
import { applicationStatusLabel } from '#domain/application-state.ts'
import type { Instant } from '#domain/formats.ts'
import { londonDateOf, longDay } from '#domain/london-time.ts'
import { shownEvent, shownOrganisation } from '#features/applications/shown-facts.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { caseStatuses, decidedByWords, outcomes, waitWords } from './rules.ts'
import type { FoundCase } from './server/load-case.ts'

export function ApplicationFacts({ data }: { data: FoundCase }) {
  return (
    <Disclosure summary="The application’s facts">
      <div className="grid gap-8 lg:grid-cols-2">
        <div>
          <h2 className="mb-2 text-lg">Organisation</h2>
          <DescriptionList items={shownOrganisation(data.organisation)} />
        </div>
        <div>
          <h2 className="mb-2 text-lg">Event</h2>
          <DescriptionList items={shownEvent(data.event)} />
        </div>
      </div>
    </Disclosure>
  )
}

export function WaitingSince({ since, now }: { since: Instant; now: Instant }) {
  return (
    <>
      <span className="text-muted">{waitWords(since, now)}, </span>
      {londonDateOf(since)}
    </>
  )
}

export function CaseState({ data, isAssessor }: { data: FoundCase; isAssessor: boolean }) {
  const { status, outcome, decidedBy, decidedAt, score, nextReviewOn, answerUntil, answeredAt } = data
  return (
    <DescriptionList
      items={{
        Stage: outcome ? outcomes[outcome] : caseStatuses[status],
        'Decided by': decidedBy && decidedByWords[decidedBy],
        'Decided on': decidedAt && londonDateOf(decidedAt),
        Score: score !== null && status === 'decided' ? `${score}%` : null,
        'Next review': nextReviewOn && longDay(nextReviewOn),
        'Applicant’s answer':
          status === 'notice'
            ? answeredAt
              ? `Received on ${londonDateOf(answeredAt)}`
              : `Can be sent until ${londonDateOf(answerUntil!)}`
            : null,
        'Opened on': londonDateOf(data.openedAt),
        Criteria: `Version ${data.criteriaVersion}`,
        Application: isAssessor && <a href={adminHref('review', { id: data.applicationId })}>{data.reference}</a>,
        Eligibility:
          data.eligibility === 'withdrawn' ? 'Withdrawn by the applicant' : applicationStatusLabel(data.eligibility),
      }}
    />
  )
}
