import type { AccreditAfter } from '#domain/assurance.ts'

export const listings = {
  eyebrow: 'The register',
  title: 'Register of Accredited Events',
  lead: (authority: string, after: AccreditAfter) =>
    after === 'listing'
      ? `Every event that the ${authority} has accredited, with its status today.`
      : `Every event that the ${authority} has accredited or is assessing, with its status today.`,
  description: 'The public register of accredited events in the United Kingdom: who is accredited, where and when.',
  map: 'Show on a map',
  past: { title: 'Past events', text: 'These events have taken place. Their entries stay on the register.' },
  similar: {
    title: 'Similar events',
    instead: 'No event matches these words exactly. These events are the closest.',
    besides: 'These events are close to what you searched for.',
    meant: (number: string) => `Did you mean ${number}?`,
    numbered: 'No entry has the number that you typed. Compare this event with the one on your certificate.',
    ofCategory: (category: string) => `Events in the category ${category}`,
    category: 'A word of your search names this category.',
    part: 'Events that match in part',
    inPart: (q: string, { matched, of }: { matched: number; of: number }) =>
      `No entry matches all of: ${q}. These match ${matched} of ${of} words.`,
  },
  nearCities: (city: string) => `No city on the register is called “${city}”. Did you mean:`,
  notFound: {
    title: 'Were you shown a certificate?',
    check: 'Check the number on the certificate',
    doNotRely: 'If the register does not have it, do not rely on the certificate.',
    report: 'Report it to us',
  },
} as const

export const events = {
  eyebrow: 'The register',
  title: 'Upcoming Accredited Events',
  lead: 'Events that are accredited now and have not taken place yet, by date.',
  description: 'Accredited events that have not taken place yet, by date.',
  failed: { title: 'Failed to fetch events', text: 'We cannot show the events at the moment.', link: 'Try again' },
  call: {
    title: 'Is your event accredited?',
    text: 'Accreditation puts your event on the public register and lets you show the verification badge. It takes about 15 minutes to apply.',
    button: 'Apply for accreditation',
  },
} as const

export const organisers = {
  eyebrow: 'Organiser',
  lead: 'Every event of this organiser on the register. Each event is accredited by itself: the accreditation of one says nothing about another.',
  description: (name: string) =>
    `The events of ${name} on the public register: which are accredited and which are not.`,
  entries: 'Events on the register',
  follow: 'Changes by email or feed',
  calendar: 'Calendar of these events',
} as const

export const map = {
  eyebrow: 'The register',
  title: 'Map of events',
  lead: 'Where the events of the register are held. Each point leads to the events of a town, and so does its name in the list.',
  description: 'A map of Great Britain and Northern Ireland with the events of the public register, town by town.',
  list: 'Show as a list',
  whole: 'Show every event',
  towns: 'Towns',
  largest: (towns: string) => `These are the ${towns} towns with the most events.`,
  counted: (entries: string) =>
    `The numbers count ${entries} of the events found. Narrow your search to count all of them.`,
  elsewhere: (entries: string) => `Not on the map, because they name no town: ${entries}.`,
  /** The licence of the towns asks for its link (src/build/map.ts). */
  sources: [
    { before: 'Outline:', href: 'https://www.naturalearthdata.com', name: 'Natural Earth', after: ', public domain.' },
    { before: 'Places of towns:', href: 'https://www.geonames.org', name: 'GeoNames', after: ',' },
    { before: '', href: 'https://creativecommons.org/licenses/by/4.0/', name: 'CC BY 4.0', after: '.' },
  ],
} as const

export const cities = {
  eyebrow: 'The register',
  title: (city: string) => `Accredited events in ${city}`,
  description: (city: string, count: string) => `${count} in ${city} on the public register, upcoming events first.`,
  upcoming: 'Upcoming events',
  past: 'Past events',
  others: (entries: string) => `Entries that are not accredited at present: ${entries}`,
  more: (accredited: string) => `Show all ${accredited} in the register`,
  nearby: 'Accredited events nearby',
  elsewhere: 'Accredited events elsewhere',
  map: 'Map of events',
  register: 'The whole register',
  follow: 'Changes by email or feed',
} as const
