import type { Fragment, SqlRunner } from '#database/sql.ts'
import type { AuditQuery } from './read-filters.ts'

export type ChangeRow = {
  id: number
  happened_at: string
  actor_kind: 'person' | 'job' | 'command' | 'applicant'
  actor_id: string
  actor_name: string
  action: string
  subject_kind: string
  subject_id: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/**
 * @param input.actorId actor's kind and id, or null
 * @param input.subjectId subject's kind and id, or null
 * @param input.to last day in London or null
 * @param input.beforeId of a file, which is newest first: only changes before this one
 */
export const listChanges = (
  sql: SqlRunner,
  {
    beforeId,
    newestFirst,
    limit,
    offset,
    ...query
  }: AuditQuery & { beforeId: number | null; newestFirst: boolean; limit: number; offset: number },
) => sql<ChangeRow[]>`
  select id, happened_at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after
  from audit_log
  where ${fits(sql, query)}
    ${beforeId === null ? sql`` : sql`and id < ${beforeId}::bigint`}
  ${newestFirst ? sql`order by id desc` : sql`order by id`}
  limit ${limit}::int offset ${offset}::int`

/** How many there are, up to a limit. */
export const countChanges = (sql: SqlRunner, { limit, ...query }: AuditQuery & { limit: number }) => sql<
  { changes: number }[]
>`
  select count(*)::int as changes from (select from audit_log where ${fits(sql, query)} limit ${limit}::int) as found`

function fits(sql: SqlRunner, { actorKind, actorId, action, subjectKind, subjectId, from, to }: AuditQuery): Fragment {
  return sql`true ${actorKind === null ? sql`` : sql`and actor_kind = ${actorKind}::text`}
    ${actorId === null ? sql`` : sql`and actor_id = ${actorId}::text`}
    ${action === null ? sql`` : sql`and action = ${action}::text`}
    ${subjectKind === null ? sql`` : sql`and subject_kind = ${subjectKind}::text`}
    ${subjectId === null ? sql`` : sql`and subject_id = ${subjectId}::text`}
    ${from === null ? sql`` : sql`and happened_at >= ${from}::date::timestamp at time zone 'Europe/London'`}
    ${to === null ? sql`` : sql`and happened_at < (${to}::date + 1)::timestamp at time zone 'Europe/London'`}`
}

/** Everybody who has changed something, as they were called last. One step of the index for each, however long the log. */
export const listActors = (sql: SqlRunner) => sql<{ actor_kind: string; actor_id: string; actor_name: string }[]>`
  with recursive actors as (
    (select actor_kind, actor_id from audit_log order by actor_kind, actor_id limit 1)
    union all
    select next.actor_kind, next.actor_id
    from actors as a
    cross join lateral (
      select l.actor_kind, l.actor_id from audit_log as l
      where (l.actor_kind, l.actor_id) > (a.actor_kind, a.actor_id)
      order by l.actor_kind, l.actor_id
      limit 1
    ) as next
  )
  select a.actor_kind, a.actor_id, latest.actor_name
  from actors as a
  cross join lateral (
    select l.actor_name from audit_log as l
    where l.actor_kind = a.actor_kind and l.actor_id = a.actor_id
    order by l.id desc
    limit 1
  ) as latest
  order by a.actor_kind = 'person' desc, lower(latest.actor_name)`

/** Every kind of change that there was. One step of the index for each, however long the log. */
export const listActions = (sql: SqlRunner) => sql<{ action: string }[]>`
  with recursive actions as (
    (select action from audit_log order by action limit 1)
    union all
    select next.action
    from actions as a
    cross join lateral (
      select l.action from audit_log as l where l.action > a.action order by l.action limit 1
    ) as next
  )
  select action from actions`
