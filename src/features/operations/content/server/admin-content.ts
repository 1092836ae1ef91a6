import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { addJob } from '#database/add-job.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { SqlRunner } from '#database/sql.ts'
import { dayAfter, isDay } from '#domain/calendar-day.ts'
import { contentFlags } from '#domain/content-flags.ts'
import { londonDay } from '#domain/london-time.ts'
import { isPast, type PromotionDate, type PromotionPage } from '#domain/promotion-date.ts'
import { movePromotion } from '#features/site/server/move-promotion.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type Loader, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import { failure } from '#wire/failure.ts'
import { refuse } from '#wire/field-failures.ts'
import { line } from '#wire/text-schema.ts'
import type { AdminContentData, DateState } from '../state.ts'

/** A promotional event's date as its form sends it, in London's time; `time` stays empty for the boxing night, which has none. */
const dateSchema = type({
  page: type("'boxing' | 'webinar'"),
  /** Of the date that the editor saw. */
  revision: type('string <= 20').default(''),
  day: line(10).narrow((value, ctx) => isDay(value) || refuse(ctx, 'Give the day as YYYY-MM-DD')),
  time: line(5).narrow(
    (value, ctx) => value === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(value) || refuse(ctx, 'Give the time as HH:MM'),
  ),
})
  .onUndeclaredKey('delete')
  .narrow(({ page, time }, ctx) => page === 'boxing' || time !== '' || refuse(ctx, 'Time is required', 'time'))

/** A later day than this is more likely a slip than a plan. */
const maxDaysAhead = 5 * 366

/**
 * Sets the date of a promotional page's event. One that is still to come is moved: who is booked for it goes along and is mailed. One
 * that is over stays what it was, with those who were booked for it, and the date is another event's. The same date again changes
 * nothing.
 */
const setPromotionDate = formCommand({
  permission: 'register',
  schema: dateSchema,
  run: async ({ input: { page, day, time: typedTime, revision }, admin, services: { sql, now: clock } }) => {
    const now = clock()
    const time = page === 'webinar' ? typedTime : null
    if (isPast(page, { day, time, firstDay: day, revision: 0 }, now)) return wrongDay('Enter a date in the future')
    if (day > dayAfter(londonDay(now), maxDaysAhead)) return wrongDay('Enter a date within the next five years')
    return await sql.begin(async (tx) => {
      const before = (await lockDate(tx, { page }))[0]!
      if (before.day === day && before.time === time) return answer(page)
      if (String(before.revision) !== revision) {
        return wrongDay(
          'Someone has changed the date since you opened this page. It is shown above. Save again to use your date',
        )
      }
      const isAnother = isPast(page, before, now)
      const after = (await setDate(tx, { page, day, time, isAnother, changedBy: admin.id, now: now.toISOString() }))[0]!
      if (!isAnother) {
        const ids = await movePromotion(tx, page, before, after)
        if (ids.length > 0) await addJob(tx, 'tell-moved-date', { page, ids })
      }
      await recordChange(tx, {
        actor: byPerson(admin),
        subject: { kind: 'content', id: page },
        action: 'date-set',
        before: wordsOf(before),
        after: wordsOf(after),
      })
      return answer(page)
    })
  },
})

/** Feeds the admin's page of the switches and dates of the public pages. */
const loadAdminContent: Loader<AdminContentData> = async (request) => await contentPage(request)

/** The page as it stands; with the date of one event as it was typed and refused. */
async function contentPage(
  { query, services: { sql, now } }: Pick<PageRequest, 'query' | 'services'>,
  refused?: { page: PromotionPage } & Pick<DateState, 'typed' | 'problems'>,
): Promise<PageAnswer<AdminContentData>> {
  const [rows, dates] = await Promise.all([listFlags(sql), listDates(sql)])
  const dateOf = (name: string): DateState | null => {
    const row = dates.find(({ page }) => page === name)
    if (!row) return null
    const { page, firstDay: _, ...date } = row
    const { typed, problems } = refused?.page === page ? refused : { typed: null, problems: [] }
    return { ...date, isPast: isPast(page, row, now()), typed, problems }
  }
  const flags = contentFlags.map(({ name }) => {
    const { isOn = true, changedAt = null, changedBy = null } = rows.find((row) => row.name === name) ?? {}
    return { name, isOn, changedAt, changedBy, date: dateOf(name) }
  })
  const named = (part: string) => contentFlags.find(({ name }) => name === query.get(part))?.name ?? null
  return { kind: 'page', data: { flags, done: named('done'), dated: named('dated') } }
}

/**
 * Sets one switch to what its button says, not to the opposite of what it is: when two editors press at once, both get what they
 * wanted, and the log has one line.
 */
const switchFlag = formCommand({
  permission: 'register',
  schema: type({ flag: type.enumerated(...contentFlags.map(({ name }) => name)), to: "'on' | 'off'" }),
  run: async ({ input: { flag: name, to }, admin, services }) => {
    const isOn = to === 'on'
    await services.sql.begin(async (tx) => {
      const [changed] = await setFlag(tx, { name, isOn, changedBy: admin.id })
      if (!changed) return
      await recordChange(tx, {
        actor: byPerson(admin),
        subject: { kind: 'content', id: name },
        action: isOn ? 'switched-on' : 'switched-off',
        before: { on: !isOn },
        after: { on: isOn },
      })
    })
    return answer(name)
  },
})

const switches = formPost<AdminContentData, typeof switchFlag>(switchFlag, {
  done: (done) => adminHref('adminContent', { done }),
  again: () => ({ kind: 'not-found' }),
})
const dates = formPost<AdminContentData, typeof setPromotionDate>(setPromotionDate, {
  done: (dated) => adminHref('adminContent', { dated }),
  again: (request, { typed: { page, day = '', time = '' }, problems }) =>
    page === 'boxing' || page === 'webinar'
      ? contentPage(request, { page, typed: { day, time }, problems })
      : { kind: 'not-found' },
})

/** The switches of the public pages, and the dates of their events. */
export const adminContent = handler({
  load: loadAdminContent,
  act: async (request) => await (request.form.page === undefined ? switches : dates)(request),
})

const wrongDay = (message: string) => failure('invalid', message, { fields: [{ field: 'day', message }] })

function wordsOf({ day, time }: PromotionDate): Record<string, unknown> {
  return time ? { day, time } : { day }
}

type FlagRow = { name: string; isOn: boolean; changedAt: string | null; changedBy: string | null }
type DateRow = PromotionDate & { page: PromotionPage; changedAt: string | null; changedBy: string | null }

/** Every switch as it stands, with who has set it last and when; both null for one that nobody has touched. */
const listFlags = (sql: SqlRunner) => sql<FlagRow[]>`
  select f.name, f.is_on as "isOn", f.changed_at as "changedAt", p.name as "changedBy"
  from content_flags as f
  left join people as p on p.id = f.changed_by`

/** No row when it stands so already, or is not known. */
const setFlag = (sql: SqlRunner, { name, isOn, changedBy }: { name: string; isOn: boolean; changedBy: string }) => sql<
  { name: string }[]
>`
  update content_flags set is_on = ${isOn}::boolean, changed_at = now(), changed_by = ${changedBy}::text
  where name = ${name}::text and is_on <> ${isOn}::boolean
  returning name`

/** Both dates, with who has set each last and when; both null for one that nobody has touched. */
const listDates = (sql: SqlRunner) => sql<DateRow[]>`
  select d.page, d.day::text as day, to_char(d.starts_at, 'HH24:MI') as time, d.first_day::text as "firstDay", d.revision,
    d.changed_at as "changedAt", p.name as "changedBy"
  from promotion_dates as d
  left join people as p on p.id = d.changed_by`

/** The date as it stands. Nothing is booked for it, and nobody changes it, before the transaction ends. */
const lockDate = (sql: SqlRunner, { page }: { page: PromotionPage }) => sql<PromotionDate[]>`
  select day::text as day, to_char(starts_at, 'HH24:MI') as time, first_day::text as "firstDay", revision
  from promotion_dates where page = ${page}::text
  for update`

const setDate = (
  sql: SqlRunner,
  input: { page: PromotionPage; day: string; time: string | null; isAnother: boolean; changedBy: string; now: string },
) => sql<PromotionDate[]>`
  update promotion_dates
  set day = ${input.day}::date, starts_at = ${input.time}::time, first_day = case when ${input.isAnother}::boolean
    then ${input.day}::date else first_day end,
    revision = revision + 1, changed_at = ${input.now}::timestamptz, changed_by = ${input.changedBy}::text
  where page = ${input.page}::text
  returning day::text as day, to_char(starts_at, 'HH24:MI') as time, first_day::text as "firstDay", revision`
