import type { SqlRunner } from '../../../../database/sql.ts'
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
 * Newest first.
 * @param input.actorId actor's kind and id, or null
 * @param input.subjectId subject's kind and id, or null
 * @param input.to last day in London or null
 * @param input.beforeId only changes before this one or null
 */
export const listChanges = (sql: SqlRunner, input: AuditQuery & { beforeId: number | null; limit: number }) => sql<
  ChangeRow[]
>`
  select id, happened_at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after
  from audit_log
  where true ${input.actorKind === null ? sql`` : sql`and actor_kind = ${input.actorKind}::text`}
    ${input.actorId === null ? sql`` : sql`and actor_id = ${input.actorId}::text`}
    ${input.action === null ? sql`` : sql`and action = ${input.action}::text`}
    ${input.subjectKind === null ? sql`` : sql`and subject_kind = ${input.subjectKind}::text`}
    ${input.subjectId === null ? sql`` : sql`and subject_id = ${input.subjectId}::text`}
    ${input.from === null ? sql`` : sql`and happened_at >= ${input.from}::date::timestamp at time zone 'Europe/London'`}
    ${input.to === null ? sql`` : sql`and happened_at < (${input.to}::date + 1)::timestamp at time zone 'Europe/London'`}
    ${input.beforeId === null ? sql`` : sql`and id < ${input.beforeId}::bigint`}
  order by id desc
  limit ${input.limit}::int`

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
