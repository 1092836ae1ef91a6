import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Env } from '../../../env.ts'
import { href } from '../../../pages.ts'

type Mailbox = { appId: string; email: string }
type Secret = Pick<Env, 'sessionSecret'>

/**
 * The way from a mail to the appeal of one application, in whatever browser it is read. It lets its holder appeal and see what became of
 * that, and nothing else; it is bound to the mailbox, and ends when the application's address is another.
 */
export function appealLink(mailbox: Mailbox, env: Secret): string {
  return href('appeal', { appId: mailbox.appId }, { key: keyOf(mailbox, env) })
}

/** Whether a key was mailed to this mailbox for this application. */
export function holdsAppealKey(key: string | null | undefined, mailbox: Mailbox, env: Secret): boolean {
  const own = Buffer.from(keyOf(mailbox, env))
  const given = Buffer.from(key ?? '')
  return own.length === given.length && timingSafeEqual(own, given)
}

function keyOf({ appId, email }: Mailbox, { sessionSecret }: Secret): string {
  return createHmac('sha256', sessionSecret).update(`appeal ${appId} ${email.toLowerCase()}`).digest('base64url')
}
