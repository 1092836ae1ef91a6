import type { ClaimKind } from './claims.ts'
import type { ContentFlag } from './content-flags.ts'

type PlaceEntry = {
  page: string
  part: string
  kinds: readonly ClaimKind[]
  /** The switch that hides them all, with or without proof. */
  flag?: ContentFlag
  max?: number
}

const quotes = ['testimonial'] as const
const urgent = ['places-left', 'deadline', 'figure'] as const

export const claimPlaces = {
  header: { page: 'Every page', part: 'Partners in the header, on wide screens', kinds: ['partner-logo'], max: 3 },
  'home-figures': { page: 'Homepage', part: 'Headline figures', kinds: ['figure'], flag: 'claims' },
  'home-broadcasters': { page: 'Homepage', part: 'Broadcast partners', kinds: ['partner-logo'], max: 8 },
  'quick-apply-figures': { page: 'Quick qualification', part: 'Figures', kinds: ['figure'], flag: 'claims' },
  'quick-apply-testimonials': {
    page: 'Quick qualification',
    part: 'What organisers say',
    kinds: quotes,
    flag: 'testimonials',
  },
  'awards-winners': { page: 'Awards', part: 'Winners', kinds: ['winner'] },
  'who-we-are': { page: 'Who we are', part: 'People', kinds: ['person'] },
  'contact-chat': { page: 'Contact', part: 'Live chat', kinds: ['promise'], max: 1 },
  'press-releases': { page: 'Press', part: 'Press releases, also by email', kinds: ['press-release'] },
  'press-quotes': { page: 'Press', part: 'What the press writes', kinds: ['press-quote'], flag: 'testimonials' },
  'boxing-event': {
    page: 'Boxing night',
    part: 'The event: without it nothing is announced and nothing can be reserved',
    kinds: ['announcement'],
    max: 1,
  },
  'webinar-event': {
    page: 'Webinar',
    part: 'The event: without it nothing is announced and no one can sign up',
    kinds: ['announcement'],
    max: 1,
  },
  'webinar-speaker': { page: 'Webinar', part: 'Your speaker', kinds: ['person'] },
  'webinar-banner': { page: 'Webinar', part: 'Banner', kinds: urgent, flag: 'scarcity' },
  'webinar-testimonials': { page: 'Webinar', part: 'What people said about it', kinds: quotes, flag: 'testimonials' },
  'webinar-urgency': { page: 'Webinar', part: 'Why now', kinds: urgent, flag: 'scarcity' },
  'webinar-deadline': { page: 'Webinar', part: 'Below "Why now"', kinds: urgent, flag: 'scarcity' },
  'webinar-registration': { page: 'Webinar', part: 'Above the last form', kinds: urgent, flag: 'scarcity' },
  'award-was': { page: 'Gold award', part: 'Earlier price', kinds: ['earlier-price'], flag: 'savings', max: 1 },
  'award-badge': {
    page: 'Gold award',
    part: 'Badge below the earlier price',
    kinds: ['deadline'],
    flag: 'scarcity',
    max: 1,
  },
  'marketing-was': {
    page: 'Marketing package',
    part: 'Earlier price',
    kinds: ['earlier-price'],
    flag: 'savings',
    max: 1,
  },
  'marketing-figures': { page: 'Marketing package', part: 'Figures', kinds: ['figure'], flag: 'claims' },
  'marketing-testimonials': {
    page: 'Marketing package',
    part: 'What organisers say',
    kinds: quotes,
    flag: 'testimonials',
  },
  'marketing-guarantees': { page: 'Marketing package', part: 'What we promise', kinds: ['promise'] },
  'ads-guarantee': { page: 'Managed ads', part: 'Guarantee', kinds: ['promise'], max: 1 },
  'levels-badge': { page: 'Recognition levels', part: 'Badge of the first level', kinds: ['badge'], max: 1 },
  'ads-figures': { page: 'Managed ads', part: 'Figures', kinds: ['figure'], flag: 'claims' },
  'packages-was': {
    page: 'Package checkout',
    part: 'Earlier price of the Premium package',
    kinds: ['earlier-price'],
    flag: 'savings',
    max: 1,
  },
} as const satisfies Record<string, PlaceEntry>

export type ClaimPlace = keyof typeof claimPlaces

export function placeEntry(place: ClaimPlace): PlaceEntry {
  return claimPlaces[place]
}
