import { type RegisterStatus, registerStatuses } from '#domain/register-status.ts'
import { href } from '#pages.ts'
import { AdminHistory, type PastEvent } from '#ui/admin-history.tsx'
import { NoteForm } from './review-side.tsx'
import { decidedBy } from './rules.ts'
import type { ReviewData } from './server.ts'
import type { ReviewForm } from './use-review-form.ts'

function historyOf({
  application,
  decisions,
  remarks,
  appeals,
  identity: { release, domains },
}: ReviewData): PastEvent[] {
  const events: PastEvent[] = [
    { key: 'submitted', at: application.submittedAt, what: 'Submitted' },
    ...remarks.map((remark) => ({
      key: `remark-${remark.id}`,
      at: remark.writtenAt,
      what: remarkWords(remark),
      why: remark.kind === 'assigned' ? null : remark.text || 'Erased at the request of the person it was about.',
    })),
    ...(release
      ? [{ key: 'release', at: release.at, what: `Identity confirmed by ${release.by}`, why: release.reason }]
      : []),
    ...domains.map(({ domain, by, at }) => ({
      key: `domain-${domain}`,
      at,
      what: `${by} confirmed ${domain} for the company number`,
    })),
    ...appeals.flatMap((appeal) => [
      { key: `appeal-${appeal.id}`, at: appeal.received_at, what: `Appeal ${appeal.reference} received` },
      ...(appeal.settled_at
        ? [
            {
              key: `appeal-settled-${appeal.id}`,
              at: appeal.settled_at,
              what: `Appeal ${appeal.reference} ${appeal.state === 'upheld' ? 'upheld' : 'not upheld'} by ${appeal.heard_by_name}`,
              why: appeal.reasons,
            },
          ]
        : []),
    ]),
    ...decisions.map((decision) => ({
      key: `decision-${decision.decidedAt}`,
      at: decision.decidedAt,
      what: decidedBy(decision),
      why: decision.reason,
    })),
  ]
  return events.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

function remarkWords({ kind, authorName: author, text }: ReviewData['remarks'][number]): string {
  if (kind === 'note') return `Note by ${author}`
  if (kind === 'asked') return `${author} asked the organiser`
  if (kind === 'answered') return 'The organiser answered'
  if (kind === 'changed') return 'The applicant corrected the application'
  return text ? `${author} handed it to ${text}` : `${author} handed it to no one`
}

export function History({ data, form }: { data: ReviewData; form: ReviewForm }) {
  const { application } = data
  return (
    <AdminHistory events={historyOf(data)}>
      {application.entryNumber && application.entrySlug && (
        <p className="mt-6">
          Register entry <a href={href('event', { slug: application.entrySlug })}>{application.entryNumber}</a>:{' '}
          {registerStatuses[application.registerStatus as RegisterStatus]?.label ?? application.registerStatus}
        </p>
      )}
      <div className="mt-6">
        <NoteForm form={form} />
      </div>
    </AdminHistory>
  )
}
