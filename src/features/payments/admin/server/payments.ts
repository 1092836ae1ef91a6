import { adminHref } from '../../../../admin-pages.ts'
import { addJob } from '../../../../database/add-job.ts'
import { byPerson, recordChange } from '../../../../database/record-change.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import type { Admin } from '../../../../domain/permissions.ts'
import {
  type Action,
  handler,
  type Loader,
  type PageAnswer,
  type PageRequest,
} from '../../../../requests/page-loader.ts'
import type { AdminSays } from '../../../../ui/admin-notice.tsx'
import { cleanText } from '../../../../wire/clean-text.ts'
import {
  countOpenDiscrepancies,
  listDiscrepancies,
  listPaymentEvents,
  listReconciliationRuns,
  settleDiscrepancy,
} from '../../server/admin-queries.ts'
import { paymentEventTypes } from '../../server/process-payment-event.ts'
import { replayPaymentEvent } from '../../server/replay-payment-event.ts'
import { eventStates, type PaymentView, paymentViews, reasonLimit } from '../rules.ts'
import type { PaymentsData } from '../state.ts'

const pageSize = 30

const notices: Record<string, AdminSays> = {
  settled: { tone: 'success', title: 'The discrepancy is settled' },
  replayed: {
    tone: 'success',
    title: 'The event is worked off once more',
    text: 'What came of it stands here in a moment.',
  },
  reconciling: {
    tone: 'success',
    title: 'The payments are compared with the provider’s',
    text: 'The result stands here in a moment.',
  },
}

/** Feeds discrepancies, payment events and reconciliations, each newest first. */
const loadPayments: Loader<PaymentsData> = async (request) =>
  await paymentsPage(request, { notice: notices[request.query.get('done') ?? ''] ?? null })

/** The page as it stands, or after a post. */
async function paymentsPage(
  { query, services: { sql } }: PageRequest,
  more: { notice?: AdminSays | null; status?: number; settling?: PaymentsData['settling'] } = {},
): Promise<{ kind: 'page'; status: number; data: PaymentsData }> {
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
    status: more.status ?? 200,
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

type Post = PageRequest & { form: Record<string, string> }

/** Takes the forms of the payments' page: a discrepancy settled, an event worked off again, a comparison with the provider. */
const actPayments: Action<PaymentsData> = async (request) => {
  const admin = await request.visitor.admin()
  if (!admin) return { kind: 'not-found' }
  switch (request.form.intent) {
    case 'settle':
      return await settle(request, admin)
    case 'replay':
      return await replay(request, admin)
    case 'reconcile':
      return await reconcile(request, admin)
    default:
      return await paymentsPage(request, { status: 422 })
  }
}

async function settle(request: Post, admin: Admin): Promise<PageAnswer<PaymentsData>> {
  const { form, services } = request
  const discrepancyId = form.discrepancy ?? ''
  const note = form.note ?? ''
  if (!isUuid(discrepancyId)) return await paymentsPage(request, { status: 422 })
  const problem =
    note.trim() === ''
      ? 'Say how it was settled'
      : note.length > reasonLimit
        ? `Use at most ${reasonLimit} characters`
        : null
  if (problem) return await paymentsPage(request, { status: 422, settling: { discrepancyId, note, problem } })
  const isSettled = await services.sql.begin(async (tx) => {
    const at = services.now().toISOString()
    const [settled] = await settleDiscrepancy(tx, {
      discrepancyId,
      personId: admin.id,
      personName: admin.name,
      note: note.trim(),
      now: at,
    })
    if (!settled) return false
    const subject = { kind: 'discrepancy', id: discrepancyId }
    // The note stays with the discrepancy: what somebody types may name people, and nothing leaves the log again.
    await recordChange(tx, { actor: byPerson(admin), subject, action: 'settled' })
    return true
  })
  if (isSettled) return { kind: 'redirect', to: adminHref('payments', { done: 'settled' }), status: 303 }
  return await paymentsPage(request, {
    status: 409,
    notice: { tone: 'warning', title: 'Somebody else has settled it already' },
  })
}

async function replay(request: Post, admin: Admin): Promise<PageAnswer<PaymentsData>> {
  const eventId = (request.form.event ?? '').slice(0, 255)
  const isKnown = await request.services.sql.begin(async (tx) => {
    if (!(await replayPaymentEvent(tx, eventId))) return false
    const subject = { kind: 'payment-event', id: eventId }
    await recordChange(tx, { actor: byPerson(admin), subject, action: 'replayed' })
    return true
  })
  if (!isKnown)
    return await paymentsPage(request, { status: 404, notice: { tone: 'danger', title: 'There is no such event' } })
  return { kind: 'redirect', to: adminHref('payments', { view: 'events', done: 'replayed' }), status: 303 }
}

async function reconcile({ services }: Post, admin: Admin): Promise<PageAnswer<PaymentsData>> {
  await services.sql.begin(async (tx) => {
    await addJob(tx, 'reconcile-payments', {}, { key: 'reconcile-payments:now' })
    const subject = { kind: 'reconciliation', id: 'payments' }
    await recordChange(tx, { actor: byPerson(admin), subject, action: 'asked-for' })
  })
  return { kind: 'redirect', to: adminHref('payments', { view: 'runs', done: 'reconciling' }), status: 303 }
}

export const payments = handler({ load: loadPayments, act: actPayments })
