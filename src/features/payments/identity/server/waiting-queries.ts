import { camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { Id } from '#features/payments/server/queries.ts'

/** Since when a paid listing waits for its entry. The first moment stays. */
export const noteWait = (sql: SqlRunner, { orderId, since }: { orderId: string; since: string }) => sql<
  Record<string, never>[]
>`
  update orders
  set waits_since = ${since}::timestamptz, wait_reminders = 0, wait_reminded_at = null, updated_at = now()
  where id = ${orderId}::uuid and waits_since is null`

export const endWaits = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<Record<string, never>[]>`
  update orders set waits_since = null, updated_at = now() where application_id = ${applicationId}::uuid
    and waits_since is not null`

/** @param input.email in small letters; null for all. @param input.companyKey null for all. */
export const listWaitingApplications = (
  sql: SqlRunner,
  { email, companyKey }: { email: string | null; companyKey: string | null },
) => sql<Id[]>`
  select o.application_id as id
  from orders as o
  join organisations as g on g.id = o.organisation_id
  where o.waits_since is not null
    ${email === null ? sql`` : sql`and lower(g.email) = ${email}::text`}
    ${companyKey === null ? sql`` : sql`and g.company_key = ${companyKey}::text`}
  order by o.waits_since`

/** Listings that have waited so many `days`, the last reminder `daysApart` ago: they count as reminded. */
export const takeWaitReminders = (
  sql: SqlRunner,
  input: { now: string; days: number; reminders: number; daysApart: number; limit: number },
) => camel(sql)<(Id & { applicationId: string; waitsSince: string })[]>`
  with due as (
    select id from orders
    where waits_since is not null and waits_since <= ${input.now}::timestamptz - make_interval(days => ${input.days}::int)
      and wait_reminders = ${input.reminders}::int - 1
      and (wait_reminded_at is null
        or wait_reminded_at <= ${input.now}::timestamptz - make_interval(days => ${input.daysApart}::int))
    order by waits_since
    limit ${input.limit}::int
    for update skip locked
  )
  update orders set wait_reminders = ${input.reminders}::int, wait_reminded_at = ${input.now}::timestamptz
  from due where orders.id = due.id
  returning orders.id, application_id, waits_since`

/** @param input.days waited. @param input.daysApart since the last reminder. */
export const listOutwaited = (
  sql: SqlRunner,
  input: { now: string; days: number; reminders: number; daysApart: number; limit: number },
) => sql<Id[]>`
  select id from orders
  where waits_since is not null and waits_since <= ${input.now}::timestamptz - make_interval(days => ${input.days}::int)
    and wait_reminders >= ${input.reminders}::int
      and wait_reminded_at <= ${input.now}::timestamptz - make_interval(days => ${input.daysApart}::int)
  order by waits_since
  limit ${input.limit}::int`
