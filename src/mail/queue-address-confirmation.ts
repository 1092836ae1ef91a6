import { takeRateLimit } from '#database/rate-limit.ts'
import type { Transaction } from '#database/sql.ts'
import { mailboxKey, normaliseMailAddress } from '#domain/mail-address.ts'
import type { Services } from '#requests/services.ts'
import { waitForAddress } from './confirm-address.ts'
import { type ConfirmationReason, confirmationDays, confirmationMail } from './confirmation-mail.ts'
import { newToken, tokenHash } from './link-token.ts'
import { queueMail } from './queue-mail.ts'

export const confirmAgainLimit = { name: 'address-confirmation', points: 6, seconds: 600 }
/** For one address, by all visitors: earlier links still work. */
const perAddress = { name: 'address-confirmation-address', points: 3, seconds: 3600 }
const day = 24 * 60 * 60 * 1000

/** In the caller's transaction. @returns `enough` after three such mails in an hour, or enough of all kinds. */
export async function queueAddressConfirmation(
  transaction: Transaction,
  { email, reason }: { email: string; reason: ConfirmationReason },
  services: Pick<Services, 'brand' | 'env' | 'now'>,
): Promise<'confirmed' | 'queued' | 'enough'> {
  if (await waitForAddress(transaction, email)) return 'confirmed'
  const address = normaliseMailAddress(email)
  if ((await takeRateLimit(transaction, perAddress, Bun.hash(mailboxKey(email)).toString(36))) !== null) return 'enough'
  const token = newToken()
  const now = services.now()
  const expiresAt = new Date(now.getTime() + confirmationDays * day).toISOString()
  await transaction<Record<string, never>[]>`
    insert into address_confirmations (token_hash, email, reason, created_at, expires_at)
    values (decode(${tokenHash(token)!}::text, 'hex'), ${address}::text, ${reason}::text, ${now.toISOString()}::timestamptz,
      ${expiresAt}::timestamptz)`
  return (await queueMail(transaction, confirmationMail(email, reason, token), services)) ? 'queued' : 'enough'
}
