import { type } from 'arktype'
import { type UpsellCall, upsellCall } from '../../../api.ts'
import { chosenExtras, extras, type OrderType, products, type UpsellId, upsellIds } from '../../../domain/catalogue.ts'
import { href } from '../../../pages.ts'
import { answer, command, read } from '../../../requests/command.ts'
import type { Services } from '../../../requests/services.ts'
import { actingFor, type Visitor } from '../../../requests/visitor.ts'
import { failure } from '../../../wire/failure.ts'
import { checkoutLimit, maxEngraving, notSoldWords, portalLimit, readEngraving, tidyCoupon } from '../rules.ts'
import {
  applicationParams,
  checkoutAddressSchema,
  createEngravedSessionSchema,
  createExtrasSessionSchema,
  createListingSessionSchema,
  createPortalSessionSchema,
  createSessionSchema,
  ordersSchema,
  portalAnswerSchema,
  sessionAnswerSchema,
} from '../schema.ts'
import { checkoutRefusal } from './checkout-refusal.ts'
import { mayPay } from './may-pay.ts'
import { openBillingPortal } from './open-billing-portal.ts'
import { listOrders, readFunnelApplication } from './queries.ts'
import { startCheckout } from './start-checkout.ts'
import { takePaymentEvent } from './take-payment-event.ts'

/** Orders of an application, as its order summary shows them. Payment ids stay with us. */
export const ordersByApplication = read({
  permission: 'anyone',
  summary: 'Orders of an application',
  description:
    'Whoever holds the link of an application may see what was ordered for it. `amountPence` is what is due after any discount.',
  params: applicationParams,
  answers: { 200: ordersSchema },
  failures: { 'not-found': 'There is no such application.' },
  limit: { name: 'orders', points: 120, seconds: 60 },
  async run({ params, services }) {
    const [application] = await readFunnelApplication(services.sql, { applicationId: params.appId })
    if (!application) return failure('not-found', "The application you're looking for doesn't exist.")
    const orders = await listOrders(services.sql, { applicationId: application.id })
    return answer(
      orders.map(({ id, type, amount_pence, status, metadata }) => ({
        id,
        type,
        amountPence: amount_pence,
        status,
        metadata: {
          ...(metadata.engraving ? { engraving: metadata.engraving } : {}),
          ...(metadata.services ? { services: chosenExtras(metadata).map((service) => extras[service].label) } : {}),
        },
      })),
    )
  },
})

/** Starts the payment of the annual listing. */
export const createListingSession = command({
  permission: 'owner',
  summary: 'Start the payment of the annual listing',
  description:
    'Answers the address of the payment page, or of the page to try again from. Needs the cookie of the browser that applied, or an admin, and an approved application whose accreditation is neither suspended nor revoked and whose checkout is not closed. `customerEmail` and `customerName` are not read: the payer is the organisation. Repeated and parallel calls answer the same page.',
  schema: createListingSessionSchema,
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
  limit: checkoutLimit,
  async run({ input, visitor, services }) {
    if (!(await mayPay(visitor, input.applicationId))) {
      return failure('forbidden', 'Only the applicant can pay for this application.')
    }
    const coupon = tidyCoupon(input.coupon)
    const request = { applicationId: input.applicationId, product: 'listing' as const, coupon, metadata: {} }
    const started = await startCheckout(services, request, await actingFor(visitor, [input.applicationId]))
    switch (started.kind) {
      case 'ready':
        return answer({ url: started.url })
      case 'unavailable':
        return answer({ fallbackUrl: href('listingCheckoutFallback', { appId: input.applicationId, coupon }) })
      case 'not-found':
        return failure('not-found', "The application you're looking for doesn't exist.")
      case 'not-approved':
        return failure('conflict', 'This application has not been approved yet.', {
          details: { status: started.status },
        })
      case 'withheld':
        return failure('conflict', notSoldWords(started.why))
      case 'paid':
        return failure('conflict', 'The annual listing of this application has been paid.')
      case 'payment-under-way':
        return failure('conflict', 'A payment for this listing is under way. It can take a few days to arrive.')
      case 'coupon-refused':
        return failure('invalid', 'This coupon code is not valid', {
          fields: [{ field: 'coupon', message: 'This coupon code is not valid' }],
        })
    }
  },
})

const notTheApplicant = failure('forbidden', 'Only the applicant can pay for this application.', {
  details: { success: false },
})
const sessionWords =
  'Answers the address of the payment page. Needs the cookie of the browser that applied, or an admin, and an approved application whose accreditation is neither suspended nor revoked and whose checkout is not closed. `customerEmail` and `customerName` are not read: the payer is the organisation. Repeated and parallel calls answer the same page.'

const unsuccessful = type({ success: 'false' })
const sessionFailures = {
  forbidden: { when: 'This browser did not apply.', details: unsuccessful },
  'not-found': { when: 'There is no such application.', details: unsuccessful },
  conflict: {
    when: 'The application is not approved (status says what it is), its accreditation is suspended or revoked, or this is paid or being paid.',
    details: type({ success: 'false', 'status?': 'string' }),
  },
  unavailable: { when: 'The payment provider opens no page at the moment.', details: unsuccessful },
} as const

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
      ? { ...sessionFailures, invalid: { when: 'The engraving does not fit.', details: unsuccessful } }
      : sessionFailures,
    limit: checkoutLimit,
    async run({ input, visitor, services }) {
      if (!(await mayPay(visitor, input.applicationId))) return notTheApplicant
      if (!isEngraved) return await startUpsell(services, visitor, input.applicationId, product, {})
      const engraving = readEngraving('engraving' in input ? (input.engraving as string) : null)
      if ('problem' in engraving) {
        return failure('invalid', engraving.problem, {
          fields: [{ field: 'engraving', message: engraving.problem }],
          details: { success: false },
        })
      }
      return await startUpsell(services, visitor, input.applicationId, product, { engraving: engraving.text })
    },
  })
}

export const upsellSessions = Object.fromEntries(upsellIds.map((id) => [upsellCall(id), upsellSession(id)])) as Record<
  UpsellCall,
  ReturnType<typeof upsellSession>
>

/** Starts the payment of the services chosen after the listing was paid. */
export const createExtrasSession = command({
  permission: 'owner',
  summary: 'Start the payment of selected services',
  description: `${sessionWords} A service that has been bought is refused.`,
  schema: createExtrasSessionSchema,
  answers: { 200: sessionAnswerSchema },
  failures: sessionFailures,
  limit: checkoutLimit,
  async run({ input, visitor, services }) {
    if (!(await mayPay(visitor, input.applicationId))) return notTheApplicant
    const chosen = chosenExtras({ services: input.services.join() })
    return await startUpsell(services, visitor, input.applicationId, 'extras', { services: chosen.join() })
  },
})

async function startUpsell(
  services: Services,
  visitor: Visitor,
  applicationId: string,
  product: Exclude<OrderType, 'listing'>,
  metadata: Record<string, string>,
) {
  const request = { applicationId, product, coupon: null, metadata }
  const started = await startCheckout(services, request, await actingFor(visitor, [applicationId]))
  return started.kind === 'ready' ? answer({ success: true, checkoutUrl: started.url }) : checkoutRefusal(started)
}

/** Opens the billing page of an organisation. */
export const createPortalSession = command({
  permission: 'owner',
  summary: 'Open the billing page',
  description:
    "Answers the address of the payment provider's billing page. Needs the cookie of the browser that created the organisation with this email, or an admin; everything else is one and the same failure. `applicationId` says which organisation is meant where several share the address.",
  schema: createPortalSessionSchema,
  answers: { 200: portalAnswerSchema },
  failures: {
    forbidden: { when: 'This browser may not act for the organisation, or there is none.', details: unsuccessful },
    unavailable: { when: 'The payment provider opens no page at the moment.', details: unsuccessful },
  },
  limit: portalLimit,
  async run({ input, visitor, services }) {
    const opening = await openBillingPortal(services, visitor, input.customerEmail, input.applicationId ?? null)
    if (opening.kind === 'ready') return answer({ success: true, portalUrl: opening.url })
    return failure(
      opening.kind === 'refused' ? 'forbidden' : 'unavailable',
      'Failed to open billing portal. Please try again.',
      { details: { success: false } },
    )
  },
})

/** The payment provider's webhook. */
export const receiveStripeEvent = command({
  permission: 'signature',
  summary: 'Events of the payment provider',
  description: 'Signed by Stripe. The event is stored and answered at once; the work is done from a queue.',
  rawBody: { contentType: 'application/json', holds: type('object') },
  answers: { 200: type({ received: 'true' }) },
  failures: { malformed: 'The signature does not fit the body, or is too old.' },
  async run({ raw, headers, services }) {
    const outcome = await takePaymentEvent(services, raw, headers.get('stripe-signature'))
    return outcome === 'bad-signature'
      ? failure('malformed', 'The signature does not fit.')
      : answer({ received: true })
  },
})
