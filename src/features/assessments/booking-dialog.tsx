import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { isDay } from '#domain/calendar-day.ts'
import { type CallTime, isCallTime, type Slot } from '#domain/call-times.ts'
import { assessmentCallMinutes } from '#domain/recognition-levels.ts'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { phoneInput, TextArea, TextInput } from '#ui/field.tsx'
import { useToast } from '#ui/toast.tsx'
import { usePostForm } from '#ui/use-post-form.ts'
import { useBrand } from '#wire/brand-context.ts'
import { callApi } from '#wire/call-api.ts'
import type { FailureBody } from '#wire/failure.ts'
import { emptyForm, type FormState, inFormOrder, problemOf } from '#wire/form.ts'
import { CallTimes, DayForm, NextFree } from './call-times.tsx'
import type { BookingForm } from './recognition/server.ts'
import { bookingPath, levelNames, sentences, toasts, withoutNext } from './rules.ts'

/** Its state is in the address. Without a script the first form asks for the day, and the second books the call. */
export function BookingDialog({ applicationId, booking }: { applicationId: string; booking: BookingForm }) {
  return (
    <Dialog
      open
      title={`Book your ${assessmentCallMinutes}-minute assessment call`}
      closeHref={`${href('preApproved', { application_id: applicationId })}#call`}
    >
      {booking.mayBook ? <BookingForms applicationId={applicationId} booking={booking} /> : <NotYours />}
    </Dialog>
  )
}

function NotYours() {
  const brand = useBrand()
  return (
    <p>
      {sentences.notYours} Open this page there,{' '}
      <a href={href('access')}>have a link sent to the address that you applied with</a>, or call us on{' '}
      <a href={`tel:${brand.phoneLink}`}>{brand.phone}</a>.
    </p>
  )
}

function BookingForms({ applicationId, booking }: { applicationId: string; booking: BookingForm }) {
  const { shown, busy, attempt, chooseDay, form } = useBookCall(applicationId, booking)
  const { day, free, time, problems, notice, next } = shown
  const hrefOf = (slot: Slot) => bookingPath(applicationId, booking.levels, slot)
  return (
    <>
      <p>
        {booking.levels.length > 0
          ? `We will talk about: ${levelNames(booking.levels)}.`
          : 'You have not chosen a recognition level. We can talk about them on the call.'}
      </p>
      <div className="mt-5 flex flex-col gap-5">
        <ErrorSummary key={`problems ${attempt}`} problems={problems} />
        <NextFree key={`notice ${attempt}`} notice={notice} next={next} hrefOf={hrefOf} />
        <DayForm
          action={`${href('preApproved')}#call`}
          day={day}
          firstDay={booking.firstDay}
          lastDay={booking.lastDay}
          error={problemOf(problems, 'preferredDate')}
          onChoose={chooseDay}
        >
          <input type="hidden" name="application_id" value={applicationId} />
          <input type="hidden" name="book" value="1" />
          {booking.levels.map((id) => (
            <input key={id} type="hidden" name="level" value={id} />
          ))}
        </DayForm>
      </div>
      <form
        {...form}
        action={`${bookingPath(applicationId, booking.levels, null)}#call`}
        noValidate
        className="mt-5 flex flex-col gap-5"
      >
        <input type="hidden" name="preferredDate" value={day} />
        <input type="hidden" name="selectedOptions" value={booking.levels.join()} />
        <CallTimes
          key={`${day} ${free.join()} ${time}`}
          free={free}
          chosen={time}
          error={problemOf(problems, 'preferredTime')}
        />
        <TextInput
          name="phone"
          {...phoneInput}
          label="Phone number"
          hint="The number that we call."
          required
          defaultValue={booking.phone}
          error={problemOf(problems, 'phone')}
        />
        <TextArea
          name="message"
          label="Message"
          optional
          rows={3}
          maxLength={2000}
          defaultValue={booking.message}
          error={problemOf(problems, 'message')}
        />
        <div>
          <Button busy={busy} busyText="Booking...">
            Book the call
          </Button>
        </div>
      </form>
    </>
  )
}

type ApiSlot = { preferredDate: string; preferredTime: CallTime }

/** With a script the times of a day are loaded as soon as it is chosen. */
function useBookCall(applicationId: string, booking: BookingForm) {
  const [shown, setShown] =
    useState<Pick<BookingForm, 'day' | 'time' | 'free' | 'problems' | 'notice' | 'next'>>(booking)
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
      const asking = { query: { date: day }, signal: request.signal }
      const { times, nextFree } = await callApi<{ times: CallTime[]; nextFree: ApiSlot[] }>(
        'listAssessmentTimes',
        asking,
      )
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
