import { adminHref } from '../../../../admin-pages.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import type { Loader, PageRequest } from '../../../../page-loader.ts'
import type { AdminSays } from '../../../../ui/admin-notice.tsx'
import { cleanText } from '../../../../wire/clean-text.ts'
import {
  countOpenDiscrepancies,
  listDiscrepancies,
  listPaymentEvents,
  listReconciliationRuns,
} from '../../server/admin-queries.ts'
import { paymentEventTypes } from '../../server/process-payment-event.ts'
import { eventStates, type PaymentView, paymentViews } from '../rules.ts'
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
export const loadPayments: Loader<PaymentsData> = async (request) =>
  await paymentsPage(request, { notice: notices[request.query.get('done') ?? ''] ?? null })

/** The page as it stands, or after a post. */
export async function paymentsPage(
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
