import { isPaymentsFailure } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'

/** Ends a subscription at the provider, now: it is not billed again. Asked for one that has ended, it changes nothing. */
export async function endSubscription(
  { payments }: Pick<Services, 'payments'>,
  subscriptionId: string,
): Promise<'unavailable' | null> {
  const ended = await payments.cancelSubscription(subscriptionId)
  return isPaymentsFailure(ended) && ended.failure === 'payments-unavailable' ? 'unavailable' : null
}
