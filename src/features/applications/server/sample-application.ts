import { randomInt } from 'node:crypto'
import { type CamelSql, camel } from '#database/camel.ts'
import { recordChange } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import { addComparison } from './compare-officers.ts'

export type SampleMatch = 'company' | 'email' | 'address' | 'contact' | 'officer' | 'office'

/** No row where it has nothing in common with others that were refused, by their decision or after an assessment. */
const findRefusedBefore = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<
  { matches: SampleMatch[]; refusedApplication: string }[]
>`
  with mine as (
    select a.id, o.company_key, lower(o.email) as email, address_key(a.event_draft) as address,
      contact_key(o.contact_name) as contact
    from applications as a join organisations as o on o.id = a.organisation_id
    where a.id = ${applicationId}::uuid
  ),
  -- Each way has an index of its own, which a condition with \`or\` would pass by.
  alike as (
    select o.id, 'company' as match from mine join organisations as o on o.company_key = mine.company_key
    union all
    select o.id, 'email' from mine join organisations as o on lower(o.email) = mine.email
    union all
    select o.id, 'contact' from mine join organisations as o on contact_key(o.contact_name) = mine.contact
  ),
  likened as (
    select a.id, a.status, a.submitted_at, alike.match from alike join applications as a on a.organisation_id = alike.id
    union all
    select a.id, a.status, a.submitted_at, 'address'
    from mine join applications as a on address_key(a.event_draft) = mine.address
  ),
  refused as (
    select id, match, submitted_at
    from likened
    where id <> ${applicationId}::uuid and (
      status = 'rejected'
      or exists (select from assessments as s where s.application_id = likened.id and s.outcome = 'refuse')
    )
  )
  select array_agg(distinct match order by match) as matches,
    (array_agg(id order by submitted_at desc, id))[1] as refused_application
  from refused
  having count(*) > 0`

/** Always where it matches a refused one, otherwise by lot, of nothing that the applicant sends. @param percent 0 to 100. */
export async function sampleApplication(
  tx: Transaction,
  { applicationId, percent, now }: { applicationId: string; percent: number; now: Date },
): Promise<void> {
  // The registry is asked by a job: nobody waits for it.
  await addComparison(tx, applicationId)
  const sql = camel(tx)
  const [refused] = await findRefusedBefore(sql, { applicationId })
  if (!refused && randomInt(100) >= percent) return
  const reason = refused ? 'refused' : 'share'
  const { matches, refusedApplication } = refused ?? { matches: [], refusedApplication: null }
  await sql`
    insert into application_samples (application_id, reason, matches, refused_application_id, chosen_at)
    values (${applicationId}::uuid, ${reason}::text, ${matches}::text[], ${refusedApplication}::uuid,
      ${now.toISOString()}::timestamptz)`
  await recordChange(tx, {
    actor: { kind: 'job', name: 'review-sample' },
    subject: { kind: 'application', id: applicationId },
    action: 'sampled',
    after: refused ? { reason, matches, refusedApplication } : { reason, percent },
  })
}
