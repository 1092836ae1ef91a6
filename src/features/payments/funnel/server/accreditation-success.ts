import { type } from 'arktype'
import { takeRateLimit } from '#database/rate-limit.ts'
import type { SqlRunner } from '#database/sql.ts'
import { levelOf } from '#domain/assurance.ts'
import { chosenExtras, type ExtraId, extraIds } from '#domain/catalogue.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { isWithheld } from '#domain/register-status.ts'
import { findLostPayment } from '#features/payments/checkout/server/find-lost-payment.ts'
import { monthlyDays } from '#features/payments/checkout/server/record-agreement.ts'
import { settleOpenOrders, settleSession } from '#features/payments/checkout/server/settle-open-orders.ts'
import {
  leadToPage,
  mayPay,
  monthlyFields,
  monthlyWords,
  problemOfStart,
  sessionAnswer,
  sessionCall,
  sessionFields,
  sessionWords,
  startPayment,
} from '#features/payments/checkout/server/start-payment.ts'
import { vatOf } from '#features/payments/checkout/server/vat-of.ts'
import { listBoughtServices } from '#features/payments/fulfilment/server/queries.ts'
import { askAgain } from '#features/payments/identity/rules.ts'
import {
  confirmAgain,
  type PostedRequest,
  readIdentityWaiting,
} from '#features/payments/identity/server/load-identity-waiting.ts'
import { checkoutLimit, looksLikeSession } from '#features/payments/rules.ts'
import {
  findOrderOfSession,
  listOpenSessions,
  type OrderStatus,
  readFunnelApplication,
  readLiveOrder,
} from '#features/payments/server/queries.ts'
import type { Buyer } from '#features/payments/terms.ts'
import { confirmAgainLimit } from '#mail/queue-address-confirmation.ts'
import { command, did, outsideCommand } from '#page/command.ts'
import { page } from '#page/page.ts'
import { href } from '#pages.ts'
import { command as call } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { deferred } from '#wire/deferred.ts'
import { failure } from '#wire/failure.ts'
import { problemOf } from '#wire/form.ts'

const services = type
  .enumerated(...extraIds)
  .array()
  .atLeastLength(1)
  .atMostLength(20)
  .configure({ sentence: 'Select at least one service.' })

export const createExtrasSession = call({
  ...sessionCall,
  summary: 'Start the payment of selected services',
  description: `${sessionWords} You cannot buy a service that you already have. ${monthlyWords}`,
  schema: type({ ...sessionFields, ...monthlyFields, services }).onUndeclaredKey('delete'),
  run: async ({ input, visitor, services }) =>
    sessionAnswer(await startPayment({ visitor, services }, extrasOrder(input.applicationId, input))),
})

const extrasOrder = (
  applicationId: string,
  { services, buyer, startNow }: { services: readonly string[]; buyer?: Buyer | null; startNow?: boolean },
) => ({
  applicationId,
  product: 'extras' as const,
  metadata: { services: chosenExtras({ services: services.join() }).join() },
  buyer: buyer ?? null,
  startsNow: startNow ?? false,
})

function addressOf(query: URLSearchParams): { sessionId: string; appId: string } | null {
  const [sessionId, appId] = [query.get('session_id'), query.get('application_id')]
  return sessionId !== null && looksLikeSession(sessionId) && isUuid(appId) ? { sessionId, appId } : null
}

const payExtras = outsideCommand({
  permission: 'owner',
  schema: type({ ...monthlyFields, services }).onUndeclaredKey('delete'),
  reads: (form) => ({ ...form, services: extraIds.filter((id) => form[id]) }),
  limit: checkoutLimit,
  run: async ({ input, pageQuery, visitor, services }) => {
    const address = addressOf(pageQuery)
    if (!address) return failure('not-found', 'There is no such payment.')
    return leadToPage(await startPayment({ visitor, services }, extrasOrder(address.appId, input)))
  },
  leadsTo: (url: string) => url,
})

const confirmAddress = command({
  permission: 'anyone',
  limit: confirmAgainLimit,
  run: async ({ pageQuery, sql, services }) => {
    const address = addressOf(pageQuery)
    const order = address && (await findListingOrder(sql.raw, address.sessionId, address.appId))
    return did({ answer: order ? await confirmAgain(sql.raw, order.applicationId, services) : false })
  },
  leadsTo: (isSent: boolean, { query }) => landingHref(query, isSent ? { sent: true } : {}),
})

function landingHref(query: URLSearchParams, more: { sent?: true; attempt?: number } = {}): string {
  const [session_id, application_id] = [query.get('session_id'), query.get('application_id')]
  return href('accreditationSuccess', { session_id, application_id, ...more })
}

async function findListingOrder(sql: SqlRunner, sessionId: string, appId: string) {
  const [order] = await findOrderOfSession(sql, { sessionId })
  return order?.applicationId === appId && order.type === 'listing' ? order : null
}

/** While the provider has to be asked, the page is there already and says so. */
export const accreditationSuccess = page('accreditationSuccess', {
  commands: { payExtras, [askAgain]: confirmAddress },
  load: async (request) => {
    const { query, services, refused } = request
    const address = addressOf(query)
    const order = address && (await findListingOrder(services.sql, address.sessionId, address.appId))
    const open = order ? await listOpenSessions(services.sql, { applicationId: order.applicationId }) : []
    if (open.length === 0 || refused) return await loadLanding(request)
    const report = (problem: unknown) => services.log.error('landing not shown', {}, problem)
    return { kind: 'asking' as const, landing: deferred(loadLanding(request), report) }
  },
  status: ({ kind }) => (kind === 'unknown' ? 404 : kind === 'published' || kind === 'unproven' ? null : 200),
})

const askLimit = { name: 'landing', points: 12, seconds: 60 }
/** Reloads by itself without a script, before the person is left to press the link. */
const maxAttempts = 5

/** Usually the payer is faster than the webhook, so the provider is asked. Session and application have to be those of one order. */
async function loadLanding(request: PostedRequest) {
  const { query, services } = request
  const [sessionId, appId] = [query.get('session_id'), query.get('application_id')]
  // The address lacks what names the payment.
  if (!sessionId || !appId) return { kind: 'loading' as const }
  const address = addressOf(query)
  const status = address && (await statusOfPayment(services, address.sessionId, address.appId))
  if (status) return await loadPaid(request, status, appId)
  const lost = isUuid(appId) ? await findLostPayment(request, sessionId, appId) : null
  if (lost === 'unanswered') return waiting(query)
  return lost ? { kind: 'order-missing' as const, paidPence: lost.paidPence } : { kind: 'unknown' as const }
}

/** `again` is the address of the next look; after some of them the page does not reload itself any more. */
function waiting(query: URLSearchParams) {
  const attempt = Math.min(Math.max(Number.parseInt(query.get('attempt') ?? '1', 10) || 1, 1), maxAttempts)
  return {
    kind: 'waiting' as const,
    again: landingHref(query, { attempt: attempt + 1 }),
    isSlow: attempt >= maxAttempts,
  }
}

async function loadPaid(request: PostedRequest, status: OrderStatus, appId: string) {
  const { query, services, visitor, typed, refused } = request
  if (status === 'pending') return waiting(query)
  if (status === 'expired' || status === 'failed') return { kind: 'not-completed' as const, appId }
  await settleOpenOrders(services, appId)
  const [application] = await readFunnelApplication(services.sql, { applicationId: appId })
  const { eventDraft, organisationName: organisation, entryNumber, entrySlug, registerStatus } = application!
  const { title } = eventDraft
  const here = landingHref(query)
  const isRecorded = status === 'paid' || status === 'cancelled'
  if (isRecorded && isWithheld(registerStatus)) return { kind: 'withheld' as const, appId, why: registerStatus }
  const identity = isRecorded ? await readIdentityWaiting(request, appId) : null
  if (identity) return { kind: 'unproven' as const, appId, title, organisation, here, identity }
  // What it waited for did not come in time, or its code was used since.
  if (status === 'cancelled' && entryNumber === null) return { kind: 'not-published' as const, appId }
  // A subscription that was ended early is paid to the end of its year.
  const isValid =
    status === 'paid' || (status === 'cancelled' && (registerStatus === 'active' || registerStatus === 'listed'))
  if (!isValid) return { kind: status === 'cancelled' ? ('over' as const) : ('taken-back' as const), appId }
  if (registerStatus === 'lapsed') return { kind: 'lapsed' as const, appId }
  const isRefused = refused !== null && typed.intent !== askAgain
  const bought = await listBoughtServices(services.sql, { applicationId: appId })
  return {
    kind: 'published' as const,
    /** Its assessment is under way: it is not accredited yet. */
    isListedOnly: registerStatus === 'listed',
    appId,
    title,
    organisation,
    number: entryNumber,
    slug: entrySlug,
    level: levelOf(application!),
    certificate: registerStatus === 'active' ? entryNumber : null,
    hasWaited: query.has('attempt'),
    here,
    mayPay: await mayPay(visitor, appId),
    vat: vatOf(services, application!),
    bought: bought.map(({ service }) => service as ExtraId),
    selected: extraIds.filter((id) => typed[id]),
    problem: isRefused ? (problemOf(refused.fields ?? [], 'services') ?? problemOfStart(refused)) : null,
    ...monthlyDays(services.now()),
  }
}

/** The status of the order of this session and application; null where they do not belong to one listing order. */
async function statusOfPayment(services: Services, sessionId: string, appId: string): Promise<OrderStatus | null> {
  const { sql } = services
  const [known] = await findOrderOfSession(sql, { sessionId })
  if (known && (known.applicationId !== appId || known.type !== 'listing')) return null
  if (known && known.status !== 'pending') return known.status
  // A page whose address was lost on its way into our books has an order without a session.
  const [live] = known ? [] : await readLiveOrder(sql, { applicationId: appId, type: 'listing' })
  const mayBeLost = live?.status === 'pending' && live.checkoutSessionId === null
  if (!known && !mayBeLost) return null
  if ((await takeRateLimit(sql, askLimit, known ? sessionId : appId)) !== null) return known ? known.status : null
  await settleSession(services, sessionId)
  return (await findListingOrder(sql, sessionId, appId))?.status ?? null
}
