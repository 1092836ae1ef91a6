import type { ContentFlags } from '../../../domain/content-flags.ts'
import { londonOffset } from '../../../domain/london-offset.ts'
import { londonDateOf } from '../../../domain/london-time.ts'
import { isMailAddress } from '../../../domain/mail-address.ts'
import type { PromotionDate } from '../../../domain/promotion-date.ts'
import type { FieldFailure } from '../../../wire/failure.ts'
import { content } from './content.ts'

/** The page has two forms with one state: at the top, and at its end. */
export type FormId = 'hero' | 'registration'

export type SignUpState = {
  name: string
  email: string
  problems: FieldFailure[]
  /** Why the last attempt failed as a whole. */
  notice: string | null
  /** The form that was sent last: it shows the list of problems, and takes the focus. */
  sentFrom: FormId | null
  /** Counts the attempts, so that each list of problems is announced. */
  attempt: number
  busy: boolean
  done: boolean
}

export const emptySignUp: SignUpState = {
  name: '',
  email: '',
  problems: [],
  notice: null,
  sentFrom: null,
  attempt: 0,
  busy: false,
  done: false,
}

export type WebinarData = {
  when: PromotionDate
  /** False while the admin has sign-up closed, and once it has started, except in the demonstration: no sign-ups are taken. */
  isOpen: boolean
  hasStarted: boolean
  flags: ContentFlags
  /** The calendar file as a `data:` address; null when there is nothing to note down any more. */
  calendar: string | null
  /** What a post without a script came to; empty otherwise. */
  signUp: SignUpState
}

/** What is missing or wrong, as far as the form itself can see. The server asks its schema, which says the same. */
export function signUpProblems({ name, email }: { name: string; email: string }): FieldFailure[] {
  const problems: FieldFailure[] = []
  if (!name.trim()) problems.push({ field: 'name', message: 'Name is required' })
  if (!email.trim()) problems.push({ field: 'email', message: 'Email is required' })
  else if (!isMailAddress(email.trim()))
    problems.push({ field: 'email', message: 'Please enter a valid email address' })
  return problems
}

/** When the webinar starts, as an ISO time in UTC. */
export function startOf({ day, time }: PromotionDate): string {
  // The database has a time for every date of the webinar.
  return new Date(`${day}T${time}:00${londonOffset(day, time!)}`).toISOString()
}

/** Whether it has started (`startsAt`: ISO): from then on only the demonstration takes sign-ups. */
export function hasStarted(startsAt: string, now: Date): boolean {
  return now.getTime() >= Date.parse(startsAt)
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
