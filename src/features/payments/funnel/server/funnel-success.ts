import { applicationState } from '#domain/application-state.ts'
import { chosenExtras, extras, orderLabel } from '#domain/catalogue.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDateOf, londonDay } from '#domain/london-time.ts'
import { findLostPayment } from '#features/payments/checkout/server/find-lost-payment.ts'
import { mayPay } from '#features/payments/checkout/server/may-pay.ts'
import { settleOpenOrders } from '#features/payments/checkout/server/settle-open-orders.ts'
import { askAgain } from '#features/payments/identity/rules.ts'
import { confirmAgain, readIdentityWaiting } from '#features/payments/identity/server/load-identity-waiting.ts'
import {
  listOpenSessions,
  listOrders,
  readFunnelApplication,
  type SummaryOrder,
} from '#features/payments/server/queries.ts'
import type { FunnelEnd, FunnelSuccess } from '#features/payments/state.ts'
import { createPortalSession } from '#features/payments/subscriptions/server/open-billing-portal.ts'
import { href, withQuery } from '#pages.ts'
import { formPost } from '#requests/form-post.ts'
import { type Action, handler, type Loader, type PageRequest } from '#requests/page-loader.ts'
import { late } from '#wire/late.ts'

/** Feeds the end of the funnel. Holding the link shows it; nothing here is granted by the address. */
const loadFunnelSuccess: Loader<FunnelSuccess> = async (request) => {
  const { params, services } = request
  const { appId } = params
  const open = isUuid(appId) ? await listOpenSessions(services.sql, { applicationId: appId }) : []
  if (open.length === 0) return await funnelSuccessPage(request)
  const end = funnelSuccessPage(request).then(({ data }) => data)
  const report = (problem: unknown) => services.log.error('end of the funnel not shown', {}, problem)
  return { kind: 'page', data: { kind: 'asking', end: late(end, report) } }
}

/** The end of the funnel as this visitor may see it. */
async function funnelSuccessPage(
  request: PageRequest,
): Promise<{ kind: 'page'; data: FunnelEnd; status?: number; headers?: Record<string, string> }> {
  const { params, query, services, visitor } = request
  const { appId } = params
  if (!isUuid(appId)) return { kind: 'page', status: 404, data: { kind: 'not-found' } }
  const outstanding = await settleOpenOrders(services, appId)
  // Both as of one moment: an order that was refunded and an entry that still stands never meet on a page.
  const [[application], orders] = await services.sql.begin('isolation level repeatable read read only', async (tx) => [
    await readFunnelApplication(tx, { applicationId: appId }),
    await listOrders(tx, { applicationId: appId }),
  ])
  if (!application) {
    const lost = await findLostPayment(request, query.get('session_id'), appId)
    if (lost && lost !== 'unanswered')
      return { kind: 'page', data: { kind: 'order-missing', paidPence: lost.paidPence } }
    return { kind: 'page', status: 404, data: { kind: 'not-found' } }
  }
  const mayBill = application.stripe_customer_id !== null && (await mayPay(visitor, application.organisation_id))
  const { title, eventType, category, date } = application.event_draft
  return {
    kind: 'page',
    data: {
      kind: 'found',
      appId: application.id,
      reference: application.reference,
      state: applicationState(application, services.brand.accreditAfter, londonDay(services.now())),
      isListingPaid: application.is_listing_paid,
      title,
      organisation: application.organisation_name,
      eventType,
      category,
      date: date || null,
      number: application.entry_number,
      slug: application.entry_slug,
      orders: orders.map((order) => ({
        id: order.id,
        label: orderLabel(order.type),
        engraving: order.metadata.engraving ?? null,
        services: chosenExtras(order.metadata).map((service) => extras[service].label),
        coupon: order.coupon_code,
        amountPence: order.amount_pence,
        status: order.status,
        note: noteOf(order, services.now(), services.env.goldMinScore),
      })),
      identity: await readIdentityWaiting(request, appId),
      totalPence: orders.reduce((sum, order) => sum + (order.status === 'paid' ? order.amount_pence : 0), 0),
      outstanding,
      isRenewalUnpaid: orders.some((order) => order.status === 'paid' && order.payment_failed_at !== null),
      showNotice: query.has('certificate'),
      billingEmail: mayBill ? application.organisation_email : null,
      billingFailed: false,
    },
  }
}

/** How long what was bought goes on, and what comes after; null for what was bought once. */
function noteOf(order: SummaryOrder, now: Date, minScore: number): string | null {
  if (order.gold_given_at) return `Given on ${londonDateOf(order.gold_given_at)}`
  if (order.gold_until && order.status === 'paid') {
    return `Needs an assessment with ${minScore}% or more. Refunded if it is not reached by ${londonDateOf(order.gold_until)}.`
  }
  const { type, status, covers_until, renewal_stopped, payment_failed_at } = order
  if (!covers_until) return null
  const until = londonDateOf(covers_until)
  if (status === 'paid' && payment_failed_at) return 'The renewal is not paid yet'
  if (status === 'paid' && !renewal_stopped && type === 'listing')
    // Certificate and register name the end of the day of grace.
    return `Renews on ${until}. The entry stays for one more day, so that the payment can arrive.`
  if (status === 'paid') return renewal_stopped ? `Ends on ${until}` : `Renews on ${until}`
  return status === 'cancelled' && covers_until > now.toISOString() ? `Paid until ${until}` : null
}

/** The page's own posts: the mail that confirms an address once more, and 'Manage Billing' without a script. */
const act: Action<FunnelSuccess> = async (request) => {
  const page = await funnelSuccessPage(request)
  const { data } = page
  if (data.kind !== 'found') return page
  const { appId, identity } = data
  if (identity && request.form.intent === askAgain) {
    const again = formPost<FunnelSuccess, typeof confirmAgain>(confirmAgain, {
      input: () => ({ applicationId: appId }),
      done: () => withQuery(href('funnelSuccess', { appId }), { sent: true }),
      again: (_, __, { retryAfter: wait = null }) => ({
        kind: 'page',
        data: { ...data, identity: { ...identity, wait } },
      }),
    })
    return await again(request)
  }
  const bill = formPost<FunnelSuccess, typeof createPortalSession>(createPortalSession, {
    input: () => ({ customerEmail: data.billingEmail ?? '', applicationId: appId }),
    done: ({ portalUrl }) => portalUrl,
    again: () => ({ kind: 'page', data: { ...data, billingFailed: true } }),
  })
  return await bill(request)
}

export const funnelSuccess = handler({ load: loadFunnelSuccess, act })
