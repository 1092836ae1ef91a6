export const eventCategories = [
  'Arts & Culture',
  'Business & Networking',
  'Community & Social',
  'Education & Learning',
  'Entertainment & Shows',
  'Fashion & Beauty',
  'Food & Drink',
  'Health & Wellness',
  'Music & Concerts',
  'Sports & Fitness',
  'Technology & Innovation',
  'Travel & Adventure',
  'Other',
] as const
export type EventCategory = (typeof eventCategories)[number]

export const sectors = ['business', 'entertainment', 'sports', 'culture', 'charity'] as const
export type Sector = (typeof sectors)[number]

export const sectorOf: Record<EventCategory, Sector> = {
  'Arts & Culture': 'culture',
  'Business & Networking': 'business',
  'Community & Social': 'charity',
  'Education & Learning': 'business',
  'Entertainment & Shows': 'entertainment',
  'Fashion & Beauty': 'entertainment',
  'Food & Drink': 'culture',
  'Health & Wellness': 'sports',
  'Music & Concerts': 'entertainment',
  'Sports & Fitness': 'sports',
  'Technology & Innovation': 'business',
  'Travel & Adventure': 'culture',
  Other: 'culture',
}

/** "food" and "arts" name a category, "charity" a sector. The first word that does, and the other words; null where none does. */
export function readCategory(words: string[]): { category: EventCategory | Sector; others: string[] } | null {
  for (const word of words) {
    const category = categoryNamed(word.toLowerCase())
    if (category) return { category, others: words.filter((other) => other !== word) }
  }
  return null
}

function categoryNamed(word: string): EventCategory | Sector | undefined {
  const names = [word, `${word}s`, word.replace(/s$/, '')]
  return (
    sectors.find((sector) => names.includes(sector)) ??
    eventCategories.find((category) => {
      const words = category.toLowerCase().split(' & ')
      return category !== 'Other' && names.some((name) => words.includes(name))
    })
  )
}
