import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { addJob } from '#database/add-job.ts'
import type { Fragment, SqlRunner, Transaction } from '#database/sql.ts'
import type { Instant, Pence } from '#domain/formats.ts'
import { paymentEventTypes } from '#features/payments/fulfilment/server/process-payment-event.ts'
import { listDiscrepancies, settleDiscrepancy } from '#features/payments/fulfilment/server/queries.ts'
import { conflicted, hasConflict } from '#features/register/server/has-conflict.ts'
import { command, did, refusal } from '#page/command.ts'
import { page } from '#page/page.ts'
import { failure } from '#wire/failure.ts'
import { countLimit, listPages, readPageNumber, readSort, rowsOf } from '#wire/list-pages.ts'
import { settleForm } from '../form.ts'
import { eventStates, type PaymentsPlace, paymentsHref, paymentViews, usualPaymentsSort } from '../rules.ts'
import { fitsEvents, listDisputes, listPaymentEvents } from './queries.ts'

const pageSize = 30

const settle = command({
  permission: 'money',
  form: settleForm,
  run: async ({ input: { discrepancy: id, note }, admin, sql, now }) => {
    if (await hasConflict(sql, { discrepancyId: id, personId: admin.id })) return conflicted
    const by = { personId: admin.id, personName: admin.name, now }
    const [settled] = await settleDiscrepancy(sql.raw, { discrepancyId: id, note, ...by })
    if (!settled) return refusal('Someone else has already settled it')
    // The note stays with the discrepancy: what somebody types may name people, and nothing leaves the log again.
    return did({ audit: { subject: { kind: 'discrepancy', id }, action: 'settled' } })
  },
  done: { settled: 'The discrepancy is settled' },
})

const replay = command({
  permission: 'money',
  schema: type({ event: 'string <= 255' }),
  run: async ({ input: { event: id }, sql }) => {
    if (!(await replayPaymentEvent(sql.raw, id))) return failure('not-found', 'There is no such event')
    return did({ audit: { subject: { kind: 'payment-event', id }, action: 'replayed' } })
  },
  done: {
    replayed: {
      tone: 'success',
      title: 'The event is being processed again',
      text: 'You can see the result here in a moment.',
    },
  },
  leadsTo: (_, { query }) => paymentsHref({ ...placeOf(query), view: 'events' }, 'replayed'),
})

const reconcile = command({
  permission: 'money',
  run: async ({ sql }) => {
    await addJob(sql.raw, 'reconcile-payments', {}, { key: 'reconcile-payments:now' })
    return did({ audit: { subject: { kind: 'reconciliation', id: 'payments' }, action: 'asked-for' } })
  },
  done: {
    reconciling: {
      tone: 'success',
      title: 'The payments are compared with the provider’s',
      text: 'You can see the result here in a moment.',
    },
  },
  leadsTo: () => adminHref('payments', { view: 'runs', done: 'reconciling' }),
})

export const payments = page('payments', {
  commands: { settle, replay, reconcile },
  load: async ({ query, sql }) => {
    const place = placeOf(query)
    const { view, onlyOpen, state, type, page } = place
    const rows = rowsOf(page, pageSize)
    const { raw } = sql
    const [differences, discrepancies, disputes, events, runs, [open], [count]] = await Promise.all([
      sql<
        {
          id: string
          about: string
          orderId: string | null
          paymentIntentId: string | null
          providerPence: Pence | null
          ledgerPence: Pence | null
          foundAt: Instant
        }[]
      >`
        select id, about, order_id, payment_intent_id, provider_pence, ledger_pence, found_at
        from ledger_differences where settled_at is null order by id desc limit 100`,
      view === 'discrepancies' ? listDiscrepancies(raw, { onlyOpen, orderId: null, ...rows }) : [],
      view === 'disputes' ? listDisputes(raw, rows) : [],
      view === 'events' ? listPaymentEvents(raw, { state, type, newestFirst: place.sort.descending, ...rows }) : [],
      view === 'runs'
        ? raw<
            {
              id: string
              started_at: string
              /** `unavailable`: the provider did not answer; the queue tries again. Null while it runs, and where the process died. */
              outcome: 'done' | 'unavailable' | null
              /** Events that had arrived and nobody had processed. */
              stale_events: number
              sessions_asked: number
              sessions_paid: number
              refunds_asked: number
              /** Events that the provider has, and those of them that had not arrived. */
              events_listed: number
              events_missed: number
            }[]
          >`
            select id, started_at, outcome, stale_events, sessions_asked, sessions_paid, refunds_asked, events_listed,
              events_missed
            from reconciliation_runs
            ${place.sort.descending ? raw`order by id desc` : raw`order by id`}
            limit ${rows.limit}::int offset ${rows.offset}::int`
        : [],
      sql<{ discrepancies: number; disputes: number }[]>`
        select (select count(*)::int from payment_discrepancies where settled_at is null) as discrepancies,
          (select count(*)::int from order_disputes where ended_at is null) as disputes`,
      sql<{ rows: number }[]>`
        select count(*)::int as rows from (${rowsIn(raw, place)} limit ${countLimit + 1}::int) as found`,
    ])
    return {
      place,
      openDiscrepancies: open!.discrepancies,
      differences: [...differences],
      discrepancies: discrepancies.slice(0, pageSize),
      openDisputes: open!.disputes,
      disputes: disputes.slice(0, pageSize),
      events: events.slice(0, pageSize),
      eventTypes: [...paymentEventTypes],
      runs: runs.slice(0, pageSize),
      pages: listPages({
        page,
        pageSize,
        fetched: discrepancies.length + disputes.length + events.length + runs.length,
        counted: count!.rows,
        hrefOf: (number) => paymentsHref({ ...place, page: number ?? 1 }),
      }),
    }
  },
  // It is shown in every case, so that a post for an event that has gone says so.
  status: () => null,
})

/** All that the lists of a view hold. */
function rowsIn(sql: SqlRunner, place: PaymentsPlace): Fragment {
  if (place.view === 'events')
    return sql`select from payment_events where ${fitsEvents(sql, { state: place.state, type: place.type })}`
  if (place.view === 'disputes') return sql`select from order_disputes`
  if (place.view === 'runs') return sql`select from reconciliation_runs`
  return sql`select from payment_discrepancies ${place.onlyOpen ? sql`where settled_at is null` : sql``}`
}

function placeOf(query: URLSearchParams): PaymentsPlace {
  const view = paymentViews.find((known) => known === query.get('view')) ?? 'discrepancies'
  const isEvents = view === 'events'
  return {
    view,
    onlyOpen: view !== 'discrepancies' || query.get('all') !== '1',
    state: (isEvents && eventStates.find((known) => known === query.get('state'))) || '',
    type: (isEvents && paymentEventTypes.find((known) => known === query.get('type'))) || '',
    sort: readSort(
      view === 'discrepancies' || view === 'disputes' ? null : query.get('sort'),
      ['when'],
      usualPaymentsSort,
    ),
    page: readPageNumber(query.get('page')),
  }
}

/** Processed once more from what the provider holds now, an event changes nothing that was right. @returns false for an event that is not stored. */
export async function replayPaymentEvent(tx: Transaction, eventId: string): Promise<boolean> {
  const [reopened] = await tx<{ id: string }[]>`
    update payment_events set processed_at = null, outcome = null where id = ${eventId}::text returning id`
  if (!reopened) return false
  await addJob(tx, 'process-payment-event', { eventId }, { key: `payment-event:${eventId}` })
  return true
}
