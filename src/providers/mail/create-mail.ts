import type { Env } from '#env.ts'
import type { Mail } from './mail.ts'
import { createSmtpMail } from './smtp-mail.ts'

/** Postmark replaces the Message-ID and returns this as `Metadata.mail` in its reports. */
const postmarkHeader = 'X-PM-Metadata-mail'

export function createMail(env: Pick<Env, 'smtp' | 'sandbox' | 'bounces'>): Mail {
  if (env.sandbox.has('mail')) return { send: async () => ({ kind: 'kept' }) }
  return createSmtpMail({ ...env.smtp, idHeader: env.bounces?.source === 'postmark' ? postmarkHeader : undefined })
}
