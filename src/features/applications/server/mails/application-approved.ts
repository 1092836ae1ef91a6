import type { Brand } from '../../../../brand.ts'
import { accreditAfter } from '../../../../domain/assurance.ts'
import type { MailDraft } from '../../../mail/server/mail-draft.ts'

/** To who has applied: approved, and the way to the listing. `link` works once, in whatever browser the mail is read. */
export function applicationApprovedMail(
  application: DecidedApplication,
  link: string,
  { accreditAfter: after }: Pick<Brand, 'accreditAfter'>,
): MailDraft {
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

/** What a mail tells of an application. */
export type ToldApplication = {
  applicationId: string
  reference: string
  /** Of the event; null where the address is not confirmed, for somebody has typed it. */
  title: string | null
  /** Empty where the address is not confirmed. */
  contactName: string
  email: string
}

/** What the mail on a decision tells. */
export type DecidedApplication = ToldApplication & {
  /** Tells this decision from others on the same application: an approval can be withdrawn and given again. */
  decision: number | 'registry'
}

/** How such a mail begins. */
export function greeting({ contactName }: Pick<ToldApplication, 'contactName'>): string {
  return contactName ? `Hello ${contactName},` : 'Hello,'
}

/** What it is about, after 'your'. */
export function applicationWords({ title, reference }: Pick<ToldApplication, 'title' | 'reference'>): string {
  return title ? `application for ${title}` : `application ${reference}`
}
