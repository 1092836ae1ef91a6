import { camel } from '#database/camel.ts'
import { applicationState } from '#domain/application-state.ts'
import { levelOf } from '#domain/assurance.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { listOwnConditions } from '#features/assessments/evidence/server/queries.ts'
import { findMissingOrder } from '#features/payments/checkout/server/find-lost-payment.ts'
import { settleOpenOrders } from '#features/payments/checkout/server/settle-open-orders.ts'
import { mayPay } from '#features/payments/checkout/server/start-payment.ts'
import { askAgain } from '#features/payments/identity/rules.ts'
import {
  confirmAgain,
  type PostedRequest,
  readIdentityWaiting,
} from '#features/payments/identity/server/load-identity-waiting.ts'
import { sumPaidOrders } from '#features/payments/ledger/server/sum-movements.ts'
import { portalLimit } from '#features/payments/rules.ts'
import {
  type FunnelApplication,
  listOpenSessions,
  listOrders,
  readFunnelApplication,
} from '#features/payments/server/queries.ts'
import { isRenewalUnpaid, shownOrder } from '#features/payments/server/read-orders.ts'
import { openBillingPage, portalNotOpened } from '#features/payments/subscriptions/server/open-billing-portal.ts'
import { confirmAgainLimit } from '#mail/queue-address-confirmation.ts'
import { command, did, outsideCommand } from '#page/command.ts'
import { page } from '#page/page.ts'
import { href, withQuery } from '#pages.ts'
import type { Visitor } from '#requests/visitor.ts'
import { deferred } from '#wire/deferred.ts'
import { isFailure } from '#wire/failure.ts'

const mayBill = async (visitor: Visitor, { stripeCustomerId, organisationId }: FunnelApplication) =>
  stripeCustomerId !== null && (await mayPay(visitor, organisationId))

/** 'Manage Billing' without a script. */
const openBilling = outsideCommand({
  permission: 'owner',
  params: { appId: isUuid },
  limit: portalLimit,
  run: async ({ params: { appId }, visitor, services }) => {
    const [application] = await readFunnelApplication(services.sql, { applicationId: appId })
    if (!application || !(await mayBill(visitor, application))) return portalNotOpened('forbidden')
    const opened = await openBillingPage({ visitor, services }, application.organisationEmail, appId)
    return isFailure(opened) ? opened : did({ answer: opened.portalUrl })
  },
  leadsTo: (url: string) => url,
})

const confirmAddress = command({
  permission: 'anyone',
  params: { appId: isUuid },
  limit: confirmAgainLimit,
  run: async ({ params: { appId }, sql, services }) =>
    did({ answer: { appId, sent: (await confirmAgain(sql.raw, appId, services)) || null } }),
  leadsTo: ({ appId, sent }: { appId: string; sent: true | null }) =>
    withQuery(href('funnelSuccess', { appId }), { sent }),
})

/** Holding the link shows it; nothing is granted by the address. */
export const funnelSuccess = page('funnelSuccess', {
  commands: { openBilling, [askAgain]: confirmAddress },
  load: async (request) => {
    const { appId } = request.params
    const { sql, log } = request.services
    const open = isUuid(appId) ? await listOpenSessions(sql, { applicationId: appId }) : []
    if (open.length === 0 || request.refused) return await loadEnd(request, appId)
    const report = (problem: unknown) => log.error('end of the funnel not shown', {}, problem)
    return { kind: 'asking' as const, end: deferred(loadEnd(request, appId), report) }
  },
  status: ({ kind }) => (kind === 'unknown' ? 404 : kind === 'order-missing' ? 200 : null),
})

async function loadEnd(request: PostedRequest, appId: string) {
  const { query, services, visitor, typed, refused } = request
  if (!isUuid(appId)) return { kind: 'unknown' as const }
  const outstanding = await settleOpenOrders(services, appId)
  // Both as of one moment: an order that was refunded and an entry that is still valid never meet on a page.
  const [[application], orders, [paid]] = await services.sql.begin(
    'isolation level repeatable read read only',
    async (tx) => [
      await readFunnelApplication(tx, { applicationId: appId }),
      await listOrders(tx, { applicationId: appId }),
      await sumPaidOrders(tx, { applicationId: appId }),
    ],
  )
  if (!application) return await findMissingOrder(request, appId)
  const { title, eventType, category, date } = application.eventDraft
  const today = londonDay(services.now())
  const conditions = await listOwnConditions(camel(services.sql), { applicationId: appId, today })
  return {
    kind: 'found' as const,
    appId: application.id,
    reference: application.reference,
    state: applicationState(application, services.brand.accreditAfter, today),
    level: levelOf(application),
    isListingPaid: application.isListingPaid,
    title,
    organisation: application.organisationName,
    eventType,
    category,
    date: date || null,
    number: application.entryNumber,
    slug: application.entrySlug,
    orders: orders.map((order) => shownOrder(order, services)),
    identity: await readIdentityWaiting(request, appId),
    totalPence: paid!.totalPence,
    outstanding,
    isRenewalUnpaid: isRenewalUnpaid(orders),
    hasConditions: conditions.length > 0,
    showNotice: query.has('certificate'),
    billingEmail: (await mayBill(visitor, application)) ? application.organisationEmail : null,
    billingFailed: refused !== null && typed.intent !== askAgain,
  }
}
