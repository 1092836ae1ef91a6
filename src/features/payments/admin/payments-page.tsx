import { adminHref } from '#admin-pages.ts'
import { figure } from '#domain/figures.ts'
import type { PageData } from '#page/page.ts'
import { AdminFilters, filterField } from '#ui/admin-filters.tsx'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { Button } from '#ui/button.tsx'
import { ChipLink, ChipRow } from '#ui/chip.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Select } from '#ui/field.tsx'
import { Outcome } from '#ui/form.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { sortBy, sortText } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { Discrepancies } from './discrepancies.tsx'
import { Disputes } from './disputes.tsx'
import { eventStates, eventStateWords, type PaymentsPlace, paymentsHref, usualPaymentsSort } from './rules.ts'
import type { payments } from './server/payments.ts'

type Data = PageData<typeof payments>

export const page = definePage<Data>({ Component: PaymentsPage, meta: () => ({ title: 'Payments' }) })

function PaymentsPage({ data }: { data: Data }) {
  const {
    place: { view },
    pages,
  } = data
  return (
    <>
      <PageHeading lead="Events from the payment provider, discrepancies, and the results of each comparison.">
        Payments
      </PageHeading>
      <Outcome />
      <div className="mt-3">
        <ChipRow label="Payments by kind">
          <ChipLink href={adminHref('payments')} current={view === 'discrepancies'} count={data.openDiscrepancies}>
            Discrepancies
          </ChipLink>
          <ChipLink
            href={adminHref('payments', { view: 'disputes' })}
            current={view === 'disputes'}
            count={data.openDisputes}
          >
            Disputes
          </ChipLink>
          <ChipLink href={adminHref('payments', { view: 'events' })} current={view === 'events'}>
            Events
          </ChipLink>
          <ChipLink href={adminHref('payments', { view: 'runs' })} current={view === 'runs'}>
            Reconciliation
          </ChipLink>
        </ChipRow>
      </div>
      {view === 'discrepancies' && (
        <div className="mt-6">
          <Discrepancies data={data} />
        </div>
      )}
      {view === 'disputes' && <Disputes data={data} />}
      {view === 'events' && <Events data={data} />}
      {view === 'runs' && <Runs data={data} />}
      <AdminPages pages={pages} />
    </>
  )
}

function Events({ data: { place, events, eventTypes, pages } }: { data: Data }) {
  const { state, type, sort } = place
  return (
    <>
      <AdminFilters
        action={adminHref('payments')}
        filters={[state, type]}
        sort={sortText(sort, usualPaymentsSort)}
        clearHref={state || type ? adminHref('payments', { view: 'events' }) : null}
      >
        <input type="hidden" name="view" value="events" />
        <Select
          name="state"
          label="State"
          defaultValue={state}
          placeholder="Any"
          options={eventStates.map((known) => ({ value: known, label: eventStateWords[known] }))}
          fieldClassName={filterField}
        />
        <Select
          name="type"
          label="Type"
          defaultValue={type}
          placeholder="Any"
          options={eventTypes.map((known) => ({ value: known, label: known }))}
          fieldClassName={filterField}
        />
      </AdminFilters>
      {events.length === 0 && pages.previousHref === null ? (
        <EmptyState className="mt-6" icon="i-inbox" title="No events match these filters." />
      ) : (
        <AdminTable
          caption={`Events of the payment provider, ${sort.descending ? 'newest' : 'oldest'} first`}
          columns={[
            { label: 'Event' },
            { label: 'Id', grows: true, wide: true },
            { label: 'Result' },
            { label: 'Order' },
            { label: 'Received', numeric: true, sort: sortedBy(place) },
            { label: 'Replay', acts: true },
          ]}
          rows={events.map((event) => ({
            key: event.id,
            cells: [
              <span key="type" className="font-semibold">
                {event.type}
              </span>,
              <span key="id" className="font-mono text-sm text-muted">
                {event.id}
              </span>,
              event.processed_at === null ? 'Not processed yet' : (event.outcome ?? 'Done'),
              event.order_id && (
                <a key="order" href={adminHref('order', { id: event.order_id })}>
                  Order
                </a>
              ),
              <AdminTime key="received" at={event.received_at} />,
              <form key="replay" method="post" action={paymentsHref(place)}>
                <input type="hidden" name="intent" value="replay" />
                <input type="hidden" name="event" value={event.id} />
                <Button type="submit" variant="quiet">
                  Replay<VisuallyHidden> {event.id}</VisuallyHidden>
                </Button>
              </form>,
            ],
          }))}
        />
      )}
    </>
  )
}

function Runs({ data: { place, runs, pages } }: { data: Data }) {
  return (
    <>
      <form method="post" action={adminHref('payments', { view: 'runs' })} className="mt-3">
        <input type="hidden" name="intent" value="reconcile" />
        <Button type="submit" variant="quiet">
          Compare now
        </Button>
      </form>
      {runs.length === 0 && pages.previousHref === null ? (
        <EmptyState className="mt-6" icon="i-scale" title="No comparison has run yet." />
      ) : (
        <AdminTable
          caption={`Comparisons of our records with the payment provider’s, ${place.sort.descending ? 'newest' : 'oldest'} first`}
          columns={[
            { label: 'Begun', sort: sortedBy(place) },
            { label: 'Result' },
            { label: 'Late events', numeric: true, wide: true },
            { label: 'Missed events', numeric: true },
            { label: 'Open orders asked', numeric: true, wide: true },
            { label: 'Of these paid', numeric: true, wide: true },
            { label: 'Refunds asked', numeric: true, wide: true },
          ]}
          rows={runs.map((run) => ({
            key: run.id,
            cells: [
              <AdminTime key="begun" at={run.started_at} />,
              run.outcome === 'done' ? 'Done' : run.outcome === 'unavailable' ? 'Provider unavailable' : 'Not finished',
              figure(run.stale_events),
              `${figure(run.events_missed)} of ${figure(run.events_listed)}`,
              figure(run.sessions_asked),
              figure(run.sessions_paid),
              figure(run.refunds_asked),
            ],
          }))}
        />
      )}
    </>
  )
}

const sortedBy = (place: PaymentsPlace) =>
  sortBy('when', place.sort, (sort) => paymentsHref({ ...place, sort, page: 1 }))
