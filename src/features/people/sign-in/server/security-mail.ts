import { adminHref } from '#admin-pages.ts'
import type { Transaction } from '#database/sql.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { readPerson } from './queries.ts'

/** What a person is told of, so that it does not happen behind their back (OWASP ASVS 6.3.7). */
export type SecurityEvent =
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

/** Writes to a person about their own account. It leaves with the transaction; nobody is told of somebody who is gone. */
export async function tellPerson(
  transaction: Transaction,
  services: Pick<Services, 'brand' | 'env'>,
  personId: string,
  event: SecurityEvent,
): Promise<void> {
  const [person] = await readPerson(transaction, { personId })
  if (person) await queueMail(transaction, securityMail(person, event), services)
}

function securityMail({ name, email }: { name: string; email: string }, event: SecurityEvent): MailDraft {
  const { subject, text } = words[event]
  return {
    kind: `admin-${event}`,
    causedBy: 'staff',
    to: { name, email },
    subject,
    body: [
      { kind: 'paragraph', text: `Hello ${name},` },
      { kind: 'paragraph', text },
      {
        kind: 'paragraph',
        text: 'If this was you, you do not need to do anything. If it was not, tell an owner of the admin area at once.',
      },
      { kind: 'button', label: 'See your account', href: adminHref('account') },
    ],
  }
}
