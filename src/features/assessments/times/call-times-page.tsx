import { useContext } from 'react'
import { adminHref } from '#admin-pages.ts'
import { longDay } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { Button } from '#ui/button.tsx'
import { Outcome } from '#ui/form.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { PostedContext } from '#ui/posted-context.ts'
import { VisuallyHidden } from '#ui/text.tsx'
import { definePage } from '#wire/page.ts'
import { seenField, slotField } from '../rules.ts'
import type { adminCallTimes } from './server.ts'

type Data = PageData<typeof adminCallTimes>

export const page = definePage<Data>(CallTimesPage, 'Assessment times')

function CallTimesPage({ data }: { data: Data }) {
  const posted = useContext(PostedContext)
  return (
    <>
      <PageHeading lead="How many calls can take place at each time. Changes here do not affect calls that are already booked." />
      <Outcome />
      <form
        key={JSON.stringify([data, posted])}
        method="post"
        action={adminHref('adminCallTimes', { week: data.week })}
        className="mt-8 flex flex-col gap-8"
      >
        <p className="text-muted">
          A time without its own number has room for {data.atOnce} {data.atOnce === 1 ? 'call' : 'calls'} at once. 0
          closes it.
        </p>
        {/* Enter in a field saves, and closes no day: the first button is the one that a form takes. */}
        <button type="submit" tabIndex={-1} aria-hidden="true" className="hidden">
          Save
        </button>
        {data.days.map((day) => (
          <Day key={day.day} day={day} atOnce={data.atOnce} />
        ))}
        <Button className="self-start">Save times</Button>
      </form>
      <Pagination
        label="Weeks"
        previousHref={data.previousWeek ? adminHref('adminCallTimes', { week: data.previousWeek }) : undefined}
        nextHref={data.nextWeek ? adminHref('adminCallTimes', { week: data.nextWeek }) : undefined}
      />
    </>
  )
}

function Day({ day: { day, isPast, slots }, atOnce }: { day: Data['days'][number]; atOnce: number }) {
  const { typed = {} } = useContext(PostedContext) ?? {}
  const isClosed = slots.every(({ capacity }) => capacity === 0)
  return (
    <fieldset className="p-4 sm:p-5 border border-border rounded bg-surface-raised">
      <legend className="px-2 font-semibold">
        {longDay(day)}
        {isClosed && ' (closed)'}
      </legend>
      <div className="grid grid-cols-2 sm:grid-cols-3 xl:grid-cols-6 gap-4">
        {slots.map(({ time, capacity, booked }) => {
          const name = slotField(day, time)
          const isTouched = typed[name] !== typed[seenField(day, time)]
          const id = name.replace(/\W/g, '-')
          return (
            <div key={time}>
              <label htmlFor={id} className="block mb-1 figures">
                <VisuallyHidden>{longDay(day)}, </VisuallyHidden>
                {time}
              </label>
              <input
                id={id}
                name={name}
                type="text"
                inputMode="numeric"
                maxLength={2}
                placeholder={String(atOnce)}
                defaultValue={isTouched ? typed[name] : (capacity ?? '')}
                readOnly={isPast}
                aria-describedby={`${id}-booked`}
                className="control"
              />
              <input type="hidden" name={seenField(day, time)} value={capacity ?? ''} />
              <p id={`${id}-booked`} className="mt-1 text-sm text-muted figures">
                {booked} booked
              </p>
            </div>
          )
        })}
      </div>
      {!isPast && (
        <p className="mt-4">
          <Button variant="quiet" name="day" value={`${isClosed ? 'open' : 'close'} ${day}`}>
            {isClosed ? 'Open the day' : 'Close the day'}
            <VisuallyHidden>: {longDay(day)}</VisuallyHidden>
          </Button>
        </p>
      )}
    </fieldset>
  )
}
