export type PressRelease = {
  id: string
  title: string
  excerpt: string
  /** `YYYY-MM-DD`. */
  publishedAt: string
  category: string
  /** A file below `public/`. */
  downloadUrl: string
  featured: boolean
}

const releases: PressRelease[] = [
  {
    id: 'national-events-database',
    title: 'National Events Database opens to the public',
    excerpt:
      'Anybody can now search public events across the country by title, city or venue, and see which of them are accredited.',
    publishedAt: '2025-09-15',
    category: 'Announcement',
    downloadUrl: '/media/national-events-database.txt',
    featured: true,
  },
  {
    id: 'register-history',
    title: 'Register to show when an accreditation lapses',
    excerpt: 'Entries that have lapsed, been suspended or revoked stay in the register and say so, with the date.',
    publishedAt: '2025-06-02',
    category: 'Standards',
    downloadUrl: '/media/register-history.txt',
    featured: false,
  },
  {
    id: 'awards-submissions',
    title: 'Awards programme: submissions open each January',
    excerpt:
      'Three categories, four criteria of equal weight, and entries from every event with a current accreditation.',
    publishedAt: '2025-01-13',
    category: 'Awards',
    downloadUrl: '/media/awards-submissions.txt',
    featured: false,
  },
]

/** Words of the press page, and what can be downloaded there. */
export const press = {
  title: 'Press and Media',
  lead: 'News of the scheme, the mark for print and screen, and people who answer.',
  releases: {
    title: 'Press releases',
    items: releases,
    archived: 'This release is over a year old. It says what was true on its day, and may not be true now.',
  },
  quotes: { title: 'What the press writes' },
  assets: {
    title: 'Media assets',
    text: 'For reports about the scheme. An event may show the mark only while it is accredited.',
    items: [
      { title: 'Crest', text: 'The full crest in colour, at any size.', format: 'SVG', url: '/crest.svg' },
      {
        title: 'Crest in pixels',
        text: 'The same on nothing, 1,024 pixels wide.',
        format: 'PNG',
        url: '/media/crest.png',
      },
      {
        title: 'Fact sheet',
        text: 'What the scheme examines, how, and who answers, on one page.',
        format: 'PDF',
        url: '/media/fact-sheet.pdf',
      },
      { title: 'Ornament', text: 'The line pattern of the certificates.', format: 'SVG', url: '/rosette.svg' },
      {
        title: 'Notes to editors',
        text: 'Who we are, in two paragraphs that may be quoted.',
        format: 'Text',
        url: '/media/notes-to-editors.txt',
      },
    ],
  },
  contact: {
    title: 'Press office',
    text: 'Interviews, figures and comment.',
    responses: [
      { term: 'Standard enquiries', details: '24-48 hours' },
      { term: 'Urgent enquiries', details: 'Same day' },
    ],
    link: 'Contact the team',
  },
  subscription: {
    title: 'Releases by email',
    text: 'Each new release on the day it is published, and nothing else.',
    hint: 'We email you a link first. Nothing is sent to an address that has not confirmed.',
    /** Kept word for word with every subscription: what the person agreed to. */
    consent:
      'We use your address to email you new press releases and for nothing else. Every email has a link that ends it with one click.',
    button: 'Subscribe',
    busy: 'Sending...',
    asked: {
      title: 'Check your email',
      text: 'If that address is right, an email is on its way to it. The link in it confirms the subscription and works for seven days.',
    },
    failed: { title: 'Submission Error', text: 'The request could not be sent. Please try again.' },
  },
} as const

/** Words of the page that a confirmation link opens. */
export const confirmation = {
  usable: {
    title: 'Confirm your subscription',
    text: 'One press of the button, and our press releases come to the address that this link was sent to.',
    button: 'Confirm the subscription',
  },
  subscribed: {
    title: 'You are subscribed',
    text: 'Each new press release reaches you on the day it is published. Every email has a link that ends the subscription.',
    link: 'Releases so far',
  },
  used: {
    title: 'This link has been used',
    text: 'The subscription that it began has ended since. You can ask for a new one.',
  },
  expired: {
    title: 'This link has run out',
    text: 'It could be used for seven days. You can ask for a new one.',
  },
  unknown: {
    title: 'This link does not work',
    text: 'Its address may have been cut short on its way. Copy it whole from the mail, or ask for a new one.',
  },
  again: 'Ask for a new link',
} as const

/** Words of the page that an unsubscribe link opens. */
export const unsubscribe = {
  subscribed: {
    title: 'Unsubscribe from press releases',
    text: 'After this, we send no more press releases to your address, and forget it.',
    button: 'Unsubscribe',
  },
  ended: {
    title: 'You are not subscribed',
    text: 'The subscription has ended and its address is deleted. An email that was on its way already may still arrive.',
    link: 'Press and Media',
  },
  unknown: {
    title: 'This link does not work',
    text: 'Its address may have been cut short on its way. Copy it whole from the mail, or write to us and we end the subscription for you.',
    link: 'Contact us',
  },
} as const

/** Words of the fact sheet that the about page does not have. */
export const factSheet = {
  title: 'Fact sheet for the press',
  register: {
    title: 'The register',
    paragraphs: [
      'Every accredited event has a public entry with its number, its dates and its status: accredited, lapsed, suspended or revoked. Entries are not removed. Please check an entry before you describe an event as accredited.',
      'How many entries are accredited now is counted on the front page. What each figure counts, since when and from which source, is said on the page "How we count". Please give the date with any figure.',
    ],
  },
  contact: 'Who answers',
} as const
