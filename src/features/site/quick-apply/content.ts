/** Words of the quick qualification. What it claims and quotes is in the database (src/database/claims.ts). */
export const content = {
  title: 'Does your company qualify?',
  lead: 'Answer two questions and leave your details. It takes about two minutes, and you can complete the full application straight afterwards.',
  description: 'Find out in two minutes whether your company qualifies for event accreditation.',
  figures: {
    claimed: 'As published by the authority',
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
    text: 'Every company may apply. Tell us whom to contact, and carry on with the full application.',
  },
  consent:
    'Send me occasional news about accreditation, awards and events. I can stop it at any time through the link in each message.',
  privacy: 'We use these details to contact you about accreditation.',
  /** What the two answers are for. */
  expect: {
    title: 'What your answers mean',
    text: 'The two questions help us to advise you. They decide nothing: whatever you answer, you can go on to the full application. A decision is made on the full application alone.',
    prices: 'Prices and terms',
  },
  full: { text: 'Rather start at once?', link: 'Go to the full application' },
  testimonials: {
    title: 'What organisers say',
  },
} as const
