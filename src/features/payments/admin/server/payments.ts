import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { addJob } from '#database/add-job.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import {
  countDiscrepancies,
  countOpenDiscrepancies,
  listDiscrepancies,
  settleDiscrepancy,
} from '#features/payments/fulfilment/server/discrepancy-queries.ts'
import { paymentEventTypes } from '#features/payments/fulfilment/server/process-payment-event.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { handler, type Loader, type PageRequest } from '#requests/page-loader.ts'
import type { AdminSays } from '#ui/admin-notice.tsx'
import { failure } from '#wire/failure.ts'
import { problemOf } from '#wire/form.ts'
import { countLimit, listPages, readPageNumber, readSort, rowsOf } from '#wire/list-pages.ts'
import { paragraphs } from '#wire/text-schema.ts'
import {
  eventStates,
  type PaymentsPlace,
  paymentsHref,
  paymentViews,
  reasonLimit,
  usualPaymentsSort,
} from '../rules.ts'
import type { PaymentsData } from '../state.ts'
import {
  countPaymentEvents,
  countReconciliationRuns,
  listPaymentEvents,
  listReconciliationRuns,
  reopenPaymentEvent,
} from './admin-queries.ts'
import { countDisputes, countOpenDisputes, listDisputes } from './movement-queries.ts'

const pageSize = 30

const notices: Record<string, AdminSays> = {
  settled: { tone: 'success', title: 'The discrepancy is settled' },
  replayed: {
    tone: 'success',
    title: 'The event is being processed again',
    text: 'You can see the result here in a moment.',
  },
  reconciling: {
    tone: 'success',
    title: 'The payments are compared with the provider’s',
    text: 'You can see the result here in a moment.',
  },
}

/** Feeds discrepancies, payment events and reconciliations, each newest first. */
const loadPayments: Loader<PaymentsData> = async (request) =>
  await paymentsPage(request, { notice: notices[request.query.get('done') ?? ''] ?? null })

/** The page as it stands, or after a post. */
async function paymentsPage(
  { query, services: { sql } }: PageRequest,
  more: { notice?: AdminSays | null; settling?: PaymentsData['settling'] } = {},
): Promise<{ kind: 'page'; data: PaymentsData }> {
  const place = placeOf(query)
  const { view, onlyOpen, page } = place
  const part = { newestFirst: place.sort.descending, ...rowsOf(page, pageSize) }
  const ofEvents = { state: place.state || null, type: place.type || null, orderId: null }
  const limit = countLimit + 1
  const [discrepancies, disputes, events, runs, [open], [openDisputes], [counted]] = await Promise.all([
    view === 'discrepancies' ? listDiscrepancies(sql, { onlyOpen, orderId: null, ...rowsOf(page, pageSize) }) : [],
    view === 'disputes' ? listDisputes(sql, { orderId: null, ...rowsOf(page, pageSize) }) : [],
    view === 'events' ? listPaymentEvents(sql, { ...ofEvents, ...part }) : [],
    view === 'runs' ? listReconciliationRuns(sql, part) : [],
    countOpenDiscrepancies(sql),
    countOpenDisputes(sql),
    view === 'events'
      ? countPaymentEvents(sql, { ...ofEvents, limit })
      : view === 'runs'
        ? countReconciliationRuns(sql, { limit })
        : view === 'disputes'
          ? countDisputes(sql, { limit })
          : onlyOpen
            ? countOpenDiscrepancies(sql)
            : countDiscrepancies(sql, { limit }),
  ])
  return {
    kind: 'page',
    data: {
      place,
      openDiscrepancies: open!.count,
      discrepancies: discrepancies.slice(0, pageSize),
      openDisputes: openDisputes!.count,
      disputes: disputes.slice(0, pageSize),
      events: events.slice(0, pageSize),
      eventTypes: [...paymentEventTypes],
      runs: runs.slice(0, pageSize),
      pages: listPages({
        page,
        pageSize,
        fetched: discrepancies.length + disputes.length + events.length + runs.length,
        counted: counted!.count,
        hrefOf: (number) => paymentsHref({ ...place, page: number ?? 1 }),
      }),
      notice: more.notice ?? null,
      settling: more.settling ?? null,
    },
  }
}

/** Which part of which list an address asks for. */
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

const settle = formCommand({
  permission: 'money',
  schema: type({ discrepancy: 'string.uuid', note: paragraphs(reasonLimit, 'Say how it was settled') }),
  run: async ({ input: { discrepancy: id, note }, admin, services }) =>
    await services.sql.begin(async (tx) => {
      const by = { personId: admin.id, personName: admin.name, now: services.now().toISOString() }
      const [settled] = await settleDiscrepancy(tx, { discrepancyId: id, note, ...by })
      if (!settled) return failure('conflict', 'Someone else has already settled it')
      // The note stays with the discrepancy: what somebody types may name people, and nothing leaves the log again.
      await recordChange(tx, { actor: byPerson(admin), subject: { kind: 'discrepancy', id }, action: 'settled' })
      return answer(null)
    }),
})

const replay = formCommand({
  permission: 'money',
  schema: type({ event: 'string <= 255' }),
  run: async ({ input: { event: id }, admin, services }) =>
    await services.sql.begin(async (tx) => {
      if (!(await replayPaymentEvent(tx, id))) return failure('not-found', 'There is no such event')
      await recordChange(tx, { actor: byPerson(admin), subject: { kind: 'payment-event', id }, action: 'replayed' })
      return answer(null)
    }),
})

const reconcile = formCommand({
  permission: 'money',
  run: async ({ admin, services }) =>
    await services.sql.begin(async (tx) => {
      await addJob(tx, 'reconcile-payments', {}, { key: 'reconcile-payments:now' })
      const subject = { kind: 'reconciliation', id: 'payments' }
      await recordChange(tx, { actor: byPerson(admin), subject, action: 'asked-for' })
      return answer(null)
    }),
})

/** The payments' page: a discrepancy is settled, an event processed again, everything compared with the provider. */
export const payments = handler({
  load: loadPayments,
  act: formsByIntent(
    {
      settle: formPost(settle, {
        done: () => adminHref('payments', { done: 'settled' }),
        again: (request, { typed: { discrepancy = '', note = '' }, problems, notice }) => {
          const problem = problemOf(problems, 'note')
          if (problem) return paymentsPage(request, { settling: { discrepancyId: discrepancy, note, problem } })
          return paymentsPage(request, { notice: notice ? { tone: 'warning', title: notice } : null })
        },
      }),
      replay: formPost(replay, {
        done: (_, { query }) => paymentsHref({ ...placeOf(query), view: 'events' }, 'replayed'),
        again: (request, { notice }) =>
          paymentsPage(request, { notice: notice ? { tone: 'danger', title: notice } : null }),
      }),
      reconcile: formPost(reconcile, {
        done: () => adminHref('payments', { view: 'runs', done: 'reconciling' }),
        again: loadPayments,
      }),
    },
    async (request) => ({ ...(await paymentsPage(request)), status: 422 }),
  ),
})

/**
 * Has a stored payment event processed once more, from the queue. Its work starts from what the provider holds now, so a replay
 * changes nothing that was right; it mends what was missed.
 *
 * @returns false for an event that is not stored.
 */
export async function replayPaymentEvent(tx: Transaction, eventId: string): Promise<boolean> {
  const [reopened] = await reopenPaymentEvent(tx, { eventId })
  if (!reopened) return false
  await addJob(tx, 'work-off-payment-event', { eventId }, { key: `payment-event:${eventId}` })
  return true
}
