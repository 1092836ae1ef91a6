import { type } from 'arktype'
import { takeRateLimit } from '#database/rate-limit.ts'
import { products } from '#domain/catalogue.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { openDecisions } from '#domain/open-decisions.ts'
import { readVatNumber } from '#domain/vat.ts'
import { redeemerOfApplication } from '#features/payments/identity/server/redeemer-of.ts'
import { checkoutLimit, couponLimit, discountOf, tidyCoupon } from '#features/payments/rules.ts'
import { type FunnelApplication, readFunnelApplication, readLiveOrder } from '#features/payments/server/queries.ts'
import { type Buyer, buyers } from '#features/payments/terms.ts'
import { did, outsideCommand, wrong } from '#page/command.ts'
import { page, redirect } from '#page/page.ts'
import { href } from '#pages.ts'
import { isPaymentsFailure } from '#providers/payments/payments.ts'
import { answer, command } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { choice, form, text } from '#wire/define-form.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { address, addressOrPath } from '#wire/formats.ts'
import { vatNumberForm, vatNumberSentence } from '../form.ts'
import { readCoupon } from './checkout-queries.ts'
import { termDays } from './record-agreement.ts'
import { forgetCoupon } from './remove-coupon.ts'
import { settleOpenOrders } from './settle-open-orders.ts'
import { buyerField, leadToPage, mayPay, ofOwn, type Payer, sessionFields, startPayment } from './start-payment.ts'
import { vatOf } from './vat-of.ts'

/** Where no page opens, it answers the page to try again from. */
export const createListingSession = command({
  permission: 'owner',
  summary: 'Start the payment of the annual listing',
  description:
    'The answer has the address of the payment page, or of a page to try again from. Needs the cookie of the browser that applied, or an admin. The application must be approved, its accreditation not suspended or revoked, and its checkout open. `customerEmail` and `customerName` are ignored: the payer is the organisation. Repeated and parallel calls give the same page. `buyer` is kept with the terms that are agreed to; left out, the buyer counts as a consumer.',
  schema: type({
    ...sessionFields,
    ...buyerField,
    'coupon?': type('string <= 40').or('null').configure({ sentence: 'This coupon code is not valid' }),
  }).onUndeclaredKey('delete'),
  limit: checkoutLimit,
  answers: { 200: type({ url: address }).or({ fallbackUrl: addressOrPath }) },
  failures: {
    forbidden: 'This browser did not apply.',
    'not-found': 'There is no such application.',
    conflict: {
      when: 'The application is not approved (status says what it is), its accreditation is suspended or revoked, or the listing is paid or being paid.',
      details: type({ 'status?': 'string' }),
    },
    invalid: 'The coupon is not valid.',
  },
  async run({ input: { applicationId, coupon, buyer = null }, visitor, services }) {
    const started = await startListing({ visitor, services }, applicationId, coupon, buyer)
    if (!isFailure(started)) return answer(started)
    if (started.failure !== 'unavailable') return started
    return answer({ fallbackUrl: fallbackHref(applicationId, coupon) })
  },
})

async function startListing(
  by: Payer,
  applicationId: string,
  coupon: string | null | undefined,
  buyer: Buyer | null = null,
) {
  return await startPayment(by, { applicationId, product: 'listing', coupon: tidyCoupon(coupon), buyer })
}

function fallbackHref(appId: string, coupon: string | null | undefined): string {
  return href('listingCheckoutFallback', { appId, coupon: tidyCoupon(coupon) })
}

const payForm = form({
  coupon: text({ label: 'Promotion code', max: 40 }),
  buyer: choice({ label: 'You buy as', optional: true, choices: buyers }),
})

const pay = outsideCommand({
  ...ofOwn,
  form: payForm,
  run: async ({ params, input, visitor, services }) =>
    leadToPage(await startListing({ visitor, services }, params.appId, input.coupon, input.buyer || null)),
  leadsTo: (url: string) => url,
})

const removeFromPage = outsideCommand({
  ...ofOwn,
  run: async ({ params, visitor, services }) =>
    (await forgetCoupon({ visitor, services }, params.appId)) ?? did({ answer: params.appId }),
  leadsTo: (appId: string) => href('listingCheckout', { appId }),
})

/**
 * From the next payment page on no UK VAT is charged; one that is open is closed by the next press of the button. Left empty, the number that
 * we have is removed, at the payment provider first: an invoice to come has it no longer.
 */
const giveVatNumber = outsideCommand({
  ...ofOwn,
  form: vatNumberForm,
  run: async ({ params: { appId }, input, visitor, sql, services }) => {
    const [application] = await readFunnelApplication(services.sql, { applicationId: appId })
    if (!application || !(await mayPay(visitor, appId)))
      return failure('forbidden', 'Only the applicant can give a VAT number.')
    const { organisationId, stripeCustomerId: customerId, vatNumber: known } = application
    const given = readVatNumber(input.vatNumber)
    if (!given && !known) return wrong({ vatNumber: vatNumberSentence })
    if (!given && customerId) {
      const removed = await services.payments.setForeignVatNumber({ customerId, vatNumber: null })
      if (isPaymentsFailure(removed) && removed.failure !== 'payments-not-found')
        return failure('unavailable', 'The VAT number could not be removed. Please try again in a few minutes.')
    }
    await sql<Record<string, never>[]>`
      update organisations set vat_number = ${given?.number ?? null}::text, updated_at = now()
      where id = ${organisationId}::uuid`
    return did({ answer: appId })
  },
  leadsTo: (appId: string) => href('listingCheckout', { appId }),
})

/** Nothing is ordered by looking; what was paid is recorded. */
export const listingCheckout = page('listingCheckout', {
  commands: { pay, 'remove-coupon': removeFromPage, 'vat-number': giveVatNumber },
  load: async ({ params: { appId }, query, typed, refused, visitor, services }) => {
    const by = { visitor, services }
    if (!refused) return await loadCheckout(by, appId, query.get('coupon'))
    const isRemoval = typed.intent === 'remove-coupon'
    const isVat = typed.intent === 'vat-number'
    const fallback = redirect(fallbackHref(appId, typed.coupon))
    if (!isRemoval && !isVat && ['unavailable', 'too-many'].includes(refused.failure)) return fallback
    const checkout = await loadCheckout(by, appId, typed.coupon ?? (isRemoval || isVat ? null : ''))
    if (checkout.kind !== 'checkout') return checkout
    if (isVat)
      return {
        ...checkout,
        vatProblem: refused.fields?.[0]?.message ?? refused.message,
        typedVat: typed.vatNumber ?? '',
      }
    if (isRemoval) return { ...checkout, couponProblem: refused.message }
    // Where the listing can still be bought, the conflict is a payment under way. All else is a state that the page itself says.
    return refused.failure === 'conflict' ? fallback : checkout
  },
  status: ({ kind }) => (kind === 'unknown' ? 404 : null),
})

const payAgain = outsideCommand({
  permission: 'owner',
  form: form({
    ...payForm.fields,
    appId: text({
      label: 'Application',
      max: 36,
      required: 'This is not valid',
      check: (id) => !isUuid(id) && 'This is not valid',
    }),
  }),
  limit: checkoutLimit,
  run: async ({ input, visitor, services }) =>
    leadToPage(await startListing({ visitor, services }, input.appId, input.coupon, input.buyer || null)),
  leadsTo: (url: string) => url,
})

/** The page to try a payment again from: it does so by its own post, and stays with the reason when it fails. */
export const listingCheckoutFallback = page('listingCheckoutFallback', {
  commands: { payAgain },
  load: async ({ query, typed, refused, visitor, services }) => {
    const [appId, coupon] = refused ? [typed.appId, typed.coupon ?? ''] : [query.get('appId'), query.get('coupon')]
    const checkout = await loadCheckout({ visitor, services }, appId, coupon)
    const mayTryAgain = checkout.kind === 'checkout' && checkout.mayPay
    return { checkout, problem: refused && !refused.fields?.length && mayTryAgain ? refused.message : null }
  },
  status: ({ checkout }) => (checkout.kind === 'unknown' ? 404 : null),
})

/** @param typed the code that was asked for; without one, the code that the application came with is tried quietly. */
async function loadCheckout({ services, visitor }: Payer, appId: string | null | undefined, typed: string | null) {
  const [application] = isUuid(appId) ? await readFunnelApplication(services.sql, { applicationId: appId }) : []
  if (!application) return { kind: 'unknown' as const }
  const { id, organisationName: organisation, eventDraft: draft } = application
  const notSold = openDecisions(application, londonDay(services.now())).sell
  if (notSold === 'not-approved') return { kind: notSold, status: application.status }
  if (notSold) return { kind: 'withheld' as const, appId: id, why: notSold }
  const outstanding = await settleOpenOrders(services, id)
  const [live] = await readLiveOrder(services.sql, { applicationId: id, type: 'listing' })
  if (live && live.status !== 'pending') {
    const [{ entryNumber } = application] = await readFunnelApplication(services.sql, { applicationId: id })
    // Where it is disputed, the bank has not decided, and nobody pays a second time until it has.
    const isDisputed = live.status === 'disputed'
    return { kind: 'paid' as const, appId: id, isDisputed, isPublished: entryNumber !== null }
  }
  const wanted = tidyCoupon(typed)
  const code = wanted ?? (typed === null ? tidyCoupon(application.couponCode) : null)
  const coupon = code && code.length <= 40 ? await checkCoupon(services, visitor, application, code) : null
  const { pence } = products.listing
  const valid = coupon === 'too-often' ? null : coupon
  const problem =
    coupon === 'too-often' ? 'Too many codes were tried. Please wait ten minutes.' : 'This coupon code is not valid'
  const isPayer = await mayPay(visitor, id)
  return {
    kind: 'checkout' as const,
    appId: id,
    title: draft.title,
    organisation,
    pricePence: pence,
    discountPence: valid ? discountOf(pence, valid.percentOff) : 0,
    coupon: valid?.code ?? null,
    typed: wanted ?? '',
    couponProblem: !wanted || valid ? null : problem,
    ...termDays(services.now()),
    vat: vatOf(services, application),
    vatNumber: isPayer ? application.vatNumber : null,
    vatProblem: null as string | null,
    typedVat: '',
    outstanding,
    mayPay: isPayer,
  }
}

/** Whether an application may use a code for its listing. Unknown, over and used are one answer: null. */
async function checkCoupon({ sql, now }: Services, visitor: Visitor, application: FunnelApplication, code: string) {
  if ((await takeRateLimit(sql, couponLimit, visitor.address)) !== null) return 'too-often'
  const [coupon] = await readCoupon(sql, {
    code,
    product: 'listing',
    organisationId: application.organisationId,
    applicationId: application.id,
    now: now().toISOString(),
    redeemer: redeemerOfApplication(application),
  })
  return coupon?.isFree ? coupon : null
}
