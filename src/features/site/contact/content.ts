import { promisedHours } from '#domain/office-hours.ts'

export const content = {
  title: 'Contact',
  lead: 'Ask us about accreditation, an application or the register. You can call, write or use the form on this page.',
  details: 'How to reach us',
  hours: {
    title: 'Office hours',
    office: 'Office',
  },
  responses: {
    title: 'Response times',
    rows: [
      { term: 'General enquiries', details: `${promisedHours.general} hours` },
      { term: 'Application support', details: `${promisedHours.application} hours` },
      { term: 'Urgent matters', details: `${promisedHours.urgent} hours` },
    ],
    note: 'Counted within office hours.',
  },
  acknowledgement: {
    subject: 'We have received your message',
    received: "Thank you for your inquiry. We'll respond within 24 hours.",
    urgent: 'If it is urgent, call us on',
    link: 'Contact details',
    stranger:
      'If you did not write to us, someone gave your address in our contact form. You do not need to do anything. We will not email you again about it.',
  },
  form: {
    title: 'Send a message',
    privacy: 'We use what you send only to answer you.',
    button: 'Send Message',
    busy: 'Sending...',
  },
} as const
