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

/** Of the page of a city. */
export function cityTitle(city: string): string {
  return `Accredited events in ${city}`
}
