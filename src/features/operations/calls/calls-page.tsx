import { useContext } from 'react'
import { adminHref } from '#admin-pages.ts'
import { londonDateOf, longDay } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { AdminNotice } from '#ui/admin-notice.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Select, TextArea, TextInput } from '#ui/field.tsx'
import { Outcome } from '#ui/form.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { PostedContext } from '#ui/posted-context.ts'
import { definePage } from '#wire/page.ts'
import { callOutcomes, outcomeWords } from './rules.ts'
import type { adminCalls } from './server.ts'

type Data = PageData<typeof adminCalls>

export const page = definePage<Data>(CallsPage, 'Calls')

function CallsPage({ data }: { data: Data }) {
  return (
    <>
      <div className="admin-head">
        <PageHeading lead="Booked assessment calls, two weeks at a time. Times are UK times." />
        {!data.isToday && (
          <ButtonLink variant="quiet" href={adminHref('adminCalls')}>
            From today
          </ButtonLink>
        )}
      </div>
      {data.trouble ? (
        <AdminNotice says={{ tone: 'danger', title: 'Nothing was stored', text: data.trouble }} />
      ) : (
        <Outcome />
      )}
      {data.days.length === 0 && (
        <EmptyState
          className="mt-8"
          icon="i-calendar-days"
          title={`There are no calls booked in the two weeks from ${longDay(data.from)}.`}
        />
      )}
      {data.days.map(({ day, calls }) => (
        <section key={day} aria-labelledby={`day-${day}`} className="mt-6">
          <h2 id={`day-${day}`}>{longDay(day)}</h2>
          <ul>
            {calls.map((call) => (
              <li key={call.id} className="py-3 border-b border-border">
                <Call call={call} data={data} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Pagination label="Weeks" previousHref={data.previousHref} nextHref={data.nextHref} />
    </>
  )
}

function Call({ call, data }: { call: Data['days'][number]['calls'][number]; data: Data }) {
  const posted = useContext(PostedContext)
  const typed = posted?.typed.call === call.id ? posted.typed : null
  return (
    <>
      <p>
        <strong className="figures">{call.time}</strong>{' '}
        <a href={adminHref('review', { id: call.applicationId })} className="font-semibold">
          {call.title}
        </a>{' '}
        <span className="text-muted">
          {call.reference}, {call.organisation}
        </span>
      </p>
      <p>
        {call.contact}, <a href={`tel:${call.phone.replace(/[^\d+]/g, '')}`}>{call.phone}</a>
        {call.levels.length > 0 && <span className="text-muted"> · {call.levels.join(', ')}</span>}
      </p>
      {call.message && <p className="mt-1 whitespace-pre-line break-words">{call.message}</p>}
      {call.outcome && (
        <p className="mt-1">
          <strong>{outcomeWords[call.outcome]}</strong>
          <span className="text-muted">
            , recorded by {call.recordedByName} on {londonDateOf(call.recordedAt!)}
          </span>
        </p>
      )}
      <div className="mt-2 max-w-form">
        {call.hasBegun ? (
          <Disclosure summary={call.outcome ? 'Correct the outcome' : 'Record the outcome'} open={typed !== null}>
            <form method="post" className="flex flex-col gap-3">
              <input type="hidden" name="intent" value="record" />
              <input type="hidden" name="call" value={call.id} />
              <Select
                id={`outcome-${call.id}`}
                name="outcome"
                label="Result"
                placeholder="Choose"
                options={callOutcomes.map((outcome) => ({ value: outcome, label: outcomeWords[outcome] }))}
                defaultValue={call.outcome ?? ''}
              />
              <TextArea
                id={`note-${call.id}`}
                name="note"
                label="Note"
                optional
                hint="Kept with the application. Only people in the admin area can see it."
                rows={3}
                defaultValue={typed?.note ?? ''}
              />
              <Button className="self-start">Record</Button>
            </form>
          </Disclosure>
        ) : (
          <Disclosure summary="Move or cancel" open={typed !== null}>
            <form method="post" className="flex flex-wrap items-end gap-3">
              <input type="hidden" name="call" value={call.id} />
              <TextInput
                id={`new-day-${call.id}`}
                name="day"
                type="date"
                label="New day"
                defaultValue={typed?.day ?? call.day}
              />
              <Select
                id={`new-time-${call.id}`}
                name="time"
                label="New time"
                options={data.times.map((time) => ({ value: time, label: time }))}
                defaultValue={typed?.time ?? call.time}
              />
              <Button name="intent" value="move" variant="quiet">
                Move the call
              </Button>
              <Button name="intent" value="cancel" variant="danger">
                Cancel the call
              </Button>
            </form>
            <p className="mt-3 text-note">We email the organisation the new calendar entry.</p>
          </Disclosure>
        )}
      </div>
    </>
  )
}
