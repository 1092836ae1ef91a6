import { dayAfter } from '#domain/calendar-day.ts'
import { type CallTime, callStart, type Slot } from '#domain/call-times.ts'
import type { Day } from '#domain/formats.ts'
import { londonDay, longDay } from '#domain/london-time.ts'
import type { RecognitionLevelId } from '#domain/recognition-levels.ts'
import { isWorkingDay } from '#domain/working-days.ts'
import { href } from '#pages.ts'
import type { FieldFailure } from '#wire/failure.ts'

/** How many days ahead a call can be booked. */
export const daysAhead = 366

/** Calls to come that one mailbox, or one visitor, may have booked. */
export const maxOpenCalls = 2

export const sentences = {
  day: 'Preferred date is required',
  past: 'The date cannot be earlier than today',
  far: 'The date cannot be more than a year ahead',
  weekend: 'Choose a day from Monday to Friday',
  time: 'Choose one of the times',
  timePast: 'This time has passed',
  phone: 'Phone number is required',
  taken: 'This time is not free.',
  bookedAlready: 'You already have a call for this application. Use the link in our email to move or cancel it.',
  tooMany:
    'There are already two assessment calls with this email address or from your network. Have or cancel one of them first, or write to us.',
  rejected:
    'This application was not approved, so you cannot book an assessment call for it. Write to us about it, or apply again.',
  notYours: 'Only the browser that applied can book the call.',
} as const

/** Said when a call is booked, and when it is not. */
export const toasts = {
  booked: {
    title: 'Assessment Call Booked!',
    description: "We'll contact you within 24 hours to confirm your appointment.",
  },
  failed: { title: 'Booking Failed', description: 'Please try again or call us directly.' },
} as const

/** The dialog of the pre-approval page. */
export type BookingForm = {
  /** False for somebody who holds the link alone. */
  mayBook: boolean
  /** The first and the last that can be chosen. */
  firstDay: Day
  lastDay: Day
  day: string
  time: CallTime | null
  /** The times of `day` that can be booked. */
  free: CallTime[]
  levels: RecognitionLevelId[]
  phone: string
  message: string
  problems: FieldFailure[]
  /** Why the last attempt failed as a whole. */
  notice: string | null
  /** The next times that are free, where `day` has none or one was refused. */
  next: Slot[]
}

/** What the pre-approval page knows of the call. Of calls it tells the applicant alone. */
export type CallData = {
  /** The call to come, with the path where it is moved and cancelled. */
  booked: (Slot & { manage: string }) | null
  /** The last call where its time has passed and there is no other. */
  past: Slot | null
  /** The dialog while it is open. */
  booking: BookingForm | null
}

/** Why no call can take place at a slot, however free it is; null when one can. */
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

/** The address of the dialog, with the levels that are chosen and, where one is offered, a slot. */
export function bookingPath(applicationId: string, levels: readonly string[], slot: Slot | null): string {
  const chosen = slot ? { date: slot.day, time: slot.time } : {}
  const path = href('preApproved', { application_id: applicationId, book: true, ...chosen })
  return path + levels.map((id) => `&level=${id}`).join('')
}

/** A refusal without its words for the next free times, where links below it give them. */
export function withoutNext(message: string): string {
  return message.replace(/ Next free times: .*$/, '')
}
