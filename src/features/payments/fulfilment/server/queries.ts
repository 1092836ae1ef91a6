import { camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import { chosenExtras } from '#domain/catalogue.ts'
import type { Instant } from '#domain/formats.ts'
import type { OrderStatus } from '#features/payments/server/queries.ts'

/** @param input.coversUntil end of the latest period that is settled by it @param input.endedByPayment, input.endedByDispute what ended it */
export const setOrderStatus = (
  sql: SqlRunner,
  input: {
    orderId: string
    status: OrderStatus
    coversUntil?: Instant | null
    endedByPayment?: string | null
    endedByDispute?: string | null
  },
) => sql<Record<string, never>[]>`
  update orders
  set status = ${input.status}::text, covers_until = greatest(covers_until, ${input.coversUntil ?? null}::timestamptz),
    ended_by_payment = ${input.endedByPayment ?? null}::text, ended_by_dispute = ${input.endedByDispute ?? null}::text,
    payment_failed_at = null,
    waits_since = case when ${input.status}::text in ('paid', 'cancelled') then waits_since end, updated_at = now()
  where id = ${input.orderId}::uuid`

/** A monthly service that has ended may be bought again. */
export const listBoughtServices = (sql: SqlRunner, { applicationId }: { applicationId: string }) => camel(sql)<
  { service: string }[]
>`
  select distinct service
  from orders, unnest(string_to_array(metadata ->> 'services', ',')) as service
  where application_id = ${applicationId}::uuid and type = 'extras'
    and (status in ('paid', 'disputed') or (status = 'cancelled' and service <> 'advertising'))`

export async function isServiceBought(sql: SqlRunner, applicationId: string, metadata: { services?: string }) {
  const bought = await listBoughtServices(sql, { applicationId })
  return chosenExtras(metadata).some((id) => bought.some(({ service }) => service === id))
}

/** Listed first while a featured placement is paid for; an entry for which none was bought is left as it is. */
export const placeFeatured = (sql: SqlRunner, { applicationId, now }: { applicationId: string; now: string }) => sql<
  Record<string, never>[]
>`
  with bought as (
    select bool_or(status in ('paid', 'cancelled')) as stands
    from orders
    where application_id = ${applicationId}::uuid and type = 'extras' and status in ('paid', 'cancelled', 'refunded',
      'disputed')
      and 'featured' = any (string_to_array(metadata ->> 'services', ','))
  )
  update register_entries as e set featured = bought.stands, updated_at = ${now}::timestamptz
  from bought
  where e.application_id = ${applicationId}::uuid and e.featured <> bought.stands`

export type Discrepancy = {
  id: string
  /** `unknown-order`: its order does not exist here. `not-approved`: recorded although the approval was withdrawn; the others are not recorded. */
  kind: 'paid-twice' | 'mismatch' | 'unknown-order' | 'not-approved'
  order_id: string | null
  /** Of a mismatch: `session`, `order`, `application`, `product`, `currency`, `amount` or `subscription`. */
  difference: string | null
  amount_pence: number
  currency: string
  /** Null for a renewal of an unknown order. */
  checkout_session_id: string | null
  payment_intent_id: string | null
  subscription_id: string | null
  found_at: string
  settled_at: string | null
  settled_by_name: string | null
  note: string | null
  type: string | null
  reference: string | null
  organisation_name: string | null
}

/** A real payment that a person has to check. */
export type PaymentToCheck = {
  kind: Discrepancy['kind']
  /** Null where the order does not exist here. */
  orderId: string | null
  /** Null for the bill of a subscription whose order is unknown. */
  sessionId: string | null
  difference: string | null
  amountPence: number
  currency: string
  /** Null where nothing was to be paid: a free first year. */
  paymentIntentId: string | null
  subscriptionId: string | null
}

export const listDiscrepancies = (
  sql: SqlRunner,
  { onlyOpen, orderId, limit, offset }: { onlyOpen: boolean; orderId: string | null; limit: number; offset: number },
) => sql<Discrepancy[]>`
  select
    f.id, f.kind, f.order_id, f.difference, f.amount_pence, f.currency, f.checkout_session_id, f.payment_intent_id,
      f.subscription_id,
    f.found_at, f.settled_at, f.settled_by_name, f.note, o.type, a.reference, g.name as organisation_name
  from payment_discrepancies f
  left join orders o on o.id = f.order_id
  left join applications a on a.id = o.application_id
  left join organisations g on g.id = o.organisation_id
  where true ${onlyOpen ? sql`and f.settled_at is null` : sql``} ${orderId === null ? sql`` : sql`and f.order_id = ${orderId}::uuid`}
  order by f.id desc
  limit ${limit}::int offset ${offset}::int`

export const readDiscrepancy = (sql: SqlRunner, { discrepancyId }: { discrepancyId: string }) => camel(sql)<
  { orderId: string | null; paymentIntentId: string | null; subscriptionId: string | null }[]
>`
  select order_id, payment_intent_id, subscription_id from payment_discrepancies where id = ${discrepancyId}::uuid`

/** Also of a difference from the provider's books. No row when it is unknown or somebody else was faster. */
export const settleDiscrepancy = (
  sql: SqlRunner,
  input: { discrepancyId: string; personId: string | null; personName: string; note: string; now: string },
) => {
  const settled = sql`
    set settled_at = ${input.now}::timestamptz, settled_by = ${input.personId}::text,
      settled_by_name = ${input.personName}::text, note = ${input.note}::text
    where id = ${input.discrepancyId}::uuid and settled_at is null
    returning id`
  return sql<{ id: string }[]>`
    with discrepancy as (update payment_discrepancies ${settled}), difference as (update ledger_differences ${settled})
    select id from discrepancy union all select id from difference`
}
