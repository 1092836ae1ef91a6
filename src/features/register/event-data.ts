import type { Sector } from '#domain/categories.ts'
import type { AnswerFacts, NextDate } from '#domain/register-answer.ts'
import type { RegisterChange } from '#domain/register-status.ts'
import type { FoundProof } from '#wire/entry-proof.ts'
import type { Assured } from './what-was-checked.tsx'

export type FoundEvent = {
  state: 'found'
  slug: string
  number: string
  title: string
  organizer: string
  /** Address of its page; null where it has none. */
  organiserPage: string | null
  date: string | null
  time: string | null
  isPrivate: boolean
  /** Venue and address, one line each. */
  place: string[]
  city: string
  /** On a map of another site; null where nobody has given a place. */
  directions: string | null
  category: string
  description: string
  price: string
  attendees: number
  capacity: number | null
  image: string | null
  tone: Sector
  images: string[]
  action: { label: string; href: string } | null
  partners: string[]
  isFeatured: boolean
  isPro: boolean
  landingPageUrl: string | null
  facts: AnswerFacts
  /** When the register was read for this page: ISO time in UTC. */
  readAt: string
  next: NextDate | null
  assured: Assured
  /** It was given the Gold award. */
  isGold: boolean
  reason: string | null
  /** ISO time in UTC. */
  validFrom: string
  history: { at: string; change: RegisterChange; reason: string | null }[]
  /** Concerns that were upheld. */
  notes: { at: string; text: string; reply: string }[]
  isDemonstration: boolean
  /** That all this is in the public log. */
  proof: FoundProof
  /** Its credential has been signed. */
  hasCredential: boolean
  /** Of this page, in full. */
  address: string
  /** Where a calendar program follows the event. */
  calendar: string
  /** Of the check of its number, as on its certificate: the rows of the code. */
  qrCode: string[]
  jsonLd: Record<string, unknown>[]
  /** Of the picture shown when the page is shared. */
  shareVersion: string
}

export type EventData = FoundEvent | { state: 'missing' | 'failed' }
