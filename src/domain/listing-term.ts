import { dayAfter } from './calendar-day.ts'
import type { Day, Instant, Pence } from './formats.ts'
import { firstMomentOf, lastMomentOf, londonDay } from './london-time.ts'

// Every date of a paid term. Days are London's; moments are the payment provider's, which reckons in UTC.

export type Interval = 'year' | 'month'

const dayMs = 24 * 60 * 60 * 1000
const dayOf = (moment: Instant): Day => londonDay(new Date(moment))

/**
 * When a term that begins at `start` ends and the next one is charged, as the payment provider reckons: the same time of day (UTC) and day of
 * the month, or the month's last day where it has no such day.
 */
export function termEnd(start: Instant, interval: Interval): Instant {
  const end = new Date(start)
  const month = end.getUTCMonth() + (interval === 'year' ? 12 : 1)
  end.setUTCDate(1)
  end.setUTCMonth(month)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(new Date(start).getUTCDate(), lastDay))
  return end.toISOString()
}

/** The day of the next charge of what is paid for now; it is also the first charge after a free or reduced year. */
export function renewalDay(now: Date, interval: Interval): Day {
  return dayOf(termEnd(now.toISOString(), interval))
}

/** The provider bills a renewal at the term's end and takes its payment about an hour later: nobody should lapse in between. */
export function withGrace(end: Instant): Instant {
  return new Date(Date.parse(end) + dayMs).toISOString()
}

/**
 * The provider tries for three weeks (docs/going-live.md, "Payments", says how to set that up there), and its events have a day to arrive.
 * @param failed when the first attempt was refused: days after the end, where a bank debit was.
 */
export function withRetries(end: Instant, failed: Instant = end): Instant {
  const begun = failed > withGrace(end) ? failed : end
  return new Date(Date.parse(begun) + 22 * dayMs).toISOString()
}

/** While a bank debit is under way. It takes a week at most; it is asked for again before this ends. */
export function withDebit(now: Date): Instant {
  return new Date(now.getTime() + 10 * dayMs).toISOString()
}

/** Days after a refused charge on which its payer is told again; the first email goes out at once. */
export const unpaidReminderDays = [8, 18] as const

/** Days after a listing has lapsed in which it comes back by paying, also where its event is over. */
export const backDays = 60

/** Days before a charge on which its payer is reminded. */
export const reminderDays = [30, 7] as const

/** How often, in months, the payer of a monthly service is emailed before a charge. */
export const monthlyReminderMonths = 6

/** A reminder of so many days is due for terms that end until then. */
export function remindedUntil(now: Date, days: number): Instant {
  return new Date(now.getTime() + days * dayMs).toISOString()
}

/** Days before the end of a term from which its facts are confirmed. */
const confirmDays = 60

/** The terms whose facts are asked for end until then. */
export function confirmedUntil(now: Date): Instant {
  return lastMomentOf(dayAfter(londonDay(now), confirmDays))
}

/** Nobody has less time than this to confirm, also where the site asked late. */
const daysToConfirm = 30

/** From then on the entry counts as not confirmed. @param end of the term. */
export function confirmationDue(end: Instant, asked: Date): Instant {
  const fair = firstMomentOf(dayAfter(londonDay(asked), daysToConfirm))
  return fair > end ? fair : end
}

/** Where what is not confirmed is not renewed, its subscription ends so many days before the charge. */
export const endUnconfirmedDays = 3

export const coolingOffDays = 14

/** The last moment of the 14th day after the day of a payment. @param paid when the first term, or a renewed one, was paid. */
export function coolingOffUntil(paid: Instant): Instant {
  return lastMomentOf(dayAfter(dayOf(paid), coolingOffDays))
}

/** The last day for a refund that is owed, counted from the day on which it was asked for. */
export function refundDueBy(asked: Instant): Day {
  return dayAfter(dayOf(asked), 14)
}

/** The first day on which work begins that its buyer did not ask for earlier: after the days to cancel. */
export function startDay(paid: Instant): Day {
  return dayAfter(dayOf(paid), coolingOffDays + 1)
}

type PaidTerm = {
  interval: Interval
  paidPence: Pence
  paidAt: Instant
  /** When it ends. */
  until: Instant
  isRenewal: boolean
  /** Its buyer asked for the start before the days to cancel are over. */
  startsNow: boolean
}

/**
 * What cancelling now gives back: all of a first payment, less the days since then where its buyer asked for an early start; of a renewed year,
 * all but the days since it was paid, rounded up. @returns null once the cooling-off is over, or where nothing was paid: a renewed month has none.
 */
export function refundOnCancelling(term: PaidTerm, now: Date): Pence | null {
  const { interval, paidPence, paidAt, until, isRenewal, startsNow } = term
  if (paidPence === 0 || now.toISOString() > coolingOffUntil(paidAt)) return null
  if (isRenewal && interval === 'month') return null
  if (!isRenewal && !startsNow) return paidPence
  const days = daysBetween(dayOf(paidAt), dayOf(until))
  const used = daysBetween(dayOf(paidAt), londonDay(now))
  return used < days ? Math.ceil((paidPence * (days - used)) / days) : null
}

function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}

/** The same weekday about a year later, the first guess for a yearly event; later where that is over too. */
export function nextEditionDay(day: Day, today: Day): Day {
  let next = dayAfter(day, 364)
  while (next < today) next = dayAfter(next, 364)
  return next
}
