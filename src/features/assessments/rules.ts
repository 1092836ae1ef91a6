import { dayAfter } from '#domain/calendar-day.ts'
import { callStart, type Slot } from '#domain/call-times.ts'
import { londonDay, longDay } from '#domain/london-time.ts'
import { isWorkingDay } from '#domain/office-hours.ts'
import { recognitionLevels } from '#domain/recognition-levels.ts'
import { href } from '#pages.ts'
import type { FieldFailure } from '#wire/failure.ts'

export const daysAhead = 366

/** For one mailbox, and for one visitor. */
export const maxOpenCalls = 2

export const sentences = {
  day: 'Choose a day for the call',
  past: 'The date cannot be earlier than today',
  far: 'The date cannot be more than a year ahead',
  weekend: 'Choose a day from Monday to Friday',
  time: 'Choose one of the times',
  timePast: 'This time has passed',
  phone: 'Enter your phone number',
  taken: 'This time is not free.',
  bookedAlready: 'You already have a call for this application. Use the link in our email to move or cancel it.',
  tooMany:
    'There are already two assessment calls with this email address or from your network. Have or cancel one of them first, or write to us.',
  rejected:
    'This application was not approved, so you cannot book an assessment call for it. Write to us about it, or apply again.',
  notYours: 'Only the browser that applied can book the call.',
} as const

export const toasts = {
  booked: {
    title: 'Assessment Call Booked!',
    description: "We'll contact you within 24 hours to confirm your appointment.",
  },
  failed: { title: 'Booking Failed', description: 'Please try again or call us directly.' },
} as const

/** Why no call can take place at a slot even if it is free; null when one can. */
export function refusalOf(slot: Slot, now: Date): FieldFailure | null {
  const today = londonDay(now)
  const blame = (field: string, message: string) => ({ field, message })
  if (slot.day < today) return blame('preferredDate', sentences.past)
  if (slot.day > dayAfter(today, daysAhead)) return blame('preferredDate', sentences.far)
  if (!isWorkingDay(slot.day)) return blame('preferredDate', sentences.weekend)
  if (callStart(slot) <= now) return blame('preferredTime', sentences.timePast)
  return null
}

/** 'Tuesday 24 November 2026 at 10:00' */
export function slotWords({ day, time }: Slot): string {
  return `${longDay(day)} at ${time}`
}

export function levelNames(ids: readonly string[]): string {
  const chosen = recognitionLevels.filter(({ id }) => ids.includes(id))
  return chosen.map(({ name }) => name).join(', ')
}

export function bookingPath(applicationId: string, levels: readonly string[], slot: Slot | null): string {
  const chosen = slot ? { date: slot.day, time: slot.time } : {}
  const path = href('preApproved', { application_id: applicationId, book: true, ...chosen })
  return path + levels.map((id) => `&level=${id}`).join('')
}

/** For a refusal with links to the next free times below it. */
export function withoutNext(message: string): string {
  return message.replace(/ Next free times: .*$/, '')
}

export const maxAtOnce = 20

export function slotField(day: string, time: string): string {
  return `${day} ${time}`
}

/** The hidden field with the value from when the page was loaded. */
export function seenField(day: string, time: string): string {
  return `seen ${day} ${time}`
}
