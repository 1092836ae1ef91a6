import type { Instant } from '#domain/formats.ts'
import { londonDateOf, londonOffset } from '#domain/london-time.ts'
import { type PromotionDate, startOf } from '#domain/promotion-date.ts'
import { email, form, text } from '#wire/define-form.ts'
import { content } from './content.ts'

export const signUpForm = form(
  {
    name: text({ label: 'Name', max: 120, required: 'Enter your name', autoComplete: 'name' }),
    email: email({
      label: 'Email',
      hint: 'We send the link to join to this address.',
      required: 'Enter your email address',
      autoComplete: 'email',
    }),
  },
  { honeypot: true },
)

/** One form at the top of the page and one at its end, with one state. */
export type FormId = 'hero' | 'registration'

/** Without questions and answers. */
export function endOf(startsAt: Instant): Instant {
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

export function webinarDetails(when: PromotionDate): { term: string; details: string }[] {
  const { date, time } = startWords(when)
  return [{ term: 'Date', details: date }, { term: 'Time', details: time }, ...content.details]
}

export function startedText(when: PromotionDate): string {
  const { date, time } = startWords(when)
  return `The webinar started on ${date} at ${time}. Sign-up is closed.`
}
