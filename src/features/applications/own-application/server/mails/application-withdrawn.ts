import type { MailDraft } from '#mail/mail-draft.ts'
import { applicationWords, greeting, type ToldApplication } from '#mail/told-application.ts'
import { href } from '#pages.ts'

/** To who has withdrawn an application: that it is done, and what becomes of what was sent. */
export function applicationWithdrawnMail(application: ToldApplication, complianceEmail: string): MailDraft {
  const { applicationId, reference, contactName, email } = application
  return {
    kind: 'application-withdrawn',
    causedBy: 'visitor',
    once: `application-withdrawn:${applicationId}`,
    to: { name: contactName, email },
    subject: `Your application ${reference} has been withdrawn`,
    body: [
      { kind: 'paragraph', text: greeting(application) },
      {
        kind: 'paragraph',
        text: `Your ${applicationWords(application)} has been withdrawn, as you asked. We will not make a decision, and you do not have to pay anything. We keep what you sent for a year, then delete it.`,
      },
      {
        kind: 'paragraph',
        text: `If you did not ask for this, email ${complianceEmail} and quote ${reference}. You can apply again at any time.`,
      },
      { kind: 'button', label: 'Apply again', href: href('apply') },
    ],
  }
}
