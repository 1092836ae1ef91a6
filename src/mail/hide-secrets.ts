import type { Env } from '#env.ts'

/** A part of an address that is long enough to be a secret: links hold 256 bits, some behind an id and a dot; our ids are shorter. */
const secret = /(?<=[/=](?:[0-9a-f-]{36}\.)?)[A-Za-z0-9_-]{40,}/g

/**
 * A mail's part as the mailbox may show it. Where mail really leaves, whoever reads the mailbox needs no link that is meant for the
 * recipient alone, so its secret is left out; without a mail server the mailbox is the only place where it can be followed.
 */
export function withoutSecrets(part: string, env: Pick<Env, 'sandbox'>): string {
  return env.sandbox.has('mail') ? part : hideSecrets(part)
}

/** A text in which no link works any more, because its secret is left out. */
export function hideSecrets(text: string): string {
  return text.replace(secret, '…')
}
