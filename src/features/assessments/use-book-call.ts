import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { isDay } from '../../domain/calendar-day.ts'
import { href } from '../../pages.ts'
import { useToast } from '../../ui/toast.tsx'
import { ApiError, callApi } from '../../wire/call-api.ts'
import { type BookingForm, type CallTime, isCallTime, missingFields, type Slot, toasts, withoutNext } from './rules.ts'

type Shown = Pick<BookingForm, 'day' | 'time' | 'free' | 'problems' | 'notice' | 'next'>
type ApiSlot = { preferredDate: string; preferredTime: CallTime }
type Times = { times: CallTime[]; nextFree: ApiSlot[] }

/**
 * The dialog with a script: the times of a day as soon as it is chosen, and the booking by the call. `attempts` counts those that
 * failed, so that what went wrong is told anew each time.
 */
export function useBookCall(applicationId: string, booking: BookingForm) {
  const [shown, setShown] = useState<Shown>(booking)
  const [busy, setBusy] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const running = useRef(false)
  const asked = useRef<AbortController>(null)
  const [, navigate] = useLocation()
  const toast = useToast()

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
      setShown({ ...shown, day, time: null, problems: [], notice: 'The free times could not be loaded.', next: [] })
    }
  }

  async function book(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (running.current) return
    const values = new FormData(event.currentTarget)
    const text = (name: string) => String(values.get(name) ?? '')
    const tried = text('preferredTime')
    const missing = missingFields({ day: shown.day, time: tried, phone: text('phone') })
    if (missing.length > 0) {
      setShown({ ...shown, time: isCallTime(tried) ? tried : null, problems: missing, notice: null, next: [] })
      setAttempts((count) => count + 1)
      return
    }
    running.current = true
    setBusy(true)
    try {
      await callApi('bookAssessment', {
        body: {
          preferredDate: shown.day,
          preferredTime: tried,
          phone: text('phone'),
          message: text('message'),
          selectedOptions: booking.levels,
          applicationId,
        },
      })
      toast(toasts.booked)
      navigate(`${href('preApproved', { application_id: applicationId })}#call`, { replace: true })
    } catch (problem) {
      const now = refused(problem, tried)
      // A field's own error says what to mend.
      if (now.problems.length === 0) toast({ ...toasts.failed, variant: 'destructive' })
      setShown(now)
      setAttempts((count) => count + 1)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  function refused(problem: unknown, tried: string): Shown {
    const failure = problem instanceof ApiError ? problem.failure : null
    const next = slotsOf((failure?.nextFree as ApiSlot[] | undefined) ?? [])
    const problems = failure?.fields ?? []
    const isTaken = failure?.kind === 'conflict'
    const words = isTaken ? withoutNext(failure.error) : toasts.failed.description
    return {
      ...shown,
      time: isCallTime(tried) && !isTaken ? tried : null,
      free: isTaken ? shown.free.filter((time) => time !== tried) : shown.free,
      problems,
      notice: problems.length > 0 ? null : words,
      next,
    }
  }

  return { shown, busy, attempts, chooseDay, book }
}

function slotsOf(offered: ApiSlot[]): Slot[] {
  return offered.map(({ preferredDate, preferredTime }) => ({ day: preferredDate, time: preferredTime }))
}
