import type { Brand } from '#brand.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import type { ToldApplication } from '#mail/told-application.ts'

/** To a confirmed address that an organisation no longer has: what was changed, and whom to ask. `masked` hints at the new address. */
export function addressCorrectedMail(application: ToldApplication, masked: string, brand: Brand): MailDraft {
  const { reference, title, contactName, email } = application
  return {
    kind: 'address-corrected',
    causedBy: 'staff',
    to: { name: contactName, email },
    subject: `The email address of your application ${reference} has been changed`,
    body: [
      { kind: 'paragraph', text: `Hello ${contactName},` },
      {
        kind: 'paragraph',
        text: `While we reviewed the application for ${title}, we changed the email address of its organisation to ${masked}. We have emailed that address to confirm it, and will send all further emails there.`,
      },
      {
        kind: 'paragraph',
        text: `If you did not ask for this, email ${brand.complianceEmail} at once and quote ${reference}.`,
      },
    ],
  }
}
