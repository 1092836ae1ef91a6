import { adminHref } from '#admin-pages.ts'
import { figure } from '#domain/figures.ts'
import type { PageData } from '#page/page.ts'
import { AdminFilters, pick } from '#ui/admin-filters.tsx'
import { AdminList, AdminPages } from '#ui/admin-list.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { ChipLinks } from '#ui/chip.tsx'
import { Outcome } from '#ui/form.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { sortBy, sortText } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { Differences, Discrepancies } from './discrepancies.tsx'
import { Disputes } from './disputes.tsx'
import { eventStateWords, type PaymentsPlace, paymentsHref, usualPaymentsSort } from './rules.ts'
import type { payments } from './server/payments.ts'

type Data = PageData<typeof payments>

export const page = definePage<Data>(PaymentsPage, 'Payments')

function PaymentsPage({ data }: { data: Data }) {
  const { view } = data.place
  return (
    <>
      <PageHeading lead="Events from the payment provider, discrepancies, and the results of each comparison." />
      <Outcome />
      <div className="mt-3">
        <ChipLinks
          label="Payments by kind"
          chips={[
            {
              label: 'Discrepancies',
              href: adminHref('payments'),
              current: view === 'discrepancies',
              count: data.openDiscrepancies + data.differences.length,
            },
            {
              label: 'Disputes',
              href: adminHref('payments', { view: 'disputes' }),
              current: view === 'disputes',
              count: data.openDisputes,
            },
            { label: 'Events', href: adminHref('payments', { view: 'events' }), current: view === 'events' },
            { label: 'Reconciliation', href: adminHref('payments', { view: 'runs' }), current: view === 'runs' },
          ]}
        />
      </div>
      {view === 'discrepancies' && (
        <>
          <div className="mt-6">
            <Discrepancies data={data} />
            <Differences data={data} />
          </div>
          <AdminPages pages={data.pages} />
        </>
      )}
      {view === 'disputes' && <Disputes data={data} />}
      {view === 'events' && <Events data={data} />}
      {view === 'runs' && <Runs data={data} />}
    </>
  )
}

function Events({ data: { place, events, eventTypes, pages } }: { data: Data }) {
  const { state, type, sort } = place
  return (
    <>
      <AdminFilters
        action={adminHref('payments')}
        values={{ state, type }}
        sort={sortText(sort, usualPaymentsSort)}
        hidden={{ view: 'events' }}
        clearHref={adminHref('payments', { view: 'events' })}
        fields={[
          pick('state', 'State', 'Any', eventStateWords),
          pick('type', 'Type', 'Any', Object.fromEntries(eventTypes.map((known) => [known, known]))),
        ]}
      />
      <AdminList
        caption={`Events of the payment provider, ${sort.descending ? 'newest' : 'oldest'} first`}
        empty="No events match these filters."
        emptyClassName="mt-6"
        columns={[
          { label: 'Event', cell: (event) => <span className="font-semibold">{event.type}</span> },
          {
            label: 'Id',
            grows: true,
            wide: true,
            cell: ({ id }) => <span className="font-mono text-sm text-muted">{id}</span>,
          },
          {
            label: 'Result',
            cell: (event) => (event.processed_at === null ? 'Not processed yet' : (event.outcome ?? 'Done')),
          },
          {
            label: 'Order',
            cell: ({ order_id: id }) => id && <a href={adminHref('order', { id })}>Order</a>,
          },
          { label: 'Received', sort: sortedBy(place), time: 'received_at' },
          {
            label: 'Replay',
            acts: true,
            cell: ({ id }) => <PostButton command="replay" fields={{ event: id }} label="Replay" of={` ${id}`} />,
          },
        ]}
        rows={events}
        pages={pages}
      />
    </>
  )
}

function Runs({ data: { place, runs, pages } }: { data: Data }) {
  return (
    <>
      <PostButton command="reconcile" label="Compare now" className="mt-3" />
      <AdminList
        caption={`Comparisons of our records with the payment provider’s, ${place.sort.descending ? 'newest' : 'oldest'} first`}
        icon="i-scale"
        empty="No comparison has run yet."
        emptyClassName="mt-6"
        columns={[
          { label: 'Begun', sort: sortedBy(place), cell: (run) => <AdminTime at={run.started_at} /> },
          { label: 'Result', cell: ({ outcome }) => (outcome ? outcomeWords[outcome] : 'Not finished') },
          { label: 'Late events', wide: true, count: 'stale_events' },
          {
            label: 'Missed events',
            numeric: true,
            cell: (run) => `${figure(run.events_missed)} of ${figure(run.events_listed)}`,
          },
          { label: 'Open orders asked', wide: true, count: 'sessions_asked' },
          { label: 'Of these paid', wide: true, count: 'sessions_paid' },
          { label: 'Refunds asked', wide: true, count: 'refunds_asked' },
        ]}
        rows={runs}
        pages={pages}
      />
    </>
  )
}

const outcomeWords = { done: 'Done', unavailable: 'Provider unavailable' }

const sortedBy = (place: PaymentsPlace) =>
  sortBy('when', place.sort, (sort) => paymentsHref({ ...place, sort, page: 1 }))
