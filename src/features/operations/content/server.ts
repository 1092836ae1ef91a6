import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { addJob } from '#database/add-job.ts'
import { dayAfter } from '#domain/calendar-day.ts'
import { contentFlags } from '#domain/content-flags.ts'
import type { Instant } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import { isPast, type PromotionDate, type PromotionPage } from '#domain/promotion-date.ts'
import { movePromotion, readPromotionDate } from '#features/site/server/promotion-dates.ts'
import { command, did, wrong } from '#page/command.ts'
import { page } from '#page/page.ts'
import { clockTime, day, form, listed, text } from '#wire/define-form.ts'
import { failure } from '#wire/failure.ts'

/** Sets a switch to what its button says: when two editors press at once, both get what they wanted. */
const switchFlag = command({
  permission: 'register',
  schema: type({ flag: "string = ''", to: "string = ''" }),
  run: async ({ input: { flag, to }, admin, sql }) => {
    const name = contentFlags.find((known) => known.name === flag)?.name
    if (!name || (to !== 'on' && to !== 'off')) return failure('not-found', 'There is no such switch.')
    const isOn = to === 'on'
    const [changed] = await sql<{ name: string }[]>`
      update content_flags set is_on = ${isOn}::boolean, changed_at = now(), changed_by = ${admin.id}::text
      where name = ${name}::text and is_on <> ${isOn}::boolean
      returning name`
    const audit = {
      subject: { kind: 'content', id: name },
      action: isOn ? 'switched-on' : 'switched-off',
      before: { on: !isOn },
      after: { on: isOn },
    }
    return did({ answer: name, ...(changed && { audit }) })
  },
  leadsTo: (done) => adminHref('adminContent', { done }),
})

/** `time` is empty for the boxing night, which has none. */
const dateForm = form(
  {
    page: listed({ label: '', choices: { boxing: '', webinar: '' }, required: 'This is not valid' }),
    /** Of the date that the editor saw. */
    revision: text({ label: '', max: 20 }),
    day: day({ label: '', required: 'Give the day as YYYY-MM-DD' }),
    time: clockTime({ label: '' }),
  },
  { check: ({ page, time }) => page === 'webinar' && time === '' && { time: 'Enter a time' } },
)

/** A later day is more likely a slip than a plan. */
const maxDaysAhead = 5 * 366

/**
 * An event that is still to come is moved with those who are booked for it, who get an email. One that is over stays as it was, with its
 * bookings: the date is another event's.
 */
const setDate = command({
  permission: 'register',
  form: dateForm,
  run: async ({ input: { page, day, time: typedTime, revision }, admin, sql, services }) => {
    const now = services.now()
    const time = page === 'webinar' ? typedTime : null
    if (isPast(page, { day, time, firstDay: day, revision: 0 }, now))
      return wrong({ day: 'Enter a date in the future' })
    if (day > dayAfter(londonDay(now), maxDaysAhead)) return wrong({ day: 'Enter a date within the next five years' })
    // Locked, so that nothing is booked for it before the transaction ends.
    const before = await readPromotionDate(sql.raw, page, 'update')
    if (before.day === day && before.time === time) return did({ answer: page })
    if (String(before.revision) !== revision)
      return wrong({
        day: 'Someone has changed the date since you opened this page. It is shown above. Save again to use your date',
      })
    const isAnother = isPast(page, before, now)
    const [after] = await sql<PromotionDate[]>`
      update promotion_dates
      set day = ${day}::date, starts_at = ${time}::time, first_day = case when ${isAnother}::boolean
        then ${day}::date else first_day end,
        revision = revision + 1, changed_at = ${now.toISOString()}::timestamptz, changed_by = ${admin.id}::text
      where page = ${page}::text
      returning day::text as day, to_char(starts_at, 'HH24:MI') as time, first_day::text as first_day, revision`
    if (!isAnother) {
      const ids = await movePromotion(sql.raw, page, before, after!)
      if (ids.length > 0) await addJob(sql.raw, 'tell-moved-date', { page, ids })
    }
    const subject = { kind: 'content', id: page }
    return did({ answer: page, audit: { subject, action: 'date-set', before: logged(before), after: logged(after!) } })
  },
  leadsTo: (dated) => adminHref('adminContent', { dated }),
})

function logged({ day, time }: PromotionDate): Record<string, unknown> {
  return time ? { day, time } : { day }
}

/** Both null where nobody has changed it. */
type LastChange = { changedAt: Instant | null; changedBy: string | null }

export const adminContent = page('adminContent', {
  commands: { switch: switchFlag, date: setDate },
  load: async ({ query, sql, services }) => {
    const [rows, dates] = await Promise.all([
      sql<({ name: string; isOn: boolean } & LastChange)[]>`
        select f.name, f.is_on, f.changed_at, p.name as changed_by
        from content_flags as f
        left join people as p on p.id = f.changed_by`,
      sql<(PromotionDate & { page: PromotionPage } & LastChange)[]>`
        select d.page, d.day::text as day, to_char(d.starts_at, 'HH24:MI') as time, d.first_day::text as first_day,
          d.revision, d.changed_at, p.name as changed_by
        from promotion_dates as d
        left join people as p on p.id = d.changed_by`,
    ])
    const dateOf = (name: string) => {
      const row = dates.find(({ page }) => page === name)
      if (!row) return null
      const { page, firstDay: _, ...date } = row
      return { ...date, isPast: isPast(page, row, services.now()) }
    }
    const named = (part: string) => contentFlags.find(({ name }) => name === query.get(part))?.name ?? null
    return {
      flags: contentFlags.map(({ name }) => {
        const { isOn = true, changedAt = null, changedBy = null } = rows.find((row) => row.name === name) ?? {}
        return { name, isOn, changedAt, changedBy, date: dateOf(name) }
      }),
      /** The switch that was just set. */
      done: named('done'),
      /** The switch whose event was just given a date. */
      dated: named('dated'),
    }
  },
})
