import { query } from '../../../database/query.ts'
import type { LikeWord } from '../../../domain/search-variants.ts'
import type { Totals } from '../rules.ts'

/** One event as the list answers it. */
export type ListedEvent = {
  id: string
  title: string
  /** Local day, `YYYY-MM-DD`; null when it is not known. */
  date: string | null
  /** Local time, `HH:MM`. */
  time: string | null
  venue: string
  city: string
  category: string
  organiser: string
  description: string
  featured: boolean
  accredited: boolean
  past: boolean
  /** Whether it was invented for the demonstration. */
  demo: boolean
  /** What it is ordered by: its date, or `infinity`. */
  sortOn: string
}

/** What a card shows of an event. */
export type SimilarEvent = Omit<ListedEvent, 'description' | 'sortOn'>

type ListArgs = [
  q: string | null,
  category: string | null,
  type: 'featured' | 'accredited' | null,
  today: string,
  afterDay: string | null,
  afterId: string | null,
  limit: number,
]

export const listNationalEvents = query<ListArgs, { events: ListedEvent[]; found: number; totals: Totals }>(
  'national-events/list-national-events',
)

export const listLikeWords = query<[text: string], LikeWord & { words: number }>('national-events/list-like-words')
export const searchWords = query<
  [
    first: string,
    second: string,
    third: string,
    fourth: string,
    category: string | null,
    type: 'featured' | 'accredited' | null,
    today: string,
    most: number,
  ],
  SimilarEvent
>('national-events/search-words')
