import { takeRateLimit } from '#database/rate-limit.ts'
import type { Transaction } from '#database/sql.ts'
import { mailboxKey, normaliseMailAddress } from '#domain/mail-address.ts'
import type { Services } from '#requests/services.ts'
import { waitForAddress } from './confirm-address.ts'
import { type ConfirmationReason, confirmationDays, confirmationMail } from './confirmation-mail.ts'
import { newToken, tokenHash } from './link-token.ts'
import { addConfirmation } from './queries.ts'
import { queueMail } from './queue-mail.ts'

/** How often one visitor may have the mail sent again. */
export const confirmAgainLimit = { name: 'address-confirmation', points: 6, seconds: 600 }
/** What one address is written at most, whoever asks: the links that it has had go on working. */
const perAddress = { name: 'address-confirmation-address', points: 3, seconds: 3600 }
const day = 24 * 60 * 60 * 1000

type Wish = { email: string; reason: ConfirmationReason }
type Needed = Pick<Services, 'brand' | 'env' | 'now'>

/**
 * Has the mail sent whose link confirms an address, in the transaction that stores what the address was given for. The mail holds
 * nothing that anybody typed.
 *
 * @returns `confirmed` where there is nothing to ask, because the address is confirmed; `queued`; or `enough` where the address has had
 *   three such mails within the hour, whose links work, or enough of all kinds.
 */
export async function queueAddressConfirmation(
  transaction: Transaction,
  { email, reason }: Wish,
  services: Needed,
): Promise<'confirmed' | 'queued' | 'enough'> {
  if (await waitForAddress(transaction, email)) return 'confirmed'
  const address = normaliseMailAddress(email)
  if ((await takeRateLimit(transaction, perAddress, Bun.hash(mailboxKey(email)).toString(36))) !== null) return 'enough'
  const token = newToken()
  const now = services.now()
  const expiresAt = new Date(now.getTime() + confirmationDays * day).toISOString()
  await addConfirmation(transaction, {
    tokenHash: tokenHash(token)!,
    email: address,
    reason,
    now: now.toISOString(),
    expiresAt,
  })
  return (await queueMail(transaction, confirmationMail(email, reason, token), services)) ? 'queued' : 'enough'
}
