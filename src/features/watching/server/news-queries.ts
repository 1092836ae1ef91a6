import type { SqlRunner } from '#database/sql.ts'
import type { Cadence } from '#features/watching/rules.ts'

/** What is followed and may concern changes: of entries and organisers those that are named, and every filter. */
export const listSubjects = (sql: SqlRunner, { named }: { named: string[] }) => sql<{ subject: string }[]>`
  select distinct subject from follows where subject = any(${named}::text[])
  union
  select distinct subject from follows where subject !~ '^(entry|organiser)='`

/** Notes changes for whoever follows a subject: of their positions the last are kept. */
export const addNews = (
  sql: SqlRunner,
  { subject, positions, count, most }: { subject: string; positions: number[]; count: number; most: number },
) => sql<Record<string, never>[]>`
  update follows set news_count = news_count + ${count}::int,
    news = (news || ${positions}::bigint[])[greatest(1, cardinality(news) + cardinality(${positions}::bigint[]) - ${most}::int + 1):]
  where subject = ${subject}::text`

export type DueRow = {
  id: string
  email: string
  token: string
  failures: number
  /** What became of the last mail of changes; null without one, or once it was deleted. */
  last_state: string | null
}

/**
 * Followers with something to be told, held until the transaction ends; who is held by another worker is left to it.
 * @param input.before those who were written to (of weekly mails: weekly) since then are left out, and those who have to wait.
 */
export const holdDue = (
  sql: SqlRunner,
  { cadence, before, now, most }: { cadence: Cadence; before: string; now: string; most: number },
) => sql<DueRow[]>`
  select f.id, f.email, f.token, f.failures, (select m.state from mails as m where m.once_key = f.mail_key) as last_state
  from followers as f
  where exists (select from follows as w where w.follower_id = f.id and w.news_count > 0 and w.cadence = ${cadence}::text)
    and coalesce(case when ${cadence}::text = 'weekly' then weekly_at else mailed_at end, '-infinity') <= ${before}::timestamptz
    and coalesce(f.news_after, '-infinity') <= ${now}::timestamptz
  order by f.id
  limit ${most}::int
  for update of f skip locked`

/** Has a follower wait for the next mail of changes, whatever changes meanwhile. */
export const putOff = (sql: SqlRunner, { followerId, until }: { followerId: string; until: string }) => sql<
  Record<string, never>[]
>`
  update followers set news_after = ${until}::timestamptz where id = ${followerId}::uuid`

/** When the first follower can be written to again who has something to be told at once. @param input.apart seconds between two mails */
export const findNextDue = (sql: SqlRunner, { apart }: { apart: number }) => sql<{ due_at: string | null }[]>`
  select min(greatest(f.mailed_at + make_interval(secs => ${apart}::int), f.news_after)) as due_at from followers as f
  where exists (select from follows as w where w.follower_id = f.id and w.news_count > 0 and w.cadence = 'at-once')`

/** What a follower is to be told, which is then no longer noted. */
export const takeNews = (sql: SqlRunner, { followerId, cadence }: { followerId: string; cadence: Cadence }) => sql<
  { subject: string; news: string[]; news_count: number }[]
>`
  update follows as w set news = '{}', news_count = 0
  from (
    select id, news, news_count from follows
    where follower_id = ${followerId}::uuid and cadence = ${cadence}::text and news_count > 0
    order by begun_at, id for update
  ) as before
  where w.id = before.id
  returning w.subject, before.news, before.news_count`

export const noteMailed = (
  sql: SqlRunner,
  input: { followerId: string; cadence: Cadence; mailKey: string; failures: number; now: string },
) => sql<Record<string, never>[]>`
  update followers set mail_key = ${input.mailKey}::text, failures = ${input.failures}::int, mailed_at = ${input.now}::timestamptz,
    weekly_at = case when ${input.cadence}::text = 'weekly' then ${input.now}::timestamptz else weekly_at end
  where id = ${input.followerId}::uuid`

/** An address that mail does not reach goes, with everything that it follows. */
export const dropFollower = (sql: SqlRunner, { followerId }: { followerId: string }) => sql<{ id: string }[]>`
  delete from followers where id = ${followerId}::uuid returning id`
