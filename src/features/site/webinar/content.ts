/**
 * The words of the webinar. What it claims is in the database (src/database/claims.ts), and its date is set in the admin area. Sign-up
 * ends when it starts, and from then on nothing is shown of places left and deadlines; the demonstration shows them all the same.
 */
export const content = {
  minutes: 90,
  title: 'AI for marketing and sales',
  eyebrow: 'Free live online webinar',
  lead: 'How organisers of events use AI to write, plan and sell, shown step by step on real work. No slides about the future.',
  description: 'A free live online webinar on AI for marketing and sales, for people who organise events.',
  register: 'Reserve my free place',
  banner: {
    link: 'Reserve a place',
  },
  past: {
    banner: 'This webinar has taken place. Sign-up is closed.',
    registration: 'Registration',
    text: (date: string, time: string) =>
      `The webinar started on ${date} at ${time}, and no further sign-ups are taken.`,
  },
  closed: {
    banner: 'Sign-up is closed.',
    title: 'Sign-up is closed',
    text: 'No sign-ups for the webinar are taken at present. Your place is safe if you have signed up before.',
  },
  form: {
    title: 'Reserve your free place',
    hint: 'The link to join goes here.',
    privacy: 'We use your address for this webinar alone.',
  },
  confirmed: {
    title: 'Your place is reserved',
    items: [
      'Your video-conference link is on its way to your email.',
      'Nothing there after a few minutes? Check your spam folder.',
      'Add the webinar to your calendar, so that you do not miss it.',
    ],
    calendar: 'Add to calendar',
  },
  speaker: {
    title: 'Your speaker',
    name: 'Tamsin Oakhollow',
    role: 'Adviser on marketing to event organisers',
    text: 'Tamsin has sold tickets for fairs, races and small festivals for eighteen years. Since 2022 she has tried every new tool on her own campaigns first, and kept the few that held up.',
  },
  learn: {
    title: 'What you will learn',
    items: [
      {
        title: 'Find the people who come back',
        text: 'Read last year’s bookings with AI, without sending anybody’s name to it.',
      },
      {
        title: 'Write once, publish everywhere',
        text: 'From one brief to posts, emails and a press notice that sound like you.',
      },
      { title: 'Answer within minutes', text: 'Draft replies to sponsors and groups that a person only has to check.' },
      {
        title: 'Plan a campaign by the week',
        text: 'A calendar that follows your ticket sales rather than a template.',
      },
      { title: 'Spend less on advertising', text: 'Which tests are worth their money, and which never were.' },
      { title: 'Stay within the law', text: 'Consent, personal data and honest claims in marketing made with AI.' },
    ],
  },
  audience: {
    title: 'Who it is for',
    items: [
      'Organisers who market their events themselves, between everything else',
      'Small teams at venues and in charities',
      'Marketing and sales people who answer for ticket numbers',
      'Anybody who has tried AI once and was not convinced',
    ],
  },
  details: {
    title: 'Event details',
    /** After date and time. */
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
