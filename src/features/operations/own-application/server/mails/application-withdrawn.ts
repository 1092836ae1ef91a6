import { href } from '../../../../../pages.ts'
import {
  applicationWords,
  greeting,
  type ToldApplication,
} from '../../../../applications/server/mails/application-approved.ts'
import type { MailDraft } from '../../../../mail/server/mail-draft.ts'

/** To who has withdrawn an application: that it is done, and what becomes of what was sent. */
export function applicationWithdrawnMail(application: ToldApplication, complianceEmail: string): MailDraft {
  const { applicationId, reference, contactName, email } = application
  return {
    kind: 'application-withdrawn',
    once: `application-withdrawn:${applicationId}`,
    to: { name: contactName, email },
    subject: `Your application ${reference} has been withdrawn`,
    body: [
      { kind: 'paragraph', text: greeting(application) },
      {
        kind: 'paragraph',
        text: `Your ${applicationWords(application)} has been withdrawn, as you asked. Nobody decides on it, and nothing has to be paid. What you have sent is kept for a year and then deleted.`,
      },
      {
        kind: 'paragraph',
        text: `If you have not asked for that, write to ${complianceEmail} and quote ${reference}. You can apply again at any time.`,
      },
      { kind: 'button', label: 'Apply again', href: href('apply') },
    ],
  }
}
