import type { Brand } from '#brand.ts'
import { accreditAfter } from '#domain/assurance.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { applicationWords, type DecidedApplication, greeting } from '#mail/told-application.ts'

/** To who has applied: approved, and the way to the listing. `link` works once, in whatever browser the mail is read. */
export function applicationApprovedMail(
  application: DecidedApplication,
  link: string,
  { accreditAfter: after }: Pick<Brand, 'accreditAfter'>,
): MailDraft {
  const { applicationId, decision, reference, contactName, email } = application
  return {
    kind: 'application-approved',
    causedBy: 'visitor',
    once: `application-decided:${applicationId}:${decision}`,
    to: { name: contactName, email },
    subject: `Your application ${reference} has been approved`,
    body: [
      { kind: 'paragraph', text: greeting(application) },
      { kind: 'paragraph', text: `Your ${applicationWords(application)} has been approved.` },
      {
        kind: 'paragraph',
        text:
          after === 'listing'
            ? 'The next step is to pay for the annual listing. Your event is then in the public register as accredited.'
            : `The next step is to pay for the annual listing. Your event is then listed in the public register. It is accredited ${accreditAfter[after].when}.`,
      },
      {
        kind: 'paragraph',
        text: 'You can send us your documents at any time. To see which documents your event needs, go to “My applications” on our website.',
      },
      { kind: 'button', label: 'Complete your listing', href: link },
    ],
  }
}
