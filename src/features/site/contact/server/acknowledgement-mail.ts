import type { Brand } from '../../../../brand.ts'
import { paths } from '../../../../paths.ts'
import type { MailDraft } from '../../../mail/server/mail-draft.ts'
import { content } from '../content.ts'

/**
 * Tells the sender that the enquiry has arrived. It goes to an address that nobody has proved to be theirs, so nothing that was typed
 * stands in it: the form cannot be used to write to strangers.
 */
export function acknowledgementMail(id: string, email: string, brand: Brand): MailDraft {
  const { subject, received, urgent, stranger, link } = content.acknowledgement
  return {
    kind: 'contact-received',
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
      { kind: 'button', label: link, href: paths.contact() },
      { kind: 'paragraph', text: stranger },
    ],
  }
}
