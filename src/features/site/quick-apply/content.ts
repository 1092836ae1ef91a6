import { products } from '#domain/catalogue.ts'
import { pounds } from '#domain/money.ts'
import { promisedHours } from '#domain/office-hours.ts'

/** Its claims and quotations are in the database (src/features/claims/). */
export const content = {
  title: 'Quick apply',
  lead: 'Anyone can apply: a company, council, charity, club or committee. Answer two questions and give us your details. It takes about two minutes. You can then go straight to the full application.',
  description:
    'Two questions and your details, in about two minutes, on the way to the full application for event accreditation.',
  figures: {
    claimed: 'Published by the authority',
    live: 'In the register now',
    accredited: 'entries accredited now',
    how: 'How we count',
  },
  steps: { company: 'Your organisation', questions: 'Two questions', contact: 'Your details' },
  questions: {
    hasTicketedEvents: 'Do you run ticketed events?',
    wantsMoreAttendance: 'Would you like more people to attend your events?',
  },
  analysing: 'Analyzing your qualification...',
  qualified: {
    title: 'Anyone can apply',
    lead: 'With these answers expect:',
    application: `A free application of about 15 minutes, and a first answer within ${promisedHours.application} office hours.`,
    hasTicketedEvents: {
      yes: 'Your entry to link to the website where you sell tickets, if you give it in the application.',
      no: 'The same criteria as for events with tickets: which apply depends on the kind and size of the event.',
    },
    wantsMoreAttendance: {
      yes: 'Offers of advertising after you have paid for the listing. They are optional, and change no decision.',
      no: 'To say no to the optional extras that we offer after the listing is paid. Saying no changes no decision.',
    },
    cost: `To pay ${pounds(products.listing.pence)} a year{vat}, only once your event is approved.`,
  },
  consent:
    'Send me occasional news about accreditation, awards and events. I can unsubscribe at any time with the link in each email.',
  privacy: 'We use these details to contact you about accreditation.',
  expect: {
    title: 'What your answers are for',
    text: 'Whatever you answer, you can go on to the full application. We decide only on the full application.',
    prices: 'Prices and terms',
  },
  full: { text: 'Ready to apply now?', link: 'Go to the full application' },
  testimonials: {
    title: 'What organisers say',
  },
} as const
