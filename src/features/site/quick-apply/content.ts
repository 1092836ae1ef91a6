/** Its claims and quotations are in the database (src/features/claims/). */
export const content = {
  title: 'Does your company qualify?',
  lead: 'Answer two questions and give us your details. It takes about two minutes. You can then go straight to the full application.',
  description: 'Find out in two minutes whether your company qualifies for event accreditation.',
  figures: {
    claimed: 'Published by the authority',
    live: 'In the register now',
    accredited: 'entries accredited now',
    how: 'How we count',
  },
  steps: { company: 'Your company', questions: 'Two questions', contact: 'Your details' },
  questions: {
    hasTicketedEvents: 'Does your company run ticketed events?',
    wantsMoreAttendance: 'Would you like more people to attend your events?',
  },
  analysing: 'Analyzing your qualification...',
  qualified: {
    title: 'Your company qualifies',
    text: 'Every company can apply. Tell us who to contact, then go on to the full application.',
  },
  consent:
    'Send me occasional news about accreditation, awards and events. I can unsubscribe at any time with the link in each email.',
  privacy: 'We use these details to contact you about accreditation.',
  expect: {
    title: 'What your answers mean',
    text: 'Your answers help us to advise you. Whatever you answer, you can go on to the full application. We decide only on the full application.',
    prices: 'Prices and terms',
  },
  full: { text: 'Ready to apply now?', link: 'Go to the full application' },
  testimonials: {
    title: 'What organisers say',
  },
} as const
