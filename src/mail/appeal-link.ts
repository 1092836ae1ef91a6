import { createHmac } from 'node:crypto'
import { howToAppeal } from '#domain/appeals.ts'
import { href } from '#pages.ts'
import { isSameSignature } from '#providers/auth/cookies.ts'
import { type SessionSecrets, validSecrets } from '#providers/auth/session-secrets.ts'
import type { MailDraft } from './mail-draft.ts'

type Mailbox = { appId: string; email: string }

/** Lets its holder appeal and see the outcome in any browser, and nothing else. Bound to the mailbox, it ends when the application's address changes. */
export function appealLink(mailbox: Mailbox, env: SessionSecrets): string {
  return href('appeal', { appId: mailbox.appId }, { key: keyOf(mailbox, env.sessionSecret) })
}

export function holdsAppealKey(key: string | null | undefined, mailbox: Mailbox, env: SessionSecrets): boolean {
  return validSecrets(env).some((secret) => isSameSignature(keyOf(mailbox, secret), key ?? ''))
}

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
