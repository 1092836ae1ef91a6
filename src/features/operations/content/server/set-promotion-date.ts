import { addJob } from '#database/add-job.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import { dayAfter } from '#domain/calendar-day.ts'
import { londonDay } from '#domain/london-time.ts'
import type { PromotionDate } from '#domain/promotion-date.ts'
import { isPast } from '#domain/promotion-date.ts'
import { movePromotion } from '#features/site/server/move-promotion.ts'
import { answer, formCommand } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import { dateSchema } from '../schema.ts'
import { lockDate, setDate } from './queries.ts'

/** A later day than this is more likely a slip than a plan. */
const maxDaysAhead = 5 * 366

/**
 * Sets the date of a promotional page's event. One that is still to come is moved: who is booked for it goes along and is mailed. One
 * that is over stays what it was, with those who were booked for it, and the date is another event's. The same date again changes
 * nothing.
 */
export const setPromotionDate = formCommand({
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

const wrongDay = (message: string) => failure('invalid', message, { fields: [{ field: 'day', message }] })

function wordsOf({ day, time }: PromotionDate): Record<string, unknown> {
  return time ? { day, time } : { day }
}
