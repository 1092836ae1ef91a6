import { idOf } from '#providers/payments/stripe-shapes.ts'
import { badRequest } from './api-error.ts'
import { type Books, openBooks } from './books.ts'
import { advanceSubscription, settleRenewal } from './subscriptions.ts'

/**
 * Of customers that are made with it, whose subscriptions wait until it is advanced. Bills and ends what falls due on the way, each at its own time.
 * @returns it as Stripe answers; asked for again, it is ready.
 */
export async function advanceTestClock(books: Books, id: string, frozen_time: number) {
  const { body: before } = await books.lock('test_helpers.test_clock', id)
  if (frozen_time <= before.frozen_time) throw badRequest(null, 'A test clock only moves forward.', 'frozen_time')
  for (;;) {
    const [due] = await books.tx<{ object: 'subscription' | 'invoice'; id: string; at: string }[]>`
      select o.object, o.id, o.hidden ->> 'due_at' as at from sandbox.payment_objects as o
      left join sandbox.payment_objects as c on c.object = 'customer' and c.id = o.body ->> 'customer'
      where (o.hidden ->> 'due_at')::bigint <= ${frozen_time} and (
        o.object = 'subscription' and o.body ->> 'test_clock' = ${id} and o.body ->> 'status' <> 'canceled'
        or o.object = 'invoice' and c.body ->> 'test_clock' = ${id} and o.body ->> 'status' = 'open')
      order by (o.hidden ->> 'due_at')::bigint limit 1`
    if (!due) break
    const booksThen = openBooks(books.tx, { now: Number(due.at) })
    if (due.object === 'invoice') await settleRenewal(booksThen, due.id, 'paid')
    else await advanceSubscription(booksThen, due.id)
  }
  const ready = await books.change('test_helpers.test_clock', id, { frozen_time })
  return { ...(await books.emit('test_helpers.test_clock.ready', ready)), status: 'advancing' }
}

/** The books at the time of a customer's test clock; as they are for a customer without one. */
export async function atCustomersTime(books: Books, customer: string | null): Promise<Books> {
  const clock = customer && idOf((await books.get('customer', customer)).test_clock)
  if (!clock) return books
  const { frozen_time } = await books.get('test_helpers.test_clock', clock)
  return openBooks(books.tx, { now: frozen_time })
}
