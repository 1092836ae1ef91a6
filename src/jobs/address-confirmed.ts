import { readConfirmed } from '../features/address-confirmation/queries.ts'
import { mailWaitingCopies } from '../features/application/mail-applicant.ts'
import { confirmReservations } from '../features/boxing/confirm-reservations.ts'
import { publishWaiting } from '../features/funnel/publish-listing.ts'
import type { Services } from '../services.ts'

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
  const [confirmed] = await readConfirmed(services.sql, addressId)
  // Erased meanwhile.
  if (!confirmed) return
  for (const goOn of waiting) await goOn(services, confirmed.email)
}
