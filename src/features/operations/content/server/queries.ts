import type { SqlRunner } from '#database/sql.ts'
import type { PromotionDate, PromotionPage } from '#domain/promotion-date.ts'

type FlagRow = { name: string; isOn: boolean; changedAt: string | null; changedBy: string | null }
type DateRow = PromotionDate & { page: PromotionPage; changedAt: string | null; changedBy: string | null }

/** Every switch as it stands, with who has set it last and when; both null for one that nobody has touched. */
export const listFlags = (sql: SqlRunner) => sql<FlagRow[]>`
  select f.name, f.is_on as "isOn", f.changed_at as "changedAt", p.name as "changedBy"
  from content_flags as f
  left join people as p on p.id = f.changed_by`

/** No row when it stands so already, or is not known. */
export const setFlag = (
  sql: SqlRunner,
  { name, isOn, changedBy }: { name: string; isOn: boolean; changedBy: string },
) => sql<{ name: string }[]>`
  update content_flags set is_on = ${isOn}::boolean, changed_at = now(), changed_by = ${changedBy}::text
  where name = ${name}::text and is_on <> ${isOn}::boolean
  returning name`

/** Both dates, with who has set each last and when; both null for one that nobody has touched. */
export const listDates = (sql: SqlRunner) => sql<DateRow[]>`
  select d.page, d.day::text as day, to_char(d.starts_at, 'HH24:MI') as time, d.first_day::text as "firstDay", d.revision,
    d.changed_at as "changedAt", p.name as "changedBy"
  from promotion_dates as d
  left join people as p on p.id = d.changed_by`

/** The date as it stands. Nothing is booked for it, and nobody changes it, before the transaction ends. */
export const lockDate = (sql: SqlRunner, { page }: { page: PromotionPage }) => sql<PromotionDate[]>`
  select day::text as day, to_char(starts_at, 'HH24:MI') as time, first_day::text as "firstDay", revision
  from promotion_dates where page = ${page}::text
  for update`

export const setDate = (
  sql: SqlRunner,
  input: { page: PromotionPage; day: string; time: string | null; isAnother: boolean; changedBy: string; now: string },
) => sql<PromotionDate[]>`
  update promotion_dates
  set day = ${input.day}::date, starts_at = ${input.time}::time, first_day = case when ${input.isAnother}::boolean
    then ${input.day}::date else first_day end,
    revision = revision + 1, changed_at = ${input.now}::timestamptz, changed_by = ${input.changedBy}::text
  where page = ${input.page}::text
  returning day::text as day, to_char(starts_at, 'HH24:MI') as time, first_day::text as "firstDay", revision`
