export type PressRelease = {
  id: string
  title: string
  excerpt: string
  publishedAt: string
  category: string
  /** Answered with the text of `releases/`. */
  downloadUrl: string
  featured: boolean
}

/** The database says which are shown and sent (src/features/claims/). */
const releases: PressRelease[] = [
  {
    id: 'national-events-database',
    title: 'National Events Database opens to the public',
    excerpt:
      'Anyone can now search public events across the country by title, city or venue, and see which of them are accredited.',
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
      'There are three categories and four criteria of equal weight. Every event with a current accreditation can enter.',
    publishedAt: '2025-01-13',
    category: 'Awards',
    downloadUrl: '/media/awards-submissions.txt',
    featured: false,
  },
]

export const press = {
  title: 'Press and Media',
  lead: 'News about the scheme, files to download and contacts for journalists.',
  releases: {
    title: 'Press releases',
    items: releases,
    archived: 'This press release is more than a year old. It may no longer be correct.',
  },
  quotes: { title: 'What the press writes' },
  assets: {
    title: 'Media assets',
    text: 'For reports about the scheme. An event can show the crest as its verification badge only while it is accredited.',
    items: [
      {
        title: 'Crest',
        text: 'The full crest in colour, as an SVG. It can be printed at any size.',
        format: 'SVG',
        url: '/crest.svg',
      },
      {
        title: 'Crest as a PNG',
        text: 'The crest on a transparent background, 1,024 pixels wide.',
        format: 'PNG',
        url: '/media/crest.png',
      },
      {
        title: 'Fact sheet',
        text: 'One page about what the scheme checks, how it works and who to contact.',
        format: 'PDF',
        url: '/media/fact-sheet.pdf',
      },
      { title: 'Ornament', text: 'The line pattern of the certificates.', format: 'SVG', url: '/rosette.svg' },
      {
        title: 'Notes to editors',
        text: 'Two paragraphs about us that you can quote.',
        format: 'Text',
        url: '/media/notes-to-editors.txt',
      },
    ],
  },
  contact: {
    title: 'Press office',
    text: 'For interviews, figures and comments.',
    responses: [
      { term: 'Standard enquiries', details: '24-48 hours' },
      { term: 'Urgent enquiries', details: 'Same day' },
    ],
    link: 'Contact the team',
    figures: 'What our figures count',
    log: 'How many were revoked or suspended, by year',
  },
  subscription: {
    title: 'Releases by email',
    text: 'We email you each new press release on the day it is published.',
    hint: 'We email you a link first to confirm your address.',
    /** What the person agreed to: kept word for word with every subscription. */
    consent:
      'We use your address only to email you new press releases. You can unsubscribe with the link in every email.',
    button: 'Subscribe',
    busy: 'Sending...',
    asked: {
      title: 'Check your email',
      text: 'If the address is right, we have sent an email to it. Use the link in the email to confirm the subscription. The link works for 7 days.',
    },
    failed: { title: 'Submission Error', text: 'The request could not be sent. Please try again.' },
  },
} as const

export const confirmation = {
  usable: {
    title: 'Confirm your subscription',
    text: 'Press the button to get our press releases at the address that we sent this link to.',
    button: 'Confirm the subscription',
  },
  subscribed: {
    title: 'You are subscribed',
    text: 'We will email you each new press release on the day it is published. You can unsubscribe with the link in every email.',
    link: 'Releases so far',
  },
  used: {
    title: 'This link has been used',
    text: 'You have since unsubscribed. You can subscribe again.',
  },
  expired: {
    title: 'This link has expired',
    text: 'It worked for 7 days. You can ask for a new one.',
  },
  unknown: {
    title: 'This link does not work',
    text: 'Part of the link may be missing. Copy the whole link from the email, or ask for a new one.',
  },
  again: 'Ask for a new link',
} as const

export const unsubscribe = {
  subscribed: {
    title: 'Unsubscribe from press releases',
    text: 'We will stop sending you press releases and delete your address.',
    button: 'Unsubscribe',
  },
  ended: {
    title: 'You are not subscribed',
    text: 'You have unsubscribed, and we have deleted your address. An email that we have already sent may still arrive.',
    link: 'Press and Media',
  },
  unknown: {
    title: 'This link does not work',
    text: 'Part of the link may be missing. Copy the whole link from the email, or write to us and we will unsubscribe you.',
    link: 'Contact us',
  },
} as const

/** What the about page does not say. */
export const factSheet = {
  title: 'Fact sheet for the press',
  register: {
    title: 'The register',
    paragraphs: [
      'Every event on the register has a public entry with its number, its dates and its status: accredited, listed while it is assessed, not accredited, lapsed, suspended or revoked. Entries are not removed. Please check an entry before you describe an event as accredited.',
      'The homepage shows how many entries are accredited now. The page ‘How we count’ explains each figure and its source. Please give the date with any figure.',
    ],
  },
  contact: 'Contact',
} as const
