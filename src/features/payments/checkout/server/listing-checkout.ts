import { type } from 'arktype'
import { takeRateLimit } from '#database/rate-limit.ts'
import { type ProductId, products } from '#domain/catalogue.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { openDecisions } from '#domain/open-decisions.ts'
import { redeemerOf } from '#features/payments/identity/server/redeemer-of.ts'
import { checkoutLimit, discountOf, partyOf, tidyCoupon, yearAfter } from '#features/payments/rules.ts'
import { checkoutAddressSchema, createListingSessionSchema } from '#features/payments/schema.ts'
import { type FunnelApplication, readFunnelApplication, readLiveOrder } from '#features/payments/server/queries.ts'
import type { ListingCheckout, ListingFallback } from '#features/payments/state.ts'
import { href } from '#pages.ts'
import { answer, command, formCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { handler, type PageRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { isFailure } from '#wire/failure.ts'
import { readCoupon } from './checkout-queries.ts'
import { mayPay } from './may-pay.ts'
import { removeCoupon } from './remove-coupon.ts'
import { settleOpenOrders } from './settle-open-orders.ts'
import { startPayment } from './start-payment.ts'

/** The pages' own posts: a payment page, or why there is none. */
const payForListing = formCommand({
  permission: 'owner',
  schema: createListingSessionSchema,
  limit: checkoutLimit,
  async run({ input, visitor, services }) {
    const { applicationId, coupon } = input
    const wish = { applicationId, product: 'listing', coupon: tidyCoupon(coupon) } as const
    const started = await startPayment({ visitor, services }, wish)
    return isFailure(started) ? started : answer(started)
  },
})

/** The call: where no page opens, it answers the page to try again from. */
export const createListingSession = command({
  ...payForListing,
  summary: 'Start the payment of the annual listing',
  description:
    'The answer has the address of the payment page, or of a page to try again from. Needs the cookie of the browser that applied, or an admin. The application must be approved, its accreditation not suspended or revoked, and its checkout open. `customerEmail` and `customerName` are ignored: the payer is the organisation. Repeated and parallel calls give the same page.',
  answers: { 200: checkoutAddressSchema },
  failures: {
    forbidden: 'This browser did not apply.',
    'not-found': 'There is no such application.',
    conflict: {
      when: 'The application is not approved (status says what it is), its accreditation is suspended or revoked, or the listing is paid or being paid.',
      details: type({ 'status?': 'string' }),
    },
    invalid: 'The coupon is not valid.',
  },
  async run(call) {
    const started = await payForListing.run(call)
    if (!isFailure(started) || started.failure !== 'unavailable') return started
    return answer({ fallbackUrl: fallbackHref(call.input.applicationId, call.input.coupon) })
  },
})

function fallbackHref(appId: string, coupon: string | null | undefined): string {
  return href('listingCheckoutFallback', { appId, coupon: tidyCoupon(coupon) })
}

/** The button that removes the code: the page at its full price, or with the reason why that is not possible now. */
const removeFromPage = formPost<ListingCheckout, typeof removeCoupon>(removeCoupon, {
  input: ({ params }) => ({ applicationId: params.appId }),
  done: (_, { params }) => href('listingCheckout', { appId: params.appId! }),
  again: async (request, { notice }) => {
    const page = await listingCheckoutPage(request, request.params.appId, request.form.coupon ?? null)
    if (page.data.kind !== 'checkout') return page
    return { ...page, data: { ...page.data, couponProblem: notice } }
  },
})

/** The checkout of the annual listing. Nothing is ordered by looking; what was paid is booked. */
export const listingCheckout = handler<ListingCheckout>({
  load: async (request) => await listingCheckoutPage(request, request.params.appId, request.query.get('coupon')),
  act: formsByIntent(
    { 'remove-coupon': removeFromPage },
    formPost(payForListing, {
      input: ({ params, form }) => ({ applicationId: params.appId, coupon: form.coupon ?? '' }),
      done: ({ url }) => url,
      again: async (request, _, { failure }) => {
        const { appId } = request.params
        const coupon = request.form.coupon ?? ''
        const fallback = { kind: 'redirect', to: fallbackHref(appId!, coupon), status: 303 } as const
        if (failure === 'unavailable' || failure === 'too-many') return fallback
        const page = await listingCheckoutPage(request, appId, coupon)
        // Where the listing can still be bought, the conflict is a payment under way. All else is a state that the page itself tells.
        return failure === 'conflict' && page.data.kind === 'checkout' ? fallback : page
      },
    }),
  ),
})

/** The page to try a payment again from: it does so by its own post, and stays with the reason when it fails. */
export const listingCheckoutFallback = handler<ListingFallback>({
  load: async (request) => {
    const page = await listingCheckoutPage(request, request.query.get('appId'), request.query.get('coupon'))
    return { ...page, data: { checkout: page.data, problem: null } }
  },
  act: formPost(payForListing, {
    input: ({ form }) => ({ applicationId: form.appId, coupon: form.coupon ?? '' }),
    done: ({ url }) => url,
    again: async (request, { notice }) => {
      const page = await listingCheckoutPage(request, request.form.appId, request.form.coupon ?? '')
      const mayTryAgain = page.data.kind === 'checkout' && page.data.mayPay
      return { ...page, data: { checkout: page.data, problem: mayTryAgain ? notice : null } }
    },
  }),
})

/**
 * The checkout of an application as this visitor may see it.
 *
 * @param typed the code that was asked for; without one, the code that the application came with is tried quietly.
 */
async function listingCheckoutPage(
  { services, visitor }: PageRequest,
  appId: string | null | undefined,
  typed: string | null,
): Promise<{ kind: 'page'; data: ListingCheckout; status?: number }> {
  const [application] = isUuid(appId) ? await readFunnelApplication(services.sql, { applicationId: appId }) : []
  if (!application) return { kind: 'page', status: 404, data: { kind: 'not-found' } }
  const { id, organisation_name: organisation, event_draft: draft } = application
  const notSold = openDecisions(application, londonDay(services.now())).sell
  if (notSold === 'not-approved') return { kind: 'page', data: { kind: notSold, status: application.status } }
  if (notSold) return { kind: 'page', data: { kind: 'withheld', appId: id, why: notSold } }
  const outstanding = await settleOpenOrders(services, id)
  const [live] = await readLiveOrder(services.sql, { applicationId: id, type: 'listing' })
  if (live && live.status !== 'pending') {
    const [{ entry_number } = application] = await readFunnelApplication(services.sql, { applicationId: id })
    const isDisputed = live.status === 'disputed'
    return { kind: 'page', data: { kind: 'paid', appId: id, isDisputed, isPublished: entry_number !== null } }
  }

  const wanted = tidyCoupon(typed)
  const code = wanted ?? (typed === null ? tidyCoupon(application.coupon_code) : null)
  const coupon = code && code.length <= 40 ? await checkCoupon(services, visitor, application, 'listing', code) : null
  const { pence } = products.listing
  const discountPence = coupon?.kind === 'valid' ? discountOf(pence, coupon.percentOff) : 0
  return {
    kind: 'page',
    data: {
      kind: 'checkout',
      appId: id,
      title: draft.title,
      organisation,
      pricePence: pence,
      discountPence,
      coupon: coupon?.kind === 'valid' ? coupon.code : null,
      typed: wanted ?? '',
      couponProblem: !wanted || coupon?.kind === 'valid' ? null : problemOf(coupon?.kind),
      renewsOn: yearAfter(londonDay(services.now())),
      outstanding,
      mayPay: await mayPay(visitor, id),
    },
  }
}

function problemOf(kind: string | undefined): string {
  return kind === 'too-often' ? 'Too many codes were tried. Please wait ten minutes.' : 'This coupon code is not valid'
}

/** Codes that one address may try: enough for typing mistakes, too few for guessing. */
const couponLimit = { name: 'coupon', points: 20, seconds: 600 }

type CheckedCoupon = { kind: 'valid'; code: string; percentOff: number } | { kind: 'invalid' } | { kind: 'too-often' }

/** Whether an application may use a code for a product. Unknown, over and used are one answer. */
async function checkCoupon(
  { sql, now }: Services,
  visitor: Visitor,
  application: FunnelApplication,
  product: ProductId,
  code: string,
): Promise<CheckedCoupon> {
  if ((await takeRateLimit(sql, couponLimit, visitor.address)) !== null) return { kind: 'too-often' }
  const [coupon] = await readCoupon(sql, {
    code,
    product,
    organisationId: application.organisation_id,
    applicationId: application.id,
    now: now().toISOString(),
    redeemer: redeemerOf(partyOf(application)),
  })
  return coupon?.is_free ? { kind: 'valid', code: coupon.code, percentOff: coupon.percent_off } : { kind: 'invalid' }
}
