import { type } from 'arktype'
import type { OrderType } from '#domain/catalogue.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { checkoutLimit, notSoldWords } from '#features/payments/rules.ts'
import { did } from '#page/command.ts'
import { answer } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { actingFor, type Visitor } from '#requests/visitor.ts'
import { type Failure, type FailureKind, failure, isFailure } from '#wire/failure.ts'
import { address } from '#wire/formats.ts'
import type { CheckoutRequest } from './prepare-order.ts'
import { type CheckoutStart, startCheckout } from './start-checkout.ts'

export const sessionWords =
  'The answer has the address of the payment page. Needs the cookie of the browser that applied, or an admin. The application must be approved, its accreditation not suspended or revoked, and its checkout open. `customerEmail` and `customerName` are ignored: the payer is the organisation. Repeated and parallel calls give the same page.'

export const unsuccessful = type({ success: 'false' })

export const sessionFailures = {
  forbidden: { when: 'This browser did not apply.', details: unsuccessful },
  'not-found': { when: 'There is no such application.', details: unsuccessful },
  conflict: {
    when: 'The application is not approved (status says what it is), its accreditation is suspended or revoked, or this is paid or being paid.',
    details: type({ success: 'false', 'status?': 'string' }),
  },
  unavailable: { when: 'The payment provider cannot open a page at the moment.', details: unsuccessful },
} as const

/** Of every such call; name and email are those of the organisation: what is sent for them is not read. */
export const sessionFields = {
  applicationId: 'string.uuid',
  'customerEmail?': 'unknown',
  'customerName?': 'unknown',
} as const

/** Who buys; left out, it counts as a consumer. */
export const buyerField = { 'buyer?': type("'consumer' | 'business' | '' | null").pipe((buyer) => buyer || null) }

/** Of what may be paid monthly. */
export const monthlyFields = { ...buyerField, 'startNow?': 'boolean' } as const

export const monthlyWords =
  '`buyer` and `startNow` are kept with the terms that are agreed to. `startNow` asks for the start before the 14 days to cancel are over: who then cancels in them pays for the days until then.'

/** What the calls have in common that start a payment after the listing's. */
export const sessionCall = {
  permission: 'owner',
  answers: { 200: type({ success: 'true', checkoutUrl: address }) },
  failures: sessionFailures,
  limit: checkoutLimit,
} as const

/** Of a form on the page of somebody's own application. */
export const ofOwn = { permission: 'owner', params: { appId: isUuid }, limit: checkoutLimit } as const

export type Payer = { visitor: Visitor; services: Services }

export async function startPayment(
  { visitor, services }: Payer,
  request: Pick<CheckoutRequest, 'applicationId' | 'product'> & Partial<CheckoutRequest>,
): Promise<{ url: string } | Failure> {
  const { applicationId, product } = request
  if (!(await mayPay(visitor, applicationId))) return refusalOf(product, { kind: 'not-theirs' })
  const by = await actingFor(visitor, [applicationId])
  const started = await startCheckout(services, { coupon: null, metadata: {}, ...request }, by)
  return started.kind === 'ready' ? { url: started.url } : refusalOf(product, started)
}

type PaymentStart = { url: string } | Failure

/** Of a call. */
export const sessionAnswer = (started: PaymentStart) =>
  isFailure(started) ? started : answer({ success: true, checkoutUrl: started.url })

/** Of a page's form. */
export const leadToPage = (started: PaymentStart) => (isFailure(started) ? started : did({ answer: started.url }))

/** Null where a field says it. */
export function problemOfStart({ failure, message, fields = [] }: Failure): string | null {
  if (failure === 'unavailable') return 'Failed to initiate payment. Please try again.'
  return fields.length > 0 ? null : message
}

/** The calls of the products after the listing say `success: false` too. */
function refusalOf(
  product: OrderType,
  refused: Exclude<CheckoutStart, { kind: 'ready' }> | { kind: 'not-theirs' },
): Failure {
  const isListing = product === 'listing'
  const details = isListing ? {} : { success: false }
  const refuse = (kind: FailureKind, message: string, more: Partial<Failure> = {}) =>
    failure(kind, message, { details, ...more })
  switch (refused.kind) {
    case 'not-theirs':
      return refuse('forbidden', 'Only the applicant can pay for this application.')
    case 'not-found':
      return refuse('not-found', "The application you're looking for doesn't exist.")
    case 'not-approved': {
      const more = { details: { ...details, status: refused.status } }
      return refuse('conflict', 'This application has not been approved yet.', more)
    }
    case 'withheld':
      return refuse('conflict', notSoldWords(refused.why))
    case 'paid':
      return refuse(
        'conflict',
        isListing ? 'The annual listing of this application has been paid.' : 'This has already been paid for.',
      )
    case 'payment-under-way': {
      const what = isListing ? 'this listing' : 'this'
      return refuse('conflict', `A payment for ${what} is under way. It can take a few days to arrive.`)
    }
    case 'coupon-refused': {
      const message = 'This coupon code is not valid'
      return refuse('invalid', message, { fields: [{ field: 'coupon', message }] })
    }
    case 'unavailable':
      return isListing
        ? refuse('unavailable', 'We could not open the payment page. You were not charged.')
        : refuse('unavailable', 'Failed to create checkout session', { retryAfter: 30 })
  }
}

/** The link alone is not enough: it takes the cookie of the applicant, or an admin. @param id of the application or the organisation. */
export async function mayPay(visitor: Visitor, id: string): Promise<boolean> {
  return (await visitor.isOwnerOf(id)) || (await visitor.holds('money'))
}
