import { type } from 'arktype'
import type { CamelSql } from '#database/camel.ts'
import type { DecisionKind } from '#domain/application-state.ts'
import type { Instant } from '#domain/formats.ts'
import { createAccessLink } from '#features/applications/access/server/create-access-link.ts'
import { applicationApprovedMail } from '#features/applications/mails.ts'
import { readOpenDecisions } from '#features/applications/server/read-open-decisions.ts'
import { addComparison } from '#features/applications/server/sample-application.ts'
import type { CaseCommand } from '#features/assessments/cases/server/work-on-case.ts'
import { type PublishingServices, publishIfProven } from '#features/payments/fulfilment/server/publish-listing.ts'
import { appealLink } from '#mail/appeal-link.ts'
import { waitForAddress } from '#mail/confirm-address.ts'
import { command, did } from '#page/command.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import { applicationRejectedMail } from '../mails.ts'
import { lockApplication } from '../queries.ts'
import { barWords, decidedWords, reasonLimit } from '../rules.ts'

const undecided = { status: 'submitted', decidedBy: null, decidedAt: null }

/**
 * Once: of two at once, one learns what the other decided. What was paid while an approval was being withdrawn is published with a new one.
 * @param revision null where the caller did not say what was looked at.
 */
export async function decideApplication(
  { sql, now, admin, services }: CaseCommand & { services: PublishingServices },
  {
    applicationId,
    decision,
    revision,
    ...given
  }: { applicationId: string; decision: 'approved' | 'rejected'; reason: string | null; revision: number | null },
) {
  const { brand, env } = services
  const reason = given.reason?.trim() || null
  await lockApplication(sql, { id: applicationId })
  const at = new Date(now)
  const open = (await readOpenDecisions(sql.raw, { applicationId, personId: admin.id }, at))?.open
  const bar = open?.[decision === 'approved' ? 'approve' : 'reject']
  if (bar && bar !== 'decided' && bar !== 'withdrawn')
    return failure('conflict', barWords[bar], { details: { ...undecided, notice: 'barred', bar } })
  // One statement: of two at once the second waits, finds nothing submitted, and gets no row.
  const [decided] = await sql<
    { decision: number; reference: string; title: string; contactName: string; email: string }[]
  >`
    with decided as (
      update applications set status = ${decision}::text, facts_changed_at = null, updated_at = ${now}::timestamptz
      where id = ${applicationId}::uuid and status = 'submitted' and withdrawn_at is null
        ${revision === null ? sql`` : sql`and revision = ${revision}::integer`}
      returning id, reference, organisation_id, event_draft
    ), recorded as (
      insert into application_decisions (application_id, decision, decided_by, decided_by_name, reason, decided_at)
      select id, ${decision}::text, ${admin.id}::text, ${admin.name}::text, ${reason}::text, ${now}::timestamptz from decided
      returning id
    )
    select r.id as decision, d.reference, d.event_draft ->> 'title' as title, o.contact_name, o.email
    from decided d
    cross join recorded r
    join organisations o on o.id = d.organisation_id`
  if (!decided) return await refusalOf(sql, applicationId)
  const { email } = decided
  // A stranger may read this mailbox: until it is confirmed, nothing that was typed is sent.
  const typed = (await waitForAddress(sql.raw, email)) ? {} : { title: null, contactName: '' }
  const summary = { ...decided, ...typed, applicationId }
  const mail =
    decision === 'approved'
      ? applicationApprovedMail(summary, await createAccessLink(sql.raw, { applicationId, email, now: at }), brand)
      : applicationRejectedMail(summary, reason, appealLink({ appId: applicationId, email }, env), brand)
  if (decision === 'approved') await publishIfProven(sql.raw, services, applicationId)
  else await addComparison(sql.raw, applicationId)
  const subject = { kind: 'application', id: applicationId }
  const audit = { subject, action: decision, before: { status: 'submitted' }, after: { status: decision } }
  return { audit, mails: [mail] }
}

/** Somebody was faster, or the applicant has corrected it since it was looked at. */
async function refusalOf(sql: CamelSql, applicationId: string): Promise<Failure> {
  const [found] = await sql<
    ({ status: string; isWithdrawn: boolean } & (
      | { decision: DecisionKind; decidedByName: string; decidedAt: Instant }
      | { decision: null; decidedByName: null; decidedAt: null }
    ))[]
  >`
    select a.status, a.withdrawn_at is not null as is_withdrawn, d.decision, d.decided_by_name, d.decided_at
    from applications a
    left join lateral (
      select decision, decided_by_name, decided_at from application_decisions where application_id = a.id order by id desc limit 1
    ) d on true
    where a.id = ${applicationId}::uuid`
  if (!found) return failure('not-found', "The application you're looking for doesn't exist.")
  const { status, isWithdrawn, decidedByName: decidedBy, decidedAt } = found
  if (status === 'submitted' && !isWithdrawn) {
    return failure('conflict', 'The applicant has corrected this application since you opened it. Read it again.', {
      details: { ...undecided, notice: 'changed' },
    })
  }
  const words = found.decision ? ` ${decidedWords(found)}` : ''
  return failure('conflict', `This application has been decided already.${words}`, {
    details: { status, decidedBy, decidedAt },
  })
}

export const adminApprove = command({
  permission: 'review',
  schema: type({
    applicationId: type('string.uuid').configure({ sentence: 'Give the id of the application' }),
    status: type("'approved' | 'rejected'").configure({ sentence: 'The decision is approved or rejected' }),
    'revision?': '1 <= number.integer <= 1000000000',
    'reason?': type(`string <= ${reasonLimit}`)
      .or('null')
      .configure({ sentence: `The reason is a text of at most ${reasonLimit} characters` }),
  }).onUndeclaredKey('reject'),
  api: {
    summary: 'Approve or reject an application',
    description:
      'Once. Who, when and why are recorded. With a revision, nothing is decided where the applicant has corrected the application since.',
    answers: { 200: type({ applicationId: 'string.uuid', status: "'approved' | 'rejected'" }) },
    failures: {
      'not-found': 'There is no such application.',
      conflict: {
        when: 'It has already been decided, or the applicant has withdrawn it. The answer says how, when (UTC) and who decided. Or the applicant has changed it since the given revision. Its status is then submitted. Or something else is in the way: bar says whether its assessment has refused it, its date has passed, or you have a conflict of interest.',
        details: type({
          status: 'string',
          decidedBy: 'string | null',
          decidedAt: 'string | null',
          'notice?': "'changed' | 'barred'",
          'bar?': "'conflict' | 'refused' | 'past'",
        }),
      },
    },
  },
  run: async ({ input: { applicationId, status, reason = null, revision = null }, ...given }) => {
    const decided = await decideApplication(given, { applicationId, decision: status, reason, revision })
    return isFailure(decided) ? decided : did({ answer: { applicationId, status }, ...decided })
  },
})
