import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { Sort } from '#wire/list-pages.ts'
import type { CaseColumn } from '../queue.ts'

/** A panel that waits for the vote of somebody. */
export type WantedVoteRow = {
  id: string
  reference: string
  title: string
  organisation_name: string
  /** Day of the event, `YYYY-MM-DD`. */
  date: string | null
  /** Since when they are named: ISO time in UTC. */
  since: string
}

/** The panels that wait for the vote of somebody. */
export const listVotesWanted = (
  sql: SqlRunner,
  { personId, sort, limit, offset }: { personId: string; sort: Sort<CaseColumn>; limit: number; offset: number },
) => {
  const keys = { since: sql`m.named_at`, reference: sql`a.reference`, date: sql`a.event_draft ->> 'date'` }
  const order = sort.descending ? sql`${keys[sort.by]} desc, c.id desc` : sql`${keys[sort.by]}, c.id`
  return sql<WantedVoteRow[]>`
    select c.id, a.reference, a.event_draft ->> 'title' as title, a.event_draft ->> 'date' as date, o.name as organisation_name,
      m.named_at as since
    from ${wanted(sql, personId)}
    order by ${order}
    limit ${limit}::int offset ${offset}::int`
}

/** How many there are, up to a limit. */
export const countVotesWanted = (sql: SqlRunner, { personId, limit }: { personId: string; limit: number }) => sql<
  { votes: number }[]
>`
  select count(*)::int as votes from (select from ${wanted(sql, personId)} limit ${limit}::int) as found`

const wanted = (sql: SqlRunner, personId: string): Fragment => sql`
  assessment_panel as m
  join assessment_steps as r on r.id = m.referral_id
  join assessments as c on c.id = r.assessment_id
  join applications as a on a.id = c.application_id
  join organisations as o on o.id = a.organisation_id
  where m.person_id = ${personId}::text and c.status = 'panel'
    and not exists (select from assessment_panel as n where n.referral_id = m.referral_id and n.instead_of = m.person_id)
    and not exists (
      select from assessment_steps as s where s.assessment_id = c.id and s.by_id = m.person_id
        and s.step = 'voted' and s.about = m.referral_id
    )
    and not exists (
      select from conflicts_of_interest as x where x.application_id = c.application_id and x.person_id = m.person_id
    )
    and not exists (select from assessment_steps as l where l.assessment_id = c.id and l.step = 'referred' and l.id > r.id)`
