import { promisedHours } from './rules.ts'

/** Words and response times of the contact page. */
export const content = {
  title: 'Contact',
  lead: 'Questions about an accreditation, an application or the register: write to us, call, or send a message from here.',
  details: 'How to reach us',
  hours: {
    title: 'Office hours',
    /** The hours themselves are the brand's. */
    office: 'Office',
    rows: [{ term: 'Live chat', details: '9am-5pm on working days; ask for a link by phone or email' }],
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
    urgent: 'If it cannot wait, call us on',
    link: 'Contact details',
    stranger:
      'If you have not written to us, somebody has given your address in our contact form. There is nothing to do, and no further email follows from it.',
  },
  form: {
    title: 'Send a message',
    privacy: 'What you send is kept to answer you and for nothing else.',
    button: 'Send Message',
    busy: 'Sending...',
  },
} as const
