import type { Env } from '../../env.ts'
import type { Mail } from './mail.ts'
import { createSmtpMail } from './smtp-mail.ts'

/** The way out that the environment names: SMTP, or none, when mails stay in the mailbox. */
export function createMail(env: Pick<Env, 'smtp' | 'sandbox'>): Mail {
  return env.sandbox.has('mail') ? { send: async () => ({ kind: 'kept' }) } : createSmtpMail(env.smtp)
}
