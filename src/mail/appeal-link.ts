import { createHmac } from 'node:crypto'
import { howToAppeal } from '#domain/appeals.ts'
import { href } from '#pages.ts'
import { isSameSignature } from '#providers/auth/cookies.ts'
import { type SessionSecrets, validSecrets } from '#providers/auth/session-secrets.ts'
import type { MailDraft } from './mail-draft.ts'

type Mailbox = { appId: string; email: string }

/**
 * The way from a mail to the appeal of one application, in whatever browser it is read. It lets its holder appeal and see what became of
 * that, and nothing else; it is bound to the mailbox, and ends when the application's address is another.
 */
export function appealLink(mailbox: Mailbox, env: SessionSecrets): string {
  return href('appeal', { appId: mailbox.appId }, { key: keyOf(mailbox, env.sessionSecret) })
}

/** Whether a key was mailed to this mailbox for this application. */
export function holdsAppealKey(key: string | null | undefined, mailbox: Mailbox, env: SessionSecrets): boolean {
  return validSecrets(env).some((secret) => isSameSignature(keyOf(mailbox, secret), key ?? ''))
}

/**
 * How to appeal, as the mails on decisions against the applicant say it.
 *
 * @param link leads straight to the appeal (`appealLink`).
 */
export function appealBlocks(link: string): MailDraft['body'] {
  return [
    { kind: 'heading', text: 'How to appeal' },
    { kind: 'paragraph', text: howToAppeal },
    { kind: 'button', label: 'Appeal', href: link },
  ]
}

function keyOf({ appId, email }: Mailbox, secret: string): string {
  return createHmac('sha256', secret).update(`appeal ${appId} ${email.toLowerCase()}`).digest('base64url')
}
