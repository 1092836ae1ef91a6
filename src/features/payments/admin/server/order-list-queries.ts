import type { Fragment, SqlRunner } from '#database/sql.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { type OrderSort, penceOf, type ShownStatus } from '#features/payments/admin/rules.ts'
import {
  bookedMovements,
  joinOrderMoney,
  type OrderMoney,
  orderMoney,
} from '#features/payments/ledger/server/sum-movements.ts'
import type { OrderStatus } from '#features/payments/server/queries.ts'
import { hasOpenDispute } from './queries.ts'

export type AdminOrderRow = OrderMoney & {
  has_open_dispute: boolean
  id: string
  application_id: string
  reference: string
  organisation_name: string
  organisation_email: string
  /** `orderLabel` (domain/catalogue.ts) has its words. */
  type: string
  status: OrderStatus
  /** The price; what was due is the price less the discount. */
  amount_pence: number
  discount_pence: number
  coupon_code: string | null
  metadata: Record<string, string>
  created_at: string
  paid_at: string | null
  /** End of the latest period that was paid for; null for what was bought once. */
  covers_until: string | null
  /** A payment in its name was not booked, and nobody has settled that. */
  has_discrepancy: boolean
  is_settling: boolean
}

export type OrderQuery = {
  status: ShownStatus | null
  type: string | null
  text: string | null
  from: string | null
  until: string | null
}

export const settling = (sql: SqlRunner): Fragment => sql`
  (o.status = 'pending' and o.debit_session_id is not null and o.debit_session_id = o.checkout_session_id)`

/** @param input.afterOrder of a file, which is newest first: the last one of the part before. */
export const listAdminOrders = (
  sql: SqlRunner,
  {
    sort,
    afterOrder,
    limit,
    offset,
    ...query
  }: OrderQuery & { sort: OrderSort; afterOrder: string | null; limit: number; offset: number },
) => sql<AdminOrderRow[]>`
  select
    o.id, o.application_id, a.reference, g.name as organisation_name, g.email as organisation_email, o.type, o.status,
      o.amount_pence,
    o.discount_pence, o.coupon_code, o.metadata, o.created_at, o.paid_at, o.covers_until,
    ${orderMoney(sql)}, ${hasOpenDispute(sql)} as has_open_dispute,
    ${settling(sql)} as is_settling,
    exists (select from payment_discrepancies f where f.order_id = o.id and f.settled_at is null) as has_discrepancy
  from orders o
  join applications a on a.id = o.application_id
  join organisations g on g.id = o.organisation_id
  ${joinOrderMoney(sql)}
  where o.id in (
    select o.id from orders o
    where ${fits(sql, query)}
      ${
        afterOrder === null
          ? sql``
          : sql`and (o.created_at, o.id) < (select created_at, id from orders
        where id = ${afterOrder}::uuid)`
      }
    ${orderOf(sql, sort)}
    limit ${limit}::int offset ${offset}::int)
  ${orderOf(sql, sort)}`

export const countAdminOrders = (sql: SqlRunner, { limit, ...query }: OrderQuery & { limit: number }) => sql<
  { count: number }[]
>`
  select count(*)::int as count from (
    select from orders o
    where ${fits(sql, query)}
    limit ${limit}::int
  ) as found`

function fits(sql: SqlRunner, { status, type, text, from, until }: OrderQuery): Fragment {
  return sql`true ${status === null ? sql`` : sql`and ${hasStatus(sql, status)}`}
    ${type === null ? sql`` : sql`and o.type = ${type}::text`}
    ${text === null ? sql`` : sql`and o.id in (${withText(sql, text)})`}
    ${from === null ? sql`` : sql`and o.created_at >= ${from}::timestamptz`}
    ${until === null ? sql`` : sql`and o.created_at <= ${until}::timestamptz`}`
}

/** Money that went back in part, and a dispute that is open, are found under their word whatever the order's own state is. */
function hasStatus(sql: SqlRunner, status: ShownStatus): Fragment {
  if (status === 'settling') return settling(sql)
  if (status === 'pending') return sql`o.status = 'pending' and not ${settling(sql)}`
  const own = sql`o.status = ${status}::text`
  if (status === 'refunded') {
    return sql`(${own} or o.id in (
      select order_id from ${bookedMovements(sql)} as m where kind in ('refund-sent', 'refund-failed')
      group by order_id having sum(amount_pence) < 0))`
  }
  if (status === 'disputed')
    return sql`(${own} or o.id in (select order_id from order_disputes where ended_at is null))`
  return own
}

/** Each part by an index of its own. */
function withText(sql: SqlRunner, text: string): Fragment {
  return sql`
    select id from orders where application_id in (select id from applications where reference = upper(${text}::text))
    union all
    select id from orders where organisation_id in (
      select id from organisations
      where fold(name) like (select containing(${text}::text)) or fold(email) like (select containing(${text}::text)))
    union all
    select id from orders where ${text}::text in (checkout_session_id, payment_intent_id, subscription_id)
    union all
    select order_id from money_movements where ${text}::text in (provider_id, payment_intent_id) and order_id is not null
    ${/^\d{4}$/.test(text) ? ofCard(sql, text) : sql``}
    ${penceOf(text) === null ? sql`` : ofAmount(sql, penceOf(text)!)}
    ${isUuid(text) ? sql`union all select id from orders where ${text}::uuid in (id, application_id, organisation_id)` : sql``}`
}

const ofCard = (sql: SqlRunner, last4: string): Fragment => sql`
  union all
  select id from orders where payment_intent_id in (select payment_intent_id from payment_cards where last4 = ${last4}::text)
  union all
  select order_id from money_movements
  where payment_intent_id in (select payment_intent_id from payment_cards where last4 = ${last4}::text) and order_id is not null`

/** What was due, or what has moved. */
const ofAmount = (sql: SqlRunner, pence: number): Fragment => sql`
  union all
  select id from orders where amount_pence - discount_pence = ${pence}::int
  union all
  select order_id from money_movements where abs(amount_pence) = ${pence}::int and order_id is not null`

/** Each by an index of its own. */
function orderOf(sql: SqlRunner, { by, descending }: OrderSort): Fragment {
  if (by === 'due') {
    return descending
      ? sql`order by o.amount_pence - o.discount_pence desc, o.id desc`
      : sql`order by o.amount_pence - o.discount_pence, o.id`
  }
  return descending ? sql`order by o.created_at desc, o.id desc` : sql`order by o.created_at, o.id`
}
