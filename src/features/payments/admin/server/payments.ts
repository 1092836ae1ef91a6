import { type } from 'arktype'
import { adminHref } from '../../../../admin-pages.ts'
import { addJob } from '../../../../database/add-job.ts'
import { byPerson, recordChange } from '../../../../database/record-change.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import { answer, formCommand } from '../../../../requests/command.ts'
import { formPost, formsByIntent } from '../../../../requests/form-post.ts'
import { handler, type Loader, type PageRequest } from '../../../../requests/page-loader.ts'
import type { AdminSays } from '../../../../ui/admin-notice.tsx'
import { cleanText } from '../../../../wire/clean-text.ts'
import { failure } from '../../../../wire/failure.ts'
import { problemOf } from '../../../../wire/form.ts'
import { paragraphs } from '../../../../wire/text-schema.ts'
import { listPaymentEvents, listReconciliationRuns } from '../../server/admin-queries.ts'
import { countOpenDiscrepancies, listDiscrepancies, settleDiscrepancy } from '../../server/discrepancy-queries.ts'
import { paymentEventTypes } from '../../server/process-payment-event.ts'
import { replayPaymentEvent } from '../../server/replay-payment-event.ts'
import { eventStates, type PaymentView, paymentViews, reasonLimit } from '../rules.ts'
import type { PaymentsData } from '../state.ts'

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
  const view: PaymentView = paymentViews.find((known) => known === query.get('view')) ?? 'discrepancies'
  const after = cleanText(query.get('after')) || null
  const uuid = isUuid(after) ? after : null
  const onlyOpen = query.get('all') !== '1'
  const eventState = eventStates.find((known) => known === query.get('state')) ?? null
  const eventType = paymentEventTypes.find((known) => known === query.get('type')) ?? null
  const [discrepancies, events, runs, [open]] = await Promise.all([
    view === 'discrepancies'
      ? listDiscrepancies(sql, { onlyOpen, orderId: null, afterDiscrepancy: uuid, limit: pageSize + 1 })
      : [],
    view === 'events'
      ? listPaymentEvents(sql, {
          state: eventState,
          type: eventType,
          orderId: null,
          afterEvent: after,
          limit: pageSize + 1,
        })
      : [],
    view === 'runs' ? listReconciliationRuns(sql, { afterRun: uuid, limit: pageSize + 1 }) : [],
    countOpenDiscrepancies(sql),
  ])
  const shown = view === 'discrepancies' ? discrepancies : view === 'events' ? events : runs
  const filters = {
    view: view === 'discrepancies' ? null : view,
    all: view === 'discrepancies' && !onlyOpen,
    state: eventState,
    type: eventType,
  }
  const next = shown.length > pageSize ? shown[pageSize - 1]!.id : null
  return {
    kind: 'page',
    data: {
      view,
      openDiscrepancies: open!.count,
      discrepancies: discrepancies.slice(0, pageSize),
      onlyOpen,
      events: events.slice(0, pageSize),
      eventState: eventState ?? '',
      eventType: eventType ?? '',
      eventTypes: [...paymentEventTypes],
      runs: runs.slice(0, pageSize),
      firstHref: after ? adminHref('payments', filters) : null,
      nextHref: next ? adminHref('payments', { ...filters, after: next }) : null,
      notice: more.notice ?? null,
      settling: more.settling ?? null,
    },
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
        done: () => adminHref('payments', { view: 'events', done: 'replayed' }),
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
