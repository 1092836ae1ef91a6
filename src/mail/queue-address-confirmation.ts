import { takeRateLimit } from '#database/rate-limit.ts'
import type { Transaction } from '#database/sql.ts'
import { mailboxKey, normaliseMailAddress } from '#domain/mail-address.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { waitForAddress } from './confirm-address.ts'
import { newToken, tokenHash } from './link-token.ts'
import { mail } from './mail.ts'
import type { MailDraft } from './mail-draft.ts'
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

/** Fixed texts: a stranger may have typed the address, so nothing typed may be in this mail. */
const confirmationReasons = {
  application: {
    asked: 'Someone, probably you, has applied for accreditation with this email address.',
    waits: 'Until you confirm it, we cannot send you a copy of the application or publish an accreditation.',
  },
  boxing: {
    asked: 'Someone, probably you, has reserved tickets for the boxing night with this email address.',
    waits: 'If the address is not confirmed within 24 hours, we cancel the reservation.',
  },
} as const
export type ConfirmationReason = keyof typeof confirmationReasons

const confirmationDays = 14

function confirmationMail(email: string, reason: ConfirmationReason, token: string): MailDraft {
  const { asked, waits } = confirmationReasons[reason]
  const head = { to: { name: '', email }, subject: 'Please confirm your email address' }
  return mail('address-confirmation', { ...head, causedBy: 'visitor' })`
    ${asked}

    Please confirm that the address is yours. ${waits}

    [Confirm the address](${href('addressConfirmation', { token })})

    The link works for ${confirmationDays} days. If this was not you, ignore this email.`
}
