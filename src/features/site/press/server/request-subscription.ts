import { takeRateLimit } from '../../../../database/rate-limit.ts'
import { mailboxKey } from '../../../../domain/mail-address.ts'
import type { Services } from '../../../../services.ts'
import { honeypotName } from '../../../../ui/honeypot-field.tsx'
import type { Visitor } from '../../../../visitor.ts'
import { type Failure, failure } from '../../../../wire/failure.ts'
import { newToken, tokenHash } from '../../../mail/server/link-token.ts'
import { queueMail } from '../../../mail/server/queue-mail.ts'
import { press } from '../content.ts'
import { requestDays } from '../rules.ts'
import type { SubscriptionRequest } from '../schema.ts'
import { confirmationMail, stillSubscribedMail } from './press-mails.ts'
import { addRequest, findSubscription } from './queries.ts'

const perVisitor = { name: 'press-subscription', points: 5, seconds: 600 }
/** What one address is written at most, whoever asks. */
const perAddress = { name: 'press-subscription-address', points: 3, seconds: 3600 }
const day = 24 * 60 * 60 * 1000

/**
 * Stores a request and mails the link that confirms it, both or neither. Nothing that a caller sees tells whether the address is
 * subscribed, or whether it has had enough mails.
 *
 * @returns null when it is done; `too-many` when this visitor has asked too often.
 */
export async function requestSubscription(
  services: Pick<Services, 'sql' | 'brand' | 'env' | 'now'>,
  visitor: Pick<Visitor, 'address'>,
  asked: SubscriptionRequest,
): Promise<Failure | null> {
  const { sql } = services
  const wait = await takeRateLimit(sql, perVisitor, visitor.address)
  if (wait !== null) {
    const minutes = Math.ceil(wait / 60)
    const time = minutes === 1 ? 'a minute' : `${minutes} minutes`
    return failure('too-many', `That was too often. Please wait ${time} and try again.`, { retryAfter: wait })
  }
  // No person fills in the hidden field: the program is told what it hopes for.
  if (asked[honeypotName] !== '') return null
  const { email } = asked
  if ((await takeRateLimit(sql, perAddress, Bun.hash(mailboxKey(email)).toString(36))) !== null) return null
  await sql.begin(async (transaction) => {
    const [subscription] = await findSubscription(transaction, { email })
    if (subscription) {
      await queueMail(transaction, stillSubscribedMail(subscription), services)
      return
    }
    const token = newToken()
    const now = services.now()
    const expiresAt = new Date(now.getTime() + requestDays * day).toISOString()
    await addRequest(transaction, {
      tokenHash: tokenHash(token)!,
      email,
      consent: press.subscription.consent,
      now: now.toISOString(),
      expiresAt,
    })
    await queueMail(transaction, confirmationMail(email, token), services)
  })
  return null
}
