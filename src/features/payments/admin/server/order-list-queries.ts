import type { Fragment, SqlRunner } from '#database/sql.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { firstMomentOf, lastMomentOf } from '#domain/london-time.ts'
import { type OrderFilters, type OrderSort, penceOf } from '#features/payments/admin/rules.ts'
import {
  bookedMovements,
  joinOrderMoney,
  type OrderMoney,
  orderMoney,
} from '#features/payments/ledger/server/sum-movements.ts'
import type { OrderStatus } from '#features/payments/server/queries.ts'

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

const settling = (sql: SqlRunner): Fragment => sql`
  (o.status = 'pending' and o.debit_session_id is not null and o.debit_session_id = o.checkout_session_id)`

/** What is shown of an order `o` in its list and on its page; with `fromOrders`. */
export const orderFields = (sql: SqlRunner): Fragment => sql`
  o.id, o.application_id, a.reference, g.name as organisation_name, g.email as organisation_email, o.type, o.status,
  o.amount_pence, o.discount_pence, o.coupon_code, o.metadata, o.created_at, o.paid_at, o.covers_until,
  ${orderMoney(sql)}, ${settling(sql)} as is_settling,
  exists (select from order_disputes where order_id = o.id and ended_at is null) as has_open_dispute`

export const fromOrders = (sql: SqlRunner): Fragment => sql`
  from orders o join applications a on a.id = o.application_id join organisations g on g.id = o.organisation_id
  ${joinOrderMoney(sql)}`

/** @param input.afterOrder of a file, which is newest first: the last one of the part before. */
export const listAdminOrders = (
  sql: SqlRunner,
  input: { filters: OrderFilters; sort: OrderSort; afterOrder?: string | null; limit: number; offset: number },
) => sql<AdminOrderRow[]>`
  select ${orderFields(sql)},
    exists (select from payment_discrepancies f where f.order_id = o.id and f.settled_at is null) as has_discrepancy
  ${fromOrders(sql)}
  where o.id in (
    select o.id from orders o
    where ${fits(sql, input.filters)}
      ${input.afterOrder ? sql`and (o.created_at, o.id) < (select created_at, id from orders where id = ${input.afterOrder}::uuid)` : sql``}
    ${orderOf(sql, input.sort)}
    limit ${input.limit}::int offset ${input.offset}::int)
  ${orderOf(sql, input.sort)}`

export const countAdminOrders = (sql: SqlRunner, filters: OrderFilters, limit: number) => sql<{ count: number }[]>`
  select count(*)::int as count from (select from orders o where ${fits(sql, filters)} limit ${limit}::int) as found`

function fits(sql: SqlRunner, { status, type, q, from, until }: OrderFilters): Fragment {
  return sql`true ${status === '' ? sql`` : sql`and ${hasStatus(sql, status)}`}
    ${type === '' ? sql`` : sql`and o.type = ${type}::text`}
    ${q === '' ? sql`` : sql`and o.id in (${withText(sql, q)})`}
    ${from === '' ? sql`` : sql`and o.created_at >= ${firstMomentOf(from)}::timestamptz`}
    ${until === '' ? sql`` : sql`and o.created_at <= ${lastMomentOf(until)}::timestamptz`}`
}

/** Money that went back in part, and a dispute that is open, are found under their word whatever the order's own state is. */
function hasStatus(sql: SqlRunner, status: string): Fragment {
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
  const pence = penceOf(text)
  const ofCard = sql`select payment_intent_id from payment_cards where last4 = ${text}::text`
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
    ${
      /^\d{4}$/.test(text)
        ? sql`
          union all
          select id from orders where payment_intent_id in (${ofCard})
          union all
          select order_id from money_movements where payment_intent_id in (${ofCard}) and order_id is not null`
        : sql``
    }
    ${
      // What was due, or what has moved.
      pence === null
        ? sql``
        : sql`
          union all
          select id from orders where amount_pence - discount_pence = ${pence}::int
          union all
          select order_id from money_movements where abs(amount_pence) = ${pence}::int and order_id is not null`
    }
    ${isUuid(text) ? sql`union all select id from orders where ${text}::uuid in (id, application_id, organisation_id)` : sql``}`
}

/** Each by an index of its own. */
function orderOf(sql: SqlRunner, { by, descending }: OrderSort): Fragment {
  const key = by === 'due' ? sql`o.amount_pence - o.discount_pence` : sql`o.created_at`
  return descending ? sql`order by ${key} desc, o.id desc` : sql`order by ${key}, o.id`
}
