import type { MailDraft } from '../../../mail/server/mail-draft.ts'
import { applicationWords, type DecidedApplication, greeting } from './decided-application.ts'

/** To who has applied: approved, and the way to the listing. `link` works once, in whatever browser the mail is read. */
export function applicationApprovedMail(application: DecidedApplication, link: string): MailDraft {
  const { applicationId, decision, reference, contactName, email } = application
  return {
    kind: 'application-approved',
    once: `application-decided:${applicationId}:${decision}`,
    to: { name: contactName, email },
    subject: `Your application ${reference} has been approved`,
    body: [
      { kind: 'paragraph', text: greeting(application) },
      { kind: 'paragraph', text: `Your ${applicationWords(application)} has been approved.` },
      {
        kind: 'paragraph',
        text: 'The next step is the annual listing. As soon as it is completed, your event stands in the public register as accredited.',
      },
      { kind: 'button', label: 'Complete your listing', href: link },
    ],
  }
}
