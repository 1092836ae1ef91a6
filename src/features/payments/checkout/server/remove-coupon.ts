import { type } from 'arktype'
import { checkoutLimit } from '#features/payments/rules.ts'
import { expireOrder, lockApplication, readLiveOrder } from '#features/payments/server/queries.ts'
import { answer, command } from '#requests/command.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { closePaymentPage } from './start-checkout.ts'
import { mayPay, type Payer } from './start-payment.ts'

export const removeCoupon = command({
  permission: 'owner',
  summary: 'Remove the coupon code from the annual listing',
  description:
    'Only while the listing is not paid: the price is the full one again, and a payment page that was opened with the code is closed. Succeeds too where there is no code.',
  schema: type({ applicationId: 'string.uuid' }).onUndeclaredKey('delete'),
  answers: { 200: type({ removed: 'true' }) },
  failures: {
    forbidden: 'This browser did not apply.',
    conflict: 'The listing is paid, or a payment with the code is under way.',
    unavailable: 'The payment provider cannot be asked whether the payment page with the code was paid.',
  },
  limit: checkoutLimit,
  async run({ input: { applicationId }, visitor, services }) {
    return (await forgetCoupon({ visitor, services }, applicationId)) ?? answer({ removed: true })
  },
})

/**
 * The payment page of an order with the code is closed first, so that nobody pays the lower price afterwards.
 * @returns why it is not possible now; null once it is done.
 */
export async function forgetCoupon({ visitor, services }: Payer, applicationId: string): Promise<Failure | null> {
  const { sql, payments } = services
  if (!(await mayPay(visitor, applicationId))) {
    return failure('forbidden', 'Only the applicant can pay for this application.')
  }
  const [begun] = await readLiveOrder(sql, { applicationId, type: 'listing' })
  if (begun?.status === 'pending' && begun.couponCode && begun.checkoutSessionId) {
    const closed = await closePaymentPage(services, begun.id, begun.checkoutSessionId)
    if (closed === 'unavailable') {
      return failure('unavailable', 'The payment provider does not answer. Please try again in a few minutes.', {
        retryAfter: 60,
      })
    }
    if (closed === 'payment-under-way') {
      return failure('conflict', 'A payment with this code is under way. It can take a few days to arrive.')
    }
  }
  const outcome = await sql.begin(async (tx) => {
    await lockApplication(tx, { applicationId })
    const [live] = await readLiveOrder(tx, { applicationId, type: 'listing' })
    if (live && live.status !== 'pending') return 'paid' as const
    await tx`update applications set coupon_code = null where id = ${applicationId}::uuid`
    if (!live?.couponCode) return null
    return { session: await expireOrder(tx, live.id) }
  })
  if (outcome === 'paid') return failure('conflict', 'The annual listing of this application has been paid.')
  if (outcome?.session) await payments.expireCheckoutSession(outcome.session)
  return null
}
