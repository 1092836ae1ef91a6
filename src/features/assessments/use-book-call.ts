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

type DialogState = Pick<BookingForm, 'day' | 'time' | 'free' | 'problems' | 'notice' | 'next'>
type ApiSlot = { preferredDate: string; preferredTime: CallTime }
type Times = { times: CallTime[]; nextFree: ApiSlot[] }

/** With a script the times of a day are loaded as soon as it is chosen. */
export function useBookCall(applicationId: string, booking: BookingForm) {
  const [shown, setShown] = useState<DialogState>(booking)
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

  // A link to an offered slot changes the address.
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
      // The day can still be asked for: the server decides at the booking.
      setShown({ ...shown, day, time: null, problems: [], notice: 'We could not load the free times.', next: [] })
    }
  }

  function refused({ typed, ...why }: FormState, failure: FailureBody | null) {
    const problems = inFormOrder(why.problems, ['preferredDate', 'preferredTime', 'phone', 'message'])
    const tried = typed.preferredTime
    const isTaken = failure?.kind === 'conflict'
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
