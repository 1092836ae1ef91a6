import type { ShownClaim } from '#domain/claims.ts'
import { londonOffset } from '#domain/london-offset.ts'
import { londonDateOf } from '#domain/london-time.ts'
import type { PromotionDate } from '#domain/promotion-date.ts'
import { startOf } from '#domain/promotion-date.ts'
import type { FormState } from '#wire/form.ts'
import { content } from './content.ts'

/** The page has two forms with one state: at the top, and at its end. */
export type FormId = 'hero' | 'registration'

export type WebinarData = {
  /** False in production without proof of the event: then nothing of it is shown. */
  isAnnounced: boolean
  when: PromotionDate
  /** False while the admin has sign-up closed, and once it has started, except in the demonstration: no sign-ups are taken. */
  isOpen: boolean
  hasStarted: boolean
  /** What is claimed, by the part of the page that shows it. */
  claims: Record<'speaker' | 'banner' | 'testimonials' | 'urgency' | 'deadline' | 'registration', ShownClaim[]>
  /** The calendar file as a `data:` address; null when there is nothing to note down any more. */
  calendar: string | null
  /** Both forms of the page: what is typed in one stands in the other. */
  form: FormState
  /** Signed up, without a script. */
  isDone: boolean
}

/** The end of the announced length, without questions and answers. ISO, UTC. */
export function endOf(startsAt: string): string {
  return new Date(Date.parse(startsAt) + content.minutes * 60_000).toISOString()
}

/** '23 August 2025' and '6 PM BST'. */
export function startWords(when: PromotionDate): { date: string; time: string } {
  const [hour = 0, minute = 0] = when.time!.split(':').map(Number)
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  const zone = londonOffset(when.day, when.time!) === '+01:00' ? 'BST' : 'GMT'
  const time = `${hour % 12 || 12}${minutes} ${hour < 12 ? 'AM' : 'PM'} ${zone}`
  return { date: londonDateOf(startOf(when)), time }
}

/** The facts of the webinar, for the page and the mail. */
export function webinarDetails(when: PromotionDate): { term: string; details: string }[] {
  const { date, time } = startWords(when)
  return [{ term: 'Date', details: date }, { term: 'Time', details: time }, ...content.details.items]
}

/** What stands in the place of the forms once it has started. */
export function startedText(when: PromotionDate): string {
  const { date, time } = startWords(when)
  return content.past.text(date, time)
}
