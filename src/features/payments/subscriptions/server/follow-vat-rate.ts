import { camel } from '#database/camel.ts'
import type { Instant } from '#domain/formats.ts'
import { documentVatWords, readVatNumber, type VatTreatment } from '#domain/vat.ts'
import { vatOfRenewal } from '#features/payments/checkout/server/vat-of.ts'
import { isPaymentsFailure } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'

const days = 7
const atATime = 200

type RenewingSubscription = {
  id: string
  subscriptionId: string
  coversUntil: Instant
  vat: VatTreatment | null
  vatNumber: string | null
  customerId: string | null
}

/**
 * In the week before it renews, a subscription gets the rate of the day on which it does: the authority has registered for VAT, a rate has
 * changed, or the buyer has given a VAT number since. What the provider does not take now is tried again. @returns how many were changed.
 */
export async function followVatRate(services: Services): Promise<number> {
  const { sql, now, log } = services
  const renewing = await camel(sql)<RenewingSubscription[]>`
    select o.id, o.subscription_id, o.covers_until, o.vat, g.vat_number, g.stripe_customer_id as customer_id
    from orders o join organisations g on g.id = o.organisation_id
    where o.status = 'paid' and o.subscription_id is not null and not o.renewal_stopped
      and o.covers_until > ${now().toISOString()}::timestamptz
      and o.covers_until <= ${now().toISOString()}::timestamptz + make_interval(days => ${days}::int)
    order by o.covers_until
    limit ${atATime}::int`
  let changed = 0
  for (const order of renewing) {
    const vat = vatOfRenewal(services, order.coversUntil, order.vatNumber)
    if (vat === (order.vat ?? 'none')) continue
    const problem = await setTax(services, order, vat)
    if (problem) {
      log.error('tax of a renewal not set', { order: order.id, failure: problem.failure, code: problem.code })
      continue
    }
    await sql<Record<string, never>[]>`
      update orders set vat = ${vat}::text, updated_at = now() where id = ${order.id}::uuid`
    changed++
  }
  return changed
}

async function setTax(
  { payments }: Services,
  { subscriptionId, customerId, vatNumber }: RenewingSubscription,
  vat: VatTreatment,
) {
  const number = vat === 'reverse' && vatNumber ? readVatNumber(vatNumber) : null
  if (number && customerId) {
    const customer = await payments.setForeignVatNumber({ customerId, vatNumber: number })
    if (isPaymentsFailure(customer)) return customer
  }
  const rate = vat === 'none' ? { taxRateId: null } : await payments.ensureTaxRate(vat)
  if (isPaymentsFailure(rate)) return rate
  const set = await payments.setSubscriptionTax(subscriptionId, { ...rate, footer: documentVatWords(vat) })
  return isPaymentsFailure(set) ? set : null
}
