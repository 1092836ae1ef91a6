import type { Env } from '#env.ts'
import type { Mail } from './mail.ts'
import { createSmtpMail } from './smtp-mail.ts'

/** Comes back with Postmark's reports as `Metadata.mail`: it gives mails a Message-ID of its own. */
const postmarkHeader = 'X-PM-Metadata-mail'

/** The way out that the environment names: SMTP, or none, when mails stay in the mailbox. */
export function createMail(env: Pick<Env, 'smtp' | 'sandbox' | 'bounces'>): Mail {
  if (env.sandbox.has('mail')) return { send: async () => ({ kind: 'kept' }) }
  return createSmtpMail({ ...env.smtp, idHeader: env.bounces?.source === 'postmark' ? postmarkHeader : undefined })
}
