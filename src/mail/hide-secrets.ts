import type { Env } from '#env.ts'

/** Long enough to be a secret: links hold 256 bits, some behind an id and a dot; our ids are shorter. */
const secret = /(?<=[/=](?:[0-9a-f-]{36}\.)?)[A-Za-z0-9_-]{40,}/g

/** Readers of the mailbox need no recipient's link; without a mail server they do, since mails are nowhere else. */
export function withoutSecrets(part: string, env: Pick<Env, 'sandbox'>): string {
  return env.sandbox.has('mail') ? part : hideSecrets(part)
}

export function hideSecrets(text: string): string {
  return text.replace(secret, '…')
}
