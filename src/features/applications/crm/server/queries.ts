import type { SqlRunner } from '#database/sql.ts'
import type { CrmNews, CrmStatus, CrmUpdateState } from '../rules.ts'

export type WaitingUpdate = {
  id: string
  application_id: string
  reference: string
  status: CrmStatus | CrmNews
  selected_options: string[]
  attempts: number
  created_at: string
}

/** Whose it is. */
export const findApplication = (sql: SqlRunner, { id }: { id: string }) => sql<
  { id: string; organisation_id: string }[]
>`
  select id, organisation_id from applications where id = ${id}::uuid`

/**
 * The application's own status stays as it is. No row when the CRM has been told exactly this last, nor of a withdrawn application: that is
 * the last of it.
 * @param input.state state of the update ('waiting' or 'kept')
 */
export const addUpdate = (
  sql: SqlRunner,
  {
    applicationId,
    status,
    selectedOptions,
    state,
  }: { applicationId: string; status: CrmStatus; selectedOptions: string[]; state: 'waiting' | 'kept' },
) => sql<{ id: string }[]>`
  with changed as (
    update applications
    set crm_status = ${status}::text, crm_options = ${selectedOptions}::text[], updated_at = now()
    where id = ${applicationId}::uuid and withdrawn_at is null and (crm_status is distinct from ${status}::text
      or crm_options <> ${selectedOptions}::text[])
    returning id
  )
  insert into crm_updates (application_id, status, selected_options, state, settled_at)
  select id, ${status}::text, ${selectedOptions}::text[], ${state}::text, case when ${state}::text = 'kept' then now() end
  from changed
  returning id`

/** Of an application that the CRM has not heard of there is no news. @param input.state state of the update ('waiting' or 'kept') */
export const addNews = (
  sql: SqlRunner,
  { applicationId, status, state }: { applicationId: string; status: CrmNews; state: 'waiting' | 'kept' },
) => sql<{ id: string }[]>`
  insert into crm_updates (application_id, status, selected_options, state, settled_at)
  select id, ${status}::text, crm_options, ${state}::text, case when ${state}::text = 'kept' then now() end
  from applications where id = ${applicationId}::uuid and crm_status is not null
  returning id`

/** What is to be delivered; no row when that is done or given up. */
export const findWaitingUpdate = (sql: SqlRunner, { updateId }: { updateId: string }) => sql<WaitingUpdate[]>`
  select u.id, u.application_id, a.reference, u.status, u.selected_options, u.attempts, u.created_at
  from crm_updates u
  join applications a on a.id = u.application_id
  where u.id = ${updateId}::uuid and u.state = 'waiting'`

/** @param input.state state of the update from now on */
export const noteDelivery = (
  sql: SqlRunner,
  {
    updateId,
    httpStatus,
    outcome,
    state,
  }: { updateId: string; httpStatus: number | null; outcome: string; state: 'waiting' | 'delivered' | 'failed' },
) => sql<Record<string, never>[]>`
  with settled as (
    update crm_updates
    set attempts = attempts + 1, state = ${state}::text, settled_at = case when ${state}::text <> 'waiting' then now() end
    where id = ${updateId}::uuid
    returning id
  )
  insert into crm_deliveries (update_id, http_status, outcome)
  select id, ${httpStatus}::integer, ${outcome}::text from settled
  returning update_id`

type UpdateRow = {
  id: string
  application_id: string
  reference: string
  title: string
  status: CrmStatus | CrmNews
  selected_options: string[]
  state: CrmUpdateState
  created_at: string
  attempts: { at: string; httpStatus: number | null; outcome: string }[]
}

/**
 * Newest first, each with its attempts, the last first.
 * @param input.state state or null for all
 */
export const listUpdates = (
  sql: SqlRunner,
  {
    state,
    newestFirst,
    limit,
    offset,
  }: { state: CrmUpdateState | null; newestFirst: boolean; limit: number; offset: number },
) => sql<UpdateRow[]>`
  select u.id, u.application_id, a.reference, a.event_draft ->> 'title' as title, u.status, u.selected_options, u.state,
    u.created_at,
    coalesce((
      select json_agg(json_build_object('at', d.attempted_at, 'httpStatus', d.http_status, 'outcome', d.outcome)
        order by d.id desc)
      from (select id, attempted_at, http_status, outcome from crm_deliveries where update_id = u.id order by id desc limit 20) as d
    ), '[]') as attempts
  from crm_updates u
  join applications a on a.id = u.application_id
  ${state === null ? sql`` : sql`where u.state = ${state}::text`}
  ${newestFirst ? sql`order by u.id desc` : sql`order by u.id`}
  limit ${limit}::int offset ${offset}::int`

/** How many there are, up to a limit. */
export const countUpdates = (sql: SqlRunner, { state, limit }: { state: CrmUpdateState | null; limit: number }) => sql<
  { updates: number }[]
>`
  select count(*)::int as updates
  from (
    select from crm_updates ${state === null ? sql`` : sql`where state = ${state}::text`} limit ${limit}::int
  ) as found`

/** One that was given up or kept waits again, from the first attempt. */
export const wakeUpdate = (sql: SqlRunner, { updateId }: { updateId: string }) => sql<
  { id: string; application_id: string }[]
>`
  update crm_updates set state = 'waiting', attempts = 0, settled_at = null
  where id = ${updateId}::uuid and state in ('failed', 'kept')
  returning id, application_id`
