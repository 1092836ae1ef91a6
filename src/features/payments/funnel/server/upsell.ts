import { type UpsellCall, upsellCall } from '#api.ts'
import { funnel, isUpsell, type ProductId, products, type UpsellId, upsellIds } from '#domain/catalogue.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { openDecisions } from '#domain/open-decisions.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { findLostPayment } from '#features/payments/checkout/server/find-lost-payment.ts'
import { mayPay } from '#features/payments/checkout/server/may-pay.ts'
import { settleOpenOrders } from '#features/payments/checkout/server/settle-open-orders.ts'
import {
  paymentNotStarted,
  sessionFailures,
  sessionWords,
  startSession,
  unsuccessful,
} from '#features/payments/checkout/server/start-payment.ts'
import { checkoutLimit, maxEngraving, monthAfter, readEngraving } from '#features/payments/rules.ts'
import { createEngravedSessionSchema, createSessionSchema, sessionAnswerSchema } from '#features/payments/schema.ts'
import { type OrderStatus, readFunnelApplication, readLiveOrder } from '#features/payments/server/queries.ts'
import type { OfferClaims, Upsell, UpsellOffer } from '#features/payments/state.ts'
import { command } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type PageRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { failure } from '#wire/failure.ts'
import { problemOf } from '#wire/form.ts'
import { readGoldAward } from './gold-queries.ts'

/** Starts the payment of a product after the listing. */
function upsellSession(product: UpsellId) {
  const { name } = products[product]
  const isEngraved = 'isEngraved' in products[product]
  return command({
    permission: 'owner',
    summary: `Start the payment of ${name}`,
    description: isEngraved
      ? `${sessionWords} The engraving has 1 to ${maxEngraving} characters on one line.`
      : sessionWords,
    schema: isEngraved ? createEngravedSessionSchema : createSessionSchema,
    answers: { 200: sessionAnswerSchema },
    failures: isEngraved
      ? { ...sessionFailures, invalid: { when: 'The engraving is not valid.', details: unsuccessful } }
      : sessionFailures,
    limit: checkoutLimit,
    async run({ input, visitor, services }) {
      const { applicationId } = input
      const engraved = isEngraved ? readEngraving('engraving' in input ? (input.engraving as string) : null) : null
      // Whoever may not pay is told that first.
      if (engraved && 'problem' in engraved && (await mayPay(visitor, applicationId))) {
        return failure('invalid', engraved.problem, {
          fields: [{ field: 'engraving', message: engraved.problem }],
          details: { success: false },
        })
      }
      const metadata = engraved && 'text' in engraved ? { engraving: engraved.text } : {}
      return await startSession({ visitor, services }, { applicationId, product, metadata })
    },
  })
}

/** The call of each product after the listing. */
export const upsellSessions = Object.fromEntries(upsellIds.map((id) => [upsellCall(id), upsellSession(id)])) as Record<
  UpsellCall,
  ReturnType<typeof upsellSession>
>

/** An offer's own posts: the payment page, or the offer again with what stands in the way. */
const posts = upsellIds.map((product) =>
  formPost<Upsell, (typeof upsellSessions)[UpsellCall]>(upsellSessions[upsellCall(product)], {
    input: ({ params, form }) => ({ ...form, applicationId: params.appId }),
    done: ({ checkoutUrl }) => checkoutUrl,
    again: async (request, { problems, notice }, { failure }) => {
      const page = await upsellPage(request)
      if (page.kind !== 'page') return page
      if (page.data.kind !== 'offer') return page
      // Whoever may not pay, or has paid, is told so by the page itself.
      const isTold = failure === 'forbidden' || page.data.isBought
      const words = failure === 'unavailable' ? paymentNotStarted : notice
      const engraving = request.form.engraving ?? ''
      const engravingProblem = problemOf(problems, 'engraving') ?? null
      return { ...page, data: { ...page.data, problem: isTold ? null : words, engraving, engravingProblem } }
    },
  }),
)

export const upsell = handler<Upsell>({
  load: upsellPage,
  act: async (request) => {
    const { product } = request.params
    return isUpsell(product) ? await posts[upsellIds.indexOf(product)]!(request) : { kind: 'not-found' }
  },
})

const none: OfferClaims = { was: [], badge: [], figures: [], testimonials: [], promises: [] }
const offerClaims: Record<UpsellId, (services: Services) => Promise<OfferClaims>> = {
  async award(services) {
    const shown = await readClaims(services, ['award-was', 'award-badge'])
    return { ...none, was: shown['award-was'], badge: shown['award-badge'] }
  },
  async marketing(services) {
    const shown = await readClaims(services, [
      'marketing-was',
      'marketing-figures',
      'marketing-testimonials',
      'marketing-guarantees',
    ])
    return {
      ...none,
      was: shown['marketing-was'],
      figures: shown['marketing-figures'],
      testimonials: shown['marketing-testimonials'],
      promises: shown['marketing-guarantees'],
    }
  },
  async ads(services) {
    const shown = await readClaims(services, ['ads-figures', 'ads-guarantee'])
    return { ...none, figures: shown['ads-figures'], promises: shown['ads-guarantee'] }
  },
}

async function goldOf({ sql, env }: Services, applicationId: string): Promise<UpsellOffer['gold']> {
  const [live] = await readLiveOrder(sql, { applicationId, type: 'award' })
  const [award] = live ? await readGoldAward(sql, { orderId: live.id }) : []
  return { minScore: env.goldMinScore, waitsUntil: award?.waits_until ?? null, givenAt: award?.given_at ?? null }
}

/** The offer of a product to the visitor of an application. Nothing is ordered by looking; what was paid is booked. */
async function upsellPage(
  request: PageRequest,
): Promise<{ kind: 'page'; data: Upsell; status?: number } | { kind: 'not-found' }> {
  const { params, query, services, visitor } = request
  const { appId, product } = params
  if (!isUpsell(product)) return { kind: 'not-found' }
  const [application] = isUuid(appId) ? await readFunnelApplication(services.sql, { applicationId: appId }) : []
  if (!application) {
    const lost = isUuid(appId) ? await findLostPayment(request, query.get('session_id'), appId) : null
    if (lost && lost !== 'unanswered')
      return { kind: 'page', data: { kind: 'order-missing', paidPence: lost.paidPence } }
    return { kind: 'page', status: 404, data: { kind: 'not-found' } }
  }
  const { id, status, organisation_name: organisation, event_draft: draft } = application
  const notSold = openDecisions(application, londonDay(services.now())).sell
  if (notSold === 'not-approved') return { kind: 'page', data: { kind: notSold, product, status } }
  const outstanding = await settleOpenOrders(services, id)
  if (notSold) return { kind: 'page', data: { kind: 'withheld', product, appId: id, why: notSold } }
  const bought = await statusOf(product)
  const paidBefore = funnel[funnel.indexOf(product) - 1]!
  return {
    kind: 'page',
    data: {
      kind: 'offer',
      product,
      appId: id,
      title: draft.title,
      organisation,
      isBought: bought === 'paid' || bought === 'disputed',
      isDisputed: bought === 'disputed',
      mayPay: await mayPay(visitor, id),
      paidBefore: (await statusOf(paidBefore)) === 'paid' ? products[paidBefore].label : null,
      outstanding,
      renewsOn: monthAfter(londonDay(services.now())),
      problem: null,
      engraving: '',
      engravingProblem: null,
      claims: await offerClaims[product](services),
      gold: product === 'award' ? await goldOf(services, id) : null,
    },
  }

  async function statusOf(wanted: ProductId): Promise<OrderStatus | undefined> {
    const [order] = await readLiveOrder(services.sql, { applicationId: id, type: wanted })
    return order?.status
  }
}
