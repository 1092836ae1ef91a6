import { adminHref } from '../../../admin-pages.ts'
import { orderLabel } from '../../../domain/catalogue.ts'
import { figure } from '../../../domain/figures.ts'
import { poundsAndPence } from '../../../domain/money.ts'
import { AdminNotice } from '../../../ui/admin-notice.tsx'
import { AdminTime } from '../../../ui/admin-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChipLink, ChipRow } from '../../../ui/chip.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Select, TextArea } from '../../../ui/field.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { Table } from '../../../ui/table.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { definePage } from '../../../wire/page.ts'
import type { Discrepancy } from '../server/discrepancy-queries.ts'
import { discrepancyWords, eventStates, eventStateWords, reasonLimit } from './rules.ts'
import type { PaymentsData } from './state.ts'

export const page = definePage<PaymentsData>({ Component: PaymentsPage, meta: () => ({ title: 'Payments' }) })

function PaymentsPage({ data }: { data: PaymentsData }) {
  const { view, notice } = data
  return (
    <>
      <PageHeading lead="What the payment provider told us, what did not fit, and what each comparison found.">
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

function Discrepancies({ data: { discrepancies, onlyOpen, settling } }: { data: PaymentsData }) {
  return (
    <>
      <p className="mb-4">
        <SiteLink href={adminHref('payments', { all: onlyOpen })} className="inline-block py-2">
          {onlyOpen ? 'Show settled ones, too' : 'Show open ones only'}
        </SiteLink>
      </p>
      {discrepancies.length === 0 && (
        <EmptyState
          icon="i-circle-check"
          title={onlyOpen ? 'Nothing waits to be settled.' : 'There has been no discrepancy.'}
          text="A discrepancy is a genuine payment that somebody has to look at: paid twice, not what we asked for, for an order that does not exist here, or paid after an approval was withdrawn."
        />
      )}
      <ul className="flex flex-col gap-4">
        {discrepancies.map((discrepancy) => {
          const own = settling?.discrepancyId === discrepancy.id ? settling : null
          return (
            <li key={discrepancy.id} className="p-5 border border-border rounded bg-surface-raised">
              <div className="flex flex-wrap items-start justify-between gap-3">
                <div>
                  <p className="font-semibold">
                    {discrepancyWords[discrepancy.kind]}: {poundsAndPence(discrepancy.amount_pence)}
                  </p>
                  <FoundIn discrepancy={discrepancy} />
                  <p className="text-sm text-muted">
                    <AdminTime at={discrepancy.found_at} />
                    {discrepancy.difference && `; the ${discrepancy.difference} differs`}
                  </p>
                </div>
                <Badge tone={discrepancy.settled_at ? 'accredited' : 'danger'}>
                  {discrepancy.settled_at ? 'Settled' : 'Open'}
                </Badge>
              </div>
              {discrepancy.settled_at ? (
                <p className="mt-3">
                  {discrepancy.settled_by_name}, <AdminTime at={discrepancy.settled_at} />: {discrepancy.note}
                </p>
              ) : (
                <div className="mt-3 flex flex-col gap-3">
                  {discrepancy.order_id ? (
                    <p>
                      <SiteLink
                        href={adminHref(
                          'order',
                          { id: discrepancy.order_id },
                          {
                            refund: true,
                            // Paid for the order itself, it goes back as the order does.
                            discrepancy: discrepancy.kind === 'not-approved' ? null : discrepancy.id,
                          },
                        )}
                        className="inline-block py-2 font-semibold"
                      >
                        Give this payment back
                      </SiteLink>
                    </p>
                  ) : (
                    <p>
                      It names an order that does not exist here, as after the restore of an older backup. Look its
                      payer up at the payment provider: ask them to apply again, or give the money back there, which
                      settles this by itself and ends the subscription.
                    </p>
                  )}
                  <Disclosure summary="Settle without a refund" open={own !== null || undefined}>
                    <form
                      method="post"
                      action={adminHref('payments')}
                      noValidate
                      key={own?.problem}
                      className="flex flex-col gap-4"
                    >
                      <input type="hidden" name="intent" value="settle" />
                      <input type="hidden" name="discrepancy" value={discrepancy.id} />
                      <TextArea
                        id={`note-${discrepancy.id}`}
                        name="note"
                        label="How it was settled"
                        rows={3}
                        maxLength={reasonLimit}
                        defaultValue={own?.note ?? ''}
                        error={own?.problem}
                      />
                      <Button type="submit" className="self-start">
                        Settle
                      </Button>
                    </form>
                  </Disclosure>
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** What the payment was for: the order that it names, or, where that does not exist here, what the provider knows it by. */
function FoundIn({ discrepancy }: { discrepancy: Discrepancy }) {
  if (discrepancy.order_id) {
    return (
      <p>
        <SiteLink href={adminHref('order', { id: discrepancy.order_id })}>
          {orderLabel(discrepancy.type!)} of {discrepancy.reference}
        </SiteLink>
        , {discrepancy.organisation_name}
      </p>
    )
  }
  const ids = [discrepancy.checkout_session_id, discrepancy.payment_intent_id, discrepancy.subscription_id].filter(
    Boolean,
  )
  return <p className="font-mono text-sm break-all">{ids.join(', ')}</p>
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
        <EmptyState className="mt-6" icon="i-inbox" title="No event fits these filters." />
      ) : (
        <div className="mt-6">
          <Table
            caption="Events of the payment provider, newest first"
            captionHidden
            columns={[
              { label: 'Event' },
              { label: 'Received', numeric: true },
              { label: 'What came of it' },
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
                event.processed_at === null ? 'Waits to be worked off' : (event.outcome ?? 'Done'),
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
          caption="Comparisons of our books with the payment provider’s, newest first"
          columns={[
            { label: 'Begun' },
            { label: 'Result' },
            { label: 'Late events', numeric: true },
            { label: 'Missed events', numeric: true },
            { label: 'Open orders asked', numeric: true },
            { label: 'Paid of them', numeric: true },
            { label: 'Refunds asked', numeric: true },
          ]}
          rows={runs.map((run) => ({
            key: run.id,
            cells: [
              <AdminTime key="begun" at={run.started_at} />,
              run.outcome === 'done' ? 'Done' : run.outcome === 'unavailable' ? 'Provider away' : 'Not finished',
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
