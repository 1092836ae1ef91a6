import { adminHref } from '#admin-pages.ts'
import type { CamelSql } from '#database/camel.ts'
import { mail } from '#mail/mail.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { readPerson } from './queries.ts'

/** Sent so that nothing happens behind a person's back (OWASP ASVS 6.3.7). */
type SecurityEvent =
  | 'password-changed'
  | 'second-factor-set'
  | 'second-factor-replaced'
  | 'second-factor-removed'
  | 'second-factor-reset'
  | 'recovery-codes-renewed'
  | 'recovery-code-used'

const words: Record<SecurityEvent, { subject: string; text: string }> = {
  'password-changed': {
    subject: 'Your password for the admin area was changed',
    text: 'The password that you sign in to the admin area with was changed. Your other sessions have ended.',
  },
  'second-factor-set': {
    subject: 'Your second factor for the admin area is set up',
    text: 'An authenticator app was set up for your account. You now need a code from it to sign in.',
  },
  'second-factor-replaced': {
    subject: 'Your second factor for the admin area was changed',
    text: 'You now use another authenticator app. The earlier app and recovery codes have stopped working.',
  },
  'second-factor-removed': {
    subject: 'Your second factor for the admin area is off',
    text: 'Your second factor was turned off. You now sign in with your password only.',
  },
  'second-factor-reset': {
    subject: 'Your second factor for the admin area was reset',
    text: 'An owner of the admin area has reset your second factor, so that you can set up a new one when you next sign in. Your sessions have ended.',
  },
  'recovery-codes-renewed': {
    subject: 'You have new recovery codes for the admin area',
    text: 'New recovery codes were made for your account. The earlier ones have stopped working.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used for the admin area',
    text: 'Someone signed in to your account with one of your recovery codes. The code cannot be used again.',
  },
}

/** Null for a person who is gone. */
export async function securityMail(sql: CamelSql, personId: string, event: SecurityEvent): Promise<MailDraft | null> {
  const person = await readPerson(sql, personId)
  if (!person) return null
  const { subject, text } = words[event]
  return mail(`admin-${event}`, { causedBy: 'staff', to: person, subject })`
    Hello ${person.name},

    ${text}

    If this was you, you do not need to do anything. If it was not, tell an owner of the admin area at once.

    [See your account](${adminHref('account')})`
}
