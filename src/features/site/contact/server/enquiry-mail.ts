import type { Brand } from '../../../../brand.ts'
import type { MailDraft } from '../../../mail/server/mail-draft.ts'
import type { Enquiry } from '../schema.ts'

/** What the team gets of an enquiry. The subject is ours, so that nothing that a stranger typed stands in a header. */
export function enquiryMail(
  id: string,
  { name, email, company, phone, subject, message }: Enquiry,
  brand: Brand,
): MailDraft {
  return {
    kind: 'contact-enquiry',
    once: `contact-enquiry:${id}`,
    to: { name: brand.name, email: brand.email },
    subject: 'Enquiry from the contact form',
    body: [
      {
        kind: 'facts',
        facts: [
          { term: 'Name', details: name },
          { term: 'Email', details: email },
          { term: 'Organisation', details: company },
          { term: 'Phone', details: phone },
          { term: 'Subject', details: subject },
        ],
      },
      { kind: 'heading', text: 'Message' },
      { kind: 'paragraph', text: message },
    ],
  }
}
