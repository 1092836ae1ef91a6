import { camel } from '#database/camel.ts'
import type { Instant, Pence } from '#domain/formats.ts'
import type { RefundRow } from '#features/payments/refunds/server/queries.ts'
import { isPaymentsFailure } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import { type Movement, movementsOfDispute, movementsOfRefund, writeMovements } from './write-movements.ts'

const atATime = 200

export const filledParts = ['orders', 'renewals', 'refunds', 'disputes'] as const

/**
 * Brings in what orders, renewals, refunds and disputes hold and the ledger does not: all of it the first time, afterwards what a process of the
 * last release has written beside this one. Each batch is a transaction; stopped and run again it goes on.
 * @returns how many movements were new. @throws the reason of `stopping`, or when the provider does not answer.
 */
export async function fillFromOrders(services: Services, stopping?: AbortSignal): Promise<number> {
  let added = 0
  for (const part of filledParts) {
    for (let taken = atATime; taken === atATime; ) {
      stopping?.throwIfAborted()
      const batch = await fillers[part](services)
      taken = batch.taken
      added += batch.added
      // What cannot be brought in would come again and again.
      if (batch.added === 0) break
    }
    await services.sql<Record<string, never>[]>`
      insert into ledger_progress (part, done_at) values (${part}::text, ${services.now().toISOString()}::timestamptz)
      on conflict (part) do nothing`
  }
  return added
}

type Batch = { taken: number; added: number }

const fillers: Record<(typeof filledParts)[number], (services: Services) => Promise<Batch>> = {
  orders: async (services) => {
    const rows = await camel(services.sql)<
      {
        orderId: string
        providerId: string
        paymentIntentId: string | null
        amountPence: Pence
        currency: string
        happenedAt: Instant
        isEstimated: boolean
      }[]
    >`
      select o.id as order_id, coalesce(o.payment_intent_id, o.id::text) as provider_id, o.payment_intent_id,
        o.amount_pence - o.discount_pence as amount_pence, o.currency,
        coalesce(t.created_at, o.paid_at) as happened_at, t.id is null as is_estimated
      from orders as o
      left join provider_transactions as t on t.payment_intent_id = o.payment_intent_id and t.kind = 'payment'
      where o.paid_at is not null and o.amount_pence > o.discount_pence and not exists (
        select from money_movements as m
        where m.kind = 'payment' and m.provider_id = coalesce(o.payment_intent_id, o.id::text))
      limit ${atATime}::int`
    return await write(
      services,
      rows.map((row) => ({ ...row, kind: 'payment' })),
      rows.length,
    )
  },
  renewals: async (services) => {
    const rows = await camel(services.sql)<
      { orderId: string; invoiceId: string; paymentIntentId: string | null; amountPence: Pence; paidAt: Instant }[]
    >`
      select r.order_id, r.invoice_id, r.payment_intent_id, r.amount_pence, r.paid_at
      from order_renewals as r
      where not exists (select from money_movements as m where m.kind = 'renewal' and m.provider_id = r.invoice_id)
      limit ${atATime}::int`
    const movements: Movement[] = []
    for (const { orderId, invoiceId, amountPence, paidAt, ...row } of rows) {
      const paymentIntentId = row.paymentIntentId ?? (await paymentOfInvoice(services, invoiceId))
      const about = { orderId, paymentIntentId, amountPence, currency: 'gbp', happenedAt: paidAt }
      movements.push({ ...about, kind: 'renewal', providerId: invoiceId })
    }
    return await write(services, movements, rows.length)
  },
  refunds: async (services) => {
    const rows = await camel(services.sql)<
      {
        id: string
        orderId: string
        paymentIntentId: string
        amountPence: Pence
        state: RefundRow['state']
        /** Its own where the provider's is not known. */
        refundId: string
        isMade: boolean
        isOurs: boolean
        requestedAt: Instant
        sentAt: Instant | null
        failedAt: Instant
      }[]
    >`
      select r.id, r.order_id, r.payment_intent_id, r.amount_pence, r.state, r.refund_id, r.is_made,
        r.requested_by_name is not null as is_ours, r.requested_at, sent.created_at as sent_at,
        coalesce(failed.created_at, r.settled_at, r.requested_at) as failed_at
      from (
        select id, order_id, payment_intent_id, amount_pence, state, requested_by_name, requested_at, settled_at,
          coalesce(provider_refund_id, id::text) as refund_id,
          state in ('pending', 'succeeded') or provider_refund_id is not null as is_made
        from order_refunds where state <> 'cancelled' or provider_refund_id is not null
      ) as r
      left join provider_transactions as sent on sent.source_id = r.refund_id and sent.kind = 'refund-sent'
      left join provider_transactions as failed on failed.source_id = r.refund_id and failed.kind = 'refund-failed'
      where (r.requested_by_name is not null and not exists (
          select from money_movements as m where m.kind = 'refund-asked' and m.provider_id = r.id::text))
        or (r.is_made and not exists (
          select from money_movements as m where m.kind = 'refund-sent' and m.provider_id = r.refund_id))
        or (r.is_made and r.state in ('failed', 'cancelled') and not exists (
          select from money_movements as m where m.kind = 'refund-failed' and m.provider_id = r.refund_id))
        or (not r.is_made and r.state = 'failed' and not exists (
          select from money_movements as m where m.kind = 'refund-refused' and m.provider_id = r.refund_id))
      limit ${atATime}::int`
    const movements = rows.flatMap(({ id, refundId, isMade, state, isOurs, requestedAt, sentAt, failedAt, ...row }) => {
      const { orderId, paymentIntentId, amountPence } = row
      const ours = { orderId, paymentIntentId, amountPence, currency: 'gbp', providerId: id }
      const found: Movement[] = isOurs ? [{ ...ours, kind: 'refund-asked', happenedAt: requestedAt }] : []
      if (isMade) {
        const madeAt = sentAt ?? requestedAt
        const known = state === 'asked' ? 'pending' : state
        const refund = { refundId, amountPence, currency: 'gbp', state: known, madeAt } as const
        // What was made at the provider itself was written with its own time.
        const isEstimated = isOurs && sentAt === null
        const movements = movementsOfRefund(refund, { orderId, paymentIntentId, failedAt })
        found.push(...movements.map((movement) => ({ ...movement, isEstimated })))
      } else if (state === 'failed') found.push({ ...ours, kind: 'refund-refused', happenedAt: failedAt })
      return found
    })
    return await write(services, movements, rows.length)
  },
  disputes: async (services) => {
    const rows = await camel(services.sql)<{ id: string; orderId: string | null; paymentIntentId: string }[]>`
      select d.id, d.order_id, d.payment_intent_id
      from order_disputes as d
      where d.status not like 'warning%' and (
        not exists (select from money_movements as m where m.kind = 'dispute-opened' and m.provider_id = d.id)
        or (d.status in ('won', 'lost', 'prevented') and not exists (
          select from money_movements as m where m.kind in ('dispute-won', 'dispute-lost') and m.provider_id = d.id)))
      limit ${atATime}::int`
    const movements: Movement[] = []
    for (const { id, orderId, paymentIntentId } of rows) {
      const dispute = await services.payments.retrieveDispute(id)
      if (isPaymentsFailure(dispute) && dispute.failure === 'payments-unavailable')
        throw new Error('The payment provider did not tell of a dispute.')
      // As it is written here, where the provider does not know it.
      const [here] = isPaymentsFailure(dispute)
        ? await camel(services.sql)<
            { status: string; amountPence: Pence; currency: string; reason: string; openedAt: Instant }[]
          >`
            select status, amount_pence, currency, reason, opened_at from order_disputes where id = ${id}::text`
        : []
      const held = isPaymentsFailure(dispute) ? { ...here!, id, dueBy: null, moves: [] } : dispute
      movements.push(...(await movementsOfDispute(services.sql, { ...held, paymentIntentId }, orderId, services.now())))
    }
    return await write(services, movements, rows.length)
  },
}

async function write({ sql, ...services }: Services, movements: Movement[], taken: number): Promise<Batch> {
  const added = await sql.begin((tx) => writeMovements(tx, services, movements))
  return { taken, added: added.length }
}

async function paymentOfInvoice({ payments }: Services, invoiceId: string): Promise<string | null> {
  const invoice = await payments.retrieveInvoice(invoiceId)
  if (!isPaymentsFailure(invoice)) return invoice.paymentIntentId
  if (invoice.failure === 'payments-unavailable') throw new Error('The payment provider did not tell of an invoice.')
  return null
}
