import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { confirmationMail } from './confirmation-mail.ts'
import { confirmHeld, releaseUnconfirmed } from './queries.ts'
import { reservationOf } from './reserve-boxing-tickets.ts'

/** Keeps the reservations that have waited for this address (in small letters) to be confirmed, and mails their receipts. */
export async function confirmReservations(services: Services, email: string): Promise<void> {
  await services.sql.begin(async (transaction) => {
    for (const row of await confirmHeld(transaction, { email, now: services.now().toISOString() }))
      await queueMail(transaction, confirmationMail(reservationOf(row), row.event_on, row), services)
  })
}

/** The job that frees the seats of reservations whose address was not confirmed in time. */
export async function releaseUnconfirmedSeats(_: Record<string, never>, services: Services): Promise<void> {
  const released = await releaseUnconfirmed(services.sql, { now: services.now().toISOString() })
  if (released.length > 0) services.log.info('unconfirmed reservations released', { count: released.length })
}
