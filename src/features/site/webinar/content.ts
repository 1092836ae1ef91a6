/**
 * Its claims are in the database (src/features/claims/), its date is set in the admin area. Once it has started, nothing is shown of places
 * left and deadlines, except in the demonstration.
 */
export const content = {
  minutes: 90,
  title: 'AI for marketing and sales',
  eyebrow: 'Free live online webinar',
  lead: 'How event organisers use AI to write, plan and sell, shown step by step with real examples.',
  description: 'A free live online webinar on AI for marketing and sales, for people who organise events.',
  register: 'Reserve my free place',
  banner: {
    link: 'Reserve a place',
  },
  past: {
    banner: 'This webinar has taken place. Sign-up is closed.',
    registration: 'Registration',
    text: (date: string, time: string) => `The webinar started on ${date} at ${time}. Sign-up is closed.`,
  },
  notAnnounced: {
    title: 'Webinar',
    text: 'No webinar is announced at the moment.',
    link: 'See upcoming accredited events',
  },
  closed: {
    banner: 'Sign-up is closed.',
    title: 'Sign-up is closed',
    text: 'You cannot sign up for the webinar at the moment. If you signed up earlier, you still have your place.',
  },
  form: {
    title: 'Reserve your free place',
    hint: 'We send the link to join to this address.',
    privacy: 'We use your address only for this webinar.',
  },
  confirmed: {
    title: 'Your place is reserved',
    items: [
      'We have sent the video-conference link to your email address.',
      'If you do not get it in a few minutes, check your spam folder.',
      'Add the webinar to your calendar.',
    ],
    calendar: 'Add to calendar',
  },
  speaker: {
    title: 'Your speaker',
  },
  learn: {
    title: 'What you will learn',
    items: [
      {
        title: 'Find the people who come back',
        text: 'Use AI to study last year’s bookings, without giving it anyone’s name.',
      },
      {
        title: 'Write once, publish everywhere',
        text: 'Turn one brief into posts, emails and a press notice in your own style.',
      },
      { title: 'Answer within minutes', text: 'Draft replies to sponsors and groups, ready for a person to check.' },
      {
        title: 'Plan a campaign by the week',
        text: 'Make a calendar that follows your ticket sales.',
      },
      { title: 'Spend less on advertising', text: 'Find out which tests are worth paying for.' },
      { title: 'Stay within the law', text: 'Consent, personal data and honest claims in AI marketing.' },
    ],
  },
  audience: {
    title: 'Who it is for',
    items: [
      'Organisers who market their own events',
      'Small teams at venues and in charities',
      'Marketing and sales people who are responsible for ticket sales',
      'Anyone who has tried AI and was not convinced',
    ],
  },
  details: {
    title: 'Event details',
    items: [
      { term: 'Place', details: 'Online, on a video-conference service' },
      { term: 'Length', details: '90 minutes plus Q&A' },
      { term: 'Replay', details: 'Available for 48 hours after the webinar' },
      { term: 'Price', details: 'Free' },
    ],
  },
  results: {
    title: 'What people said about it',
  },
  urgency: {
    title: 'Why now',
  },
  registration: {
    title: 'Reserve your place',
  },
} as const
