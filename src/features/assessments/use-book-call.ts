import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { isDay } from '#domain/calendar-day.ts'
import { type CallTime, isCallTime, type Slot } from '#domain/call-times.ts'
import { href } from '#pages.ts'
import { useToast } from '#ui/toast.tsx'
import { usePostForm } from '#ui/use-post-form.ts'
import { callApi } from '#wire/call-api.ts'
import type { FailureBody } from '#wire/failure.ts'
import { emptyForm, type FormState, inFormOrder } from '#wire/form.ts'
import { type BookingForm, toasts, withoutNext } from './rules.ts'

type Shown = Pick<BookingForm, 'day' | 'time' | 'free' | 'problems' | 'notice' | 'next'>
type ApiSlot = { preferredDate: string; preferredTime: CallTime }
type Times = { times: CallTime[]; nextFree: ApiSlot[] }

/**
 * The dialog with a script: the times of a day as soon as it is chosen, and the booking by the call. `attempt` counts those that
 * failed, so that what went wrong is told anew each time.
 */
export function useBookCall(applicationId: string, booking: BookingForm) {
  const [shown, setShown] = useState<Shown>(booking)
  const asked = useRef<AbortController>(null)
  const [, navigate] = useLocation()
  const toast = useToast()

  const book = usePostForm({
    call: 'bookAssessment',
    schema: async () => (await import('./schema.ts')).bookingSchema,
    posted: emptyForm,
    more: { applicationId },
    failed: toasts.failed.description,
    onDone: () => {
      toast(toasts.booked)
      navigate(`${href('preApproved', { application_id: applicationId })}#call`, { replace: true })
    },
    onRefused: refused,
  })

  // Another day or time of the address: an offered slot was followed.
  useEffect(() => setShown(booking), [booking])
  useEffect(() => () => asked.current?.abort(), [])

  async function chooseDay(day: string) {
    if (!isDay(day)) return
    asked.current?.abort()
    const request = new AbortController()
    asked.current = request
    try {
      const { times, nextFree } = await callApi<Times>('listAssessmentTimes', {
        query: { date: day },
        signal: request.signal,
      })
      if (request.signal.aborted) return
      const next = times.length === 0 ? slotsOf(nextFree) : []
      setShown({ day, time: null, free: times, problems: [], notice: null, next })
    } catch {
      if (request.signal.aborted) return
      // Nobody is kept from asking for a day because the look at it failed: the server decides at the booking.
      setShown({ ...shown, day, time: null, problems: [], notice: 'We could not load the free times.', next: [] })
    }
  }

  function refused({ typed, ...why }: FormState, failure: FailureBody | null) {
    // Where no time is chosen, the form does not name its field.
    const problems = inFormOrder(why.problems, ['preferredDate', 'preferredTime', 'phone', 'message'])
    const tried = typed.preferredTime
    const isTaken = failure?.kind === 'conflict'
    // A field's own error says what to mend.
    if (problems.length === 0) toast({ ...toasts.failed, variant: 'destructive' })
    setShown({
      ...shown,
      time: isCallTime(tried) && !isTaken ? tried : null,
      free: isTaken ? shown.free.filter((time) => time !== tried) : shown.free,
      problems,
      notice: problems.length > 0 ? null : isTaken ? withoutNext(failure.error) : toasts.failed.description,
      next: slotsOf((failure?.nextFree as ApiSlot[] | undefined) ?? []),
    })
  }

  return { shown, ...book, chooseDay }
}

function slotsOf(offered: ApiSlot[]): Slot[] {
  return offered.map(({ preferredDate, preferredTime }) => ({ day: preferredDate, time: preferredTime }))
}
