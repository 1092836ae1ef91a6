import { adminHref } from '../../../admin-pages.ts'
import { figure } from '../../../domain/figures.ts'
import { AdminNotice } from '../../../ui/admin-notice.tsx'
import { AdminTime } from '../../../ui/admin-time.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChipLink, ChipRow } from '../../../ui/chip.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Select } from '../../../ui/field.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { Table } from '../../../ui/table.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { definePage } from '../../../wire/page.ts'
import { Discrepancies } from './discrepancies.tsx'
import { eventStates, eventStateWords } from './rules.ts'
import type { PaymentsData } from './state.ts'

export const page = definePage<PaymentsData>({ Component: PaymentsPage, meta: () => ({ title: 'Payments' }) })

function PaymentsPage({ data }: { data: PaymentsData }) {
  const { view, notice } = data
  return (
    <>
      <PageHeading lead="Events from the payment provider, discrepancies, and the results of each comparison.">
        Payments
      </PageHeading>
      <AdminNotice says={notice} />
      <div className="mt-8 mb-6">
        <ChipRow label="Payments by kind">
          <ChipLink href={adminHref('payments')} current={view === 'discrepancies'} count={data.openDiscrepancies}>
            Discrepancies
          </ChipLink>
          <ChipLink href={adminHref('payments', { view: 'events' })} current={view === 'events'}>
            Events
          </ChipLink>
          <ChipLink href={adminHref('payments', { view: 'runs' })} current={view === 'runs'}>
            Reconciliation
          </ChipLink>
        </ChipRow>
      </div>
      {view === 'discrepancies' && <Discrepancies data={data} />}
      {view === 'events' && <Events data={data} />}
      {view === 'runs' && <Runs data={data} />}
      <Pagination firstHref={data.firstHref ?? undefined} nextHref={data.nextHref ?? undefined} />
    </>
  )
}

function Events({ data }: { data: PaymentsData }) {
  return (
    <>
      <form
        key={`${data.eventState} ${data.eventType}`}
        method="get"
        action={adminHref('payments')}
        className="flex flex-wrap items-end gap-4"
      >
        <input type="hidden" name="view" value="events" />
        <Select
          name="state"
          label="State"
          defaultValue={data.eventState}
          placeholder="Any"
          options={eventStates.map((state) => ({ value: state, label: eventStateWords[state] }))}
          fieldClassName="grow sm:grow-0"
        />
        <Select
          name="type"
          label="Type"
          defaultValue={data.eventType}
          placeholder="Any"
          options={data.eventTypes.map((type) => ({ value: type, label: type }))}
          fieldClassName="grow sm:grow-0"
        />
        <Button type="submit" variant="quiet">
          Apply filters
        </Button>
      </form>
      {data.events.length === 0 ? (
        <EmptyState className="mt-6" icon="i-inbox" title="No events match these filters." />
      ) : (
        <div className="mt-6">
          <Table
            caption="Events of the payment provider, newest first"
            captionHidden
            columns={[
              { label: 'Event' },
              { label: 'Received', numeric: true },
              { label: 'Result' },
              { label: 'Order' },
              { label: <VisuallyHidden>Replay</VisuallyHidden> },
            ]}
            rows={data.events.map((event) => ({
              key: event.id,
              cells: [
                <span key="event" className="inline-block min-w-48">
                  <span className="font-semibold">{event.type}</span>
                  <span className="block font-mono text-sm text-muted break-all">{event.id}</span>
                </span>,
                <AdminTime key="received" at={event.received_at} />,
                event.processed_at === null ? 'Not processed yet' : (event.outcome ?? 'Done'),
                event.order_id ? (
                  <SiteLink key="order" href={adminHref('order', { id: event.order_id })}>
                    Order
                  </SiteLink>
                ) : (
                  ''
                ),
                <form key="replay" method="post" action={adminHref('payments', { view: 'events' })}>
                  <input type="hidden" name="intent" value="replay" />
                  <input type="hidden" name="event" value={event.id} />
                  <Button type="submit" variant="quiet">
                    Replay<VisuallyHidden> {event.id}</VisuallyHidden>
                  </Button>
                </form>,
              ],
            }))}
          />
        </div>
      )}
    </>
  )
}

function Runs({ data: { runs } }: { data: PaymentsData }) {
  return (
    <>
      <form method="post" action={adminHref('payments', { view: 'runs' })} className="mb-6">
        <input type="hidden" name="intent" value="reconcile" />
        <Button type="submit" variant="quiet">
          Compare now
        </Button>
      </form>
      {runs.length === 0 ? (
        <EmptyState icon="i-scale" title="No comparison has run yet." />
      ) : (
        <Table
          caption="Comparisons of our records with the payment provider’s, newest first"
          columns={[
            { label: 'Begun' },
            { label: 'Result' },
            { label: 'Late events', numeric: true },
            { label: 'Missed events', numeric: true },
            { label: 'Open orders asked', numeric: true },
            { label: 'Of these paid', numeric: true },
            { label: 'Refunds asked', numeric: true },
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
