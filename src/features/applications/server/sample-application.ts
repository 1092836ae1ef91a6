import { createHmac, randomInt } from 'node:crypto'
import { addJob } from '#database/add-job.ts'
import { camel } from '#database/camel.ts'
import { recordChange } from '#database/record-change.ts'
import type { SqlRunner, Transaction } from '#database/sql.ts'
import type { Services } from '#requests/services.ts'

export type SampleMatch = 'company' | 'email' | 'address' | 'contact' | 'officer' | 'office'

/** Always where it matches a refused one, otherwise by lot, of nothing that the applicant sends. @param percent 0 to 100. */
export async function sampleApplication(
  tx: Transaction,
  { applicationId, percent, now }: { applicationId: string; percent: number; now: Date },
): Promise<void> {
  // The registry is asked by a job: nobody waits for it.
  await addComparison(tx, applicationId)
  const sql = camel(tx)
  // No row where it has nothing in common with others that were refused, by their decision or after an assessment.
  const [refused] = await sql<{ matches: SampleMatch[]; refusedApplication: string }[]>`
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
  if (!refused && randomInt(100) >= percent) return
  const reason = refused ? 'refused' : 'share'
  const { matches, refusedApplication } = refused ?? { matches: [], refusedApplication: null }
  await sql`
    insert into application_samples (application_id, reason, matches, refused_application_id, chosen_at)
    values (${applicationId}::uuid, ${reason}::text, ${matches}::text[], ${refusedApplication}::uuid,
      ${now.toISOString()}::timestamptz)`
  await record(tx, applicationId, refused ? { reason, matches, refusedApplication } : { reason, percent })
}

async function record(tx: Transaction, id: string, after: Record<string, unknown>): Promise<void> {
  const actor = { kind: 'job', name: 'review-sample' } as const
  await recordChange(tx, { actor, subject: { kind: 'application', id }, action: 'sampled', after })
}

/** Seconds until a registry that did not answer is asked again. */
const patience = 900

export async function addComparison(
  sql: SqlRunner,
  applicationId: string,
  options: { runAt?: string } = {},
): Promise<void> {
  await addJob(sql, 'compare-officers', { applicationId }, { key: `compare-officers ${applicationId}`, ...options })
}

/** Keeps keyed hashes of a refused applicant's officers and office, and nothing else; an approved one with the same is sampled. */
export async function compareOfficers({ applicationId }: { applicationId: string }, services: Services): Promise<void> {
  const { sql, companies, now } = services
  // No row unless the application is refused or approved, and has a company number.
  const [found] = await camel(sql)<{ companyNo: string; isRefused: boolean }[]>`
    select o.company_no, is_refused
    from applications as a
    join organisations as o on o.id = a.organisation_id
    cross join lateral (
      select a.status = 'rejected' or exists (
        select from assessments as s where s.application_id = a.id and s.outcome = 'refuse'
      ) as is_refused
    ) as refused
    where a.id = ${applicationId}::uuid and (is_refused or a.status = 'approved') and o.company_no <> ''`
  if (!found) return
  const [officers, company] = await Promise.all([
    companies.officers(found.companyNo),
    companies.details(found.companyNo),
  ])
  const isOut = [officers, company].some(({ kind }) => kind === 'limited' || kind === 'unavailable')
  if (isOut) {
    const runAt = new Date(now().getTime() + patience * 1000).toISOString()
    return await addComparison(sql, applicationId, { runAt })
  }
  const keys = new Map<string, Buffer>()
  const add = (kind: 'officer' | 'office', text: string) => keys.set(`${kind} ${text}`, hashOf(kind, text, services))
  if (officers.kind === 'found') for (const { name, born } of officers.officers) add('officer', `${name} ${born ?? ''}`)
  if (company.kind === 'found' && company.address.line1 && company.address.postcode)
    add('office', `${company.address.line1} ${company.address.postcode}`)
  const kinds = [...keys.keys()].map((key) => key.split(' ')[0]!)
  const hashes = [...keys.values()].map((hash) => hash.toString('hex'))
  if (found.isRefused) {
    await sql`
      insert into refused_officers (application_id, kind, hash)
      select ${applicationId}::uuid, kind, decode(hash, 'hex')
      from unnest(${kinds}::text[], ${hashes}::text[]) as known (kind, hash)
      on conflict do nothing`
    return
  }
  await sql.begin(async (tx) => {
    const sql = camel(tx)
    // No row where it has nothing in common with others that are refused now.
    const [alike] = await sql<{ matches: string[]; refusedApplication: string }[]>`
      select array_agg(distinct r.kind order by r.kind) as matches,
        (array_agg(a.id order by a.submitted_at desc, a.id))[1] as refused_application
      from refused_officers as r join applications as a on a.id = r.application_id
      where r.hash = any (select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash) and a.id <> ${applicationId}::uuid
        and (
          a.status = 'rejected'
          or exists (select from assessments as s where s.application_id = a.id and s.outcome = 'refuse')
        )
      having count(*) > 0`
    if (!alike) return
    const { matches, refusedApplication } = alike
    // Adds to why it is sampled, unless somebody has looked at it already.
    const [added] = await sql<{ id: string }[]>`
      insert into application_samples as s (application_id, reason, matches, refused_application_id, chosen_at)
      values (${applicationId}::uuid, 'refused', ${matches}::text[], ${refusedApplication}::uuid, ${now().toISOString()}::timestamptz)
      on conflict (application_id) do update
      set reason = 'refused', refused_application_id = coalesce(s.refused_application_id, excluded.refused_application_id),
        matches = (select array_agg(distinct match order by match) from unnest(s.matches || excluded.matches) as match)
      where s.looked_at is null
      returning application_id as id`
    if (!added) return
    await record(tx, applicationId, { reason: 'refused', matches, refusedApplication })
  })
}

/** Ignores case, accents, spaces and punctuation. */
function hashOf(kind: string, text: string, { env }: Pick<Services, 'env'>): Buffer {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return createHmac('sha256', env.sessionSecret).update(`refused ${kind} ${folded}`).digest()
}
