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
