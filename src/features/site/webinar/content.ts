/**
 * The webinar: its words and its claims. An authority checks and changes each of them here. Its date is set in the admin area; sign-up
 * ends when it starts, and from then on the claims of `urgency` are not shown any more; the demonstration shows them all the same.
 */
export const content = {
  minutes: 90,
  title: 'AI for marketing and sales',
  eyebrow: 'Free live online webinar',
  lead: 'How organisers of events use AI to write, plan and sell, shown step by step on real work. No slides about the future.',
  description: 'A free live online webinar on AI for marketing and sales, for people who organise events.',
  register: 'Reserve my free place',
  banner: {
    open: 'Only 47 spots left. The free offer expires at midnight.',
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
    title: 'What others made of it',
    items: [
      {
        quote: 'We planned the whole autumn in an afternoon, and for once we kept to the plan.',
        name: 'Rufus Penhaligan-Moss',
        role: 'Fernwhistle Orchard Fair',
      },
      {
        quote: 'The emails now sound like us. Before, they sounded like everybody.',
        name: 'Clementine Ashgrove',
        role: 'Thrapston Quay Regatta',
      },
      {
        quote: 'I came for the tools and stayed for the part on consent. It saved us from a mistake.',
        name: 'Idris Wendlebury',
        role: 'Cobblegate Winter Market',
      },
    ],
  },
  urgency: {
    title: 'Why now',
    items: [
      { value: '47', label: 'spots left' },
      { value: '100', label: 'people at most' },
      { value: '£2,500', label: 'value of the blueprint that attendees receive' },
      { value: '48 hours', label: 'of replay, then it is gone' },
      { value: '30 seconds', label: 'until your link is sent' },
    ],
    deadline: 'The offer expires at midnight.',
  },
  registration: {
    title: 'Reserve your place',
    text: 'Only 23 spots left.',
  },
} as const
