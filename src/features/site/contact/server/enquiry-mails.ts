import type { Brand } from '#brand.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'
import { content } from '../content.ts'
import type { Enquiry } from '../schema.ts'

/** What the team gets of an enquiry. The subject is ours, so that nothing that a stranger typed stands in a header. */
export function enquiryMail(
  id: string,
  { name, email, company, phone, subject, message }: Enquiry,
  brand: Brand,
): MailDraft {
  return {
    kind: 'contact-enquiry',
    causedBy: 'visitor',
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

/**
 * Tells the sender that the enquiry has arrived. It goes to an address that nobody has proved to be theirs, so nothing that was typed
 * stands in it: the form cannot be used to write to strangers.
 */
export function acknowledgementMail(id: string, email: string, brand: Brand): MailDraft {
  const { subject, received, urgent, stranger, link } = content.acknowledgement
  return {
    kind: 'contact-received',
    causedBy: 'visitor',
    once: `contact-received:${id}`,
    to: { name: '', email },
    subject,
    body: [
      { kind: 'paragraph', text: received },
      {
        kind: 'facts',
        facts: [
          { term: 'Reference', details: id.slice(0, 8).toUpperCase() },
          ...content.responses.rows,
          { term: 'Office hours', details: brand.officeHours },
        ],
      },
      { kind: 'paragraph', text: `${urgent} ${brand.phone}.` },
      { kind: 'button', label: link, href: href('contact') },
      { kind: 'paragraph', text: stranger },
    ],
  }
}
