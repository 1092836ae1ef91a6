import type { Brand } from '#brand.ts'
import { mail } from '#mail/mail.ts'
import { href } from '#pages.ts'
import type { Values } from '#wire/define-form.ts'
import { contactToasts, type enquiryForm, responses } from './form.ts'

/** The subject is ours, so that nothing that a stranger typed is in a header. */
export const enquiryMail = (id: string, enquiry: Values<typeof enquiryForm>, brand: Brand) =>
  mail('contact-enquiry', {
    causedBy: 'visitor',
    once: `contact-enquiry:${id}`,
    to: { name: brand.name, email: brand.email },
    subject: 'Enquiry from the contact form',
  })`
    | Name: ${enquiry.name}
    | Email: ${enquiry.email}
    | Organisation: ${enquiry.company}
    | Phone: ${enquiry.phone}
    | Subject: ${enquiry.subject}

    # Message

    ${enquiry.message}`

/** Nobody has proved the address, so nothing that was typed is in it: the form cannot be used to write to strangers. */
export function acknowledgementMail(id: string, email: string, brand: Brand) {
  const [general, application, urgent] = responses
  return mail('contact-received', {
    causedBy: 'visitor',
    once: `contact-received:${id}`,
    to: { name: '', email },
    subject: 'We have received your message',
  })`
    ${contactToasts.sent.description}

    | Reference: ${id.slice(0, 8).toUpperCase()}
    | ${general.term}: ${general.details}
    | ${application.term}: ${application.details}
    | ${urgent.term}: ${urgent.details}
    | Office hours: ${brand.officeHours}

    If it is urgent, call us on ${brand.phone}.

    [Contact details](${href('contact')})

    If you did not write to us, someone gave your address in our contact form. You do not need to do anything. We will not email you again about it.`
}
