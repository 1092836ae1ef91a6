import { mailWaitingCopies } from '#features/applications/server/mail-applicant.ts'
import { publishWaiting } from '#features/payments/fulfilment/server/publish-listing.ts'
import { confirmReservations } from '#features/site/boxing/server/confirm-reservations.ts'
import { readConfirmed } from '#mail/queries.ts'
import type { Services } from '#requests/services.ts'

/** Does what has waited for an address (in small letters) to be confirmed. Run again, it must change nothing more. */
type Waiting = (services: Services, email: string) => Promise<void>

/** Everything that waits for an address, in the order in which it is done. A feature that lets something wait is listed here. */
const waiting: Waiting[] = [
  mailWaitingCopies,
  (services, email) => publishWaiting(services, { email }),
  confirmReservations,
]

/** Runs once an address is confirmed, after the commit: at once, and again if the process ends in between. */
export async function addressConfirmed({ addressId }: { addressId: string }, services: Services): Promise<void> {
  const [confirmed] = await readConfirmed(services.sql, { id: addressId })
  // Erased meanwhile.
  if (!confirmed) return
  for (const goOn of waiting) await goOn(services, confirmed.email)
}
