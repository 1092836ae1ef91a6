import { takeRateLimit } from '#database/rate-limit.ts'
import { chosenExtras, type ExtraId, extraIds } from '#domain/catalogue.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { isWithheld } from '#domain/register-status.ts'
import { findLostPayment } from '#features/payments/checkout/server/find-lost-payment.ts'
import { mayPay } from '#features/payments/checkout/server/may-pay.ts'
import { settleOpenOrders, settleSession } from '#features/payments/checkout/server/settle-open-orders.ts'
import {
  paymentNotStarted,
  sessionFailures,
  sessionWords,
  startSession,
} from '#features/payments/checkout/server/start-payment.ts'
import { listBoughtServices } from '#features/payments/fulfilment/server/fulfilment-queries.ts'
import { askAgain } from '#features/payments/identity/rules.ts'
import { confirmAgain, readIdentityWaiting } from '#features/payments/identity/server/load-identity-waiting.ts'
import { checkoutLimit, looksLikeSession, monthAfter } from '#features/payments/rules.ts'
import { createExtrasSessionSchema, sessionAnswerSchema } from '#features/payments/schema.ts'
import {
  findOrderOfSession,
  listOpenSessions,
  readFunnelApplication,
  readLiveOrder,
} from '#features/payments/server/queries.ts'
import type { AccreditationSuccess, Landing } from '#features/payments/state.ts'
import { href } from '#pages.ts'
import { command } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { type Action, handler, type Loader, type PageRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { problemOf } from '#wire/form.ts'
import { late } from '#wire/late.ts'

/** How often the provider is asked about one session while its payer waits. */
const askLimit = { name: 'landing', points: 12, seconds: 60 }
/** Reloads by itself without a script, before the person is left to press the link. */
const maxAttempts = 5

/** Feeds the payer's landing. While the provider has to be asked, the page is there already and says so. */
const loadAccreditationSuccess: Loader<AccreditationSuccess> = async (request) => {
  const { query, services } = request
  const [sessionId, appId] = [query.get('session_id'), query.get('application_id')]
  const isForm = sessionId !== null && looksLikeSession(sessionId) && appId !== null && isUuid(appId)
  const [order] = isForm ? await findOrderOfSession(services.sql, { sessionId }) : []
  const isTheirs = order?.application_id === appId && order?.type === 'listing'
  const open = isForm && isTheirs ? await listOpenSessions(services.sql, { applicationId: appId }) : []
  if (open.length === 0) return await landingPage(request)
  const landing = landingPage(request).then(({ data }) => data)
  const report = (problem: unknown) => services.log.error('landing not shown', {}, problem)
  return { kind: 'page', data: { kind: 'asking', landing: late(landing, report) } }
}

/**
 * Where the payer has landed. Usually the payer is faster than the webhook: the provider is asked, and what it says is booked by
 * the same function. The address alone grants nothing: session and application have to be those of one order.
 */
async function landingPage(request: PageRequest): Promise<{ kind: 'page'; data: Landing; status?: number }> {
  const { query, services, visitor } = request
  const sessionId = query.get('session_id')
  const appId = query.get('application_id')
  if (!sessionId || !appId) return { kind: 'page', data: { kind: 'loading' } }
  const status = isUuid(appId) && looksLikeSession(sessionId) ? await statusOfPayment(services, sessionId, appId) : null
  if (status === null) {
    const lost = isUuid(appId) ? await findLostPayment(request, sessionId, appId) : null
    if (lost === 'unanswered') return { kind: 'page', data: await dataFor('pending') }
    if (lost) return { kind: 'page', data: { kind: 'order-missing', paidPence: lost.paidPence } }
    return { kind: 'page', status: 404, data: { kind: 'unknown' } }
  }
  return { kind: 'page', data: await dataFor(status) }

  async function dataFor(status: string): Promise<Landing> {
    if (status === 'pending') {
      const attempt = Math.min(Math.max(Number.parseInt(query.get('attempt') ?? '1', 10) || 1, 1), maxAttempts)
      const again = href('accreditationSuccess', { session_id: sessionId, application_id: appId, attempt: attempt + 1 })
      return { kind: 'waiting', again, isSlow: attempt >= maxAttempts }
    }
    if (status === 'expired' || status === 'failed') return { kind: 'not-completed', appId: appId! }
    await settleOpenOrders(services, appId!)
    const [application] = await readFunnelApplication(services.sql, { applicationId: appId! })
    const isBooked = status === 'paid' || status === 'cancelled'
    if (isBooked && isWithheld(application!.register_status)) {
      return { kind: 'withheld', appId: appId!, why: application!.register_status }
    }
    const { event_draft, organisation_name, entry_number, entry_slug, register_status } = application!
    const here = href('accreditationSuccess', { session_id: sessionId, application_id: appId })
    const identity = isBooked ? await readIdentityWaiting(request, appId!) : null
    if (identity) {
      const { title } = event_draft
      return { kind: 'unproven', appId: appId!, title, organisation: organisation_name, here, identity }
    }
    if (status === 'cancelled' && entry_number === null) return { kind: 'not-published', appId: appId! }
    // A subscription that was ended early is paid to the end of its year.
    const stands =
      status === 'paid' || (status === 'cancelled' && ['active', 'listed'].includes(application!.register_status ?? ''))
    if (!stands) return { kind: status === 'cancelled' ? 'over' : 'taken-back', appId: appId! }
    return {
      kind: 'published',
      isListedOnly: register_status === 'listed',
      appId: appId!,
      title: event_draft.title,
      organisation: organisation_name,
      number: entry_number,
      slug: entry_slug,
      certificate: register_status === 'active' ? entry_number : null,
      hasWaited: query.has('attempt'),
      here,
      mayPay: await mayPay(visitor, appId!),
      bought: (await listBoughtServices(services.sql, { applicationId: appId! })).map(
        ({ service }) => service as ExtraId,
      ),
      selected: [],
      problem: null,
      renewsOn: monthAfter(londonDay(services.now())),
    }
  }
}

/** @returns how the order of this session and application stands, null where they do not belong to one listing order. */
async function statusOfPayment(services: Services, sessionId: string, appId: string): Promise<string | null> {
  const { sql } = services
  const [known] = await findOrderOfSession(sql, { sessionId })
  if (known && (known.application_id !== appId || known.type !== 'listing')) return null
  if (known && known.status !== 'pending') return known.status
  // A page whose address was lost on its way into our books has an order without a session.
  const [live] = known ? [] : await readLiveOrder(sql, { applicationId: appId, type: 'listing' })
  const mayBeLost = live?.status === 'pending' && live.checkout_session_id === null
  if (!known && !mayBeLost) return null
  if ((await takeRateLimit(sql, askLimit, known ? sessionId : appId)) !== null) return known ? known.status : null
  await settleSession(services, sessionId)
  const [booked] = await findOrderOfSession(sql, { sessionId })
  return booked?.application_id === appId && booked.type === 'listing' ? booked.status : null
}

/** Starts the payment of the services chosen after the listing was paid. */
export const createExtrasSession = command({
  permission: 'owner',
  summary: 'Start the payment of selected services',
  description: `${sessionWords} You cannot buy a service that you already have.`,
  schema: createExtrasSessionSchema,
  answers: { 200: sessionAnswerSchema },
  failures: sessionFailures,
  limit: checkoutLimit,
  async run({ input, visitor, services }) {
    const { applicationId } = input
    const metadata = { services: chosenExtras({ services: input.services.join() }).join() }
    return await startSession({ visitor, services }, { applicationId, product: 'extras', metadata })
  },
})

/** The page's own posts: the mail that confirms an address once more, and the payment page of the services. */
const act: Action<AccreditationSuccess> = async (request) => {
  const page = await landingPage(request)
  const { data } = page
  if (data.kind === 'unproven' && request.form.intent === askAgain) {
    const session = request.query.get('session_id')
    const again = formPost<AccreditationSuccess, typeof confirmAgain>(confirmAgain, {
      input: () => ({ applicationId: data.appId }),
      done: () => href('accreditationSuccess', { session_id: session, application_id: data.appId, sent: true }),
      again: (_, __, { retryAfter: wait = null }) => ({
        kind: 'page',
        data: { ...data, identity: { ...data.identity, wait } },
      }),
    })
    return await again(request)
  }
  if (data.kind !== 'published') return page
  const selected = extraIds.filter((id) => request.form[id])
  const sell = formPost<AccreditationSuccess, typeof createExtrasSession>(createExtrasSession, {
    input: () => ({ applicationId: data.appId, services: selected }),
    done: ({ checkoutUrl }) => checkoutUrl,
    again: (_, { problems, notice }, { failure }) => {
      const words = failure === 'unavailable' ? paymentNotStarted : notice
      return { kind: 'page', data: { ...data, selected, problem: problemOf(problems, 'services') ?? words } }
    },
  })
  return await sell(request)
}

export const accreditationSuccess = handler({ load: loadAccreditationSuccess, act })
