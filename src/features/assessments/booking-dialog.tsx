import type { Slot } from '#domain/call-times.ts'
import { assessmentCallMinutes } from '#domain/recognition-levels.ts'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { problemOf } from '#wire/form.ts'
import { CallTimes, DayForm, NextFree } from './call-times.tsx'
import { type BookingForm, bookingPath, levelNames, sentences } from './rules.ts'
import { useBookCall } from './use-book-call.ts'

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
          type="tel"
          label="Phone number"
          hint="The number that we call."
          required
          autoComplete="tel"
          inputMode="tel"
          maxLength={40}
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
          <Button type="submit" busy={busy} busyText="Booking...">
            Book the call
          </Button>
        </div>
      </form>
    </>
  )
}
