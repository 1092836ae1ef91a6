export type AddressSuggestion = { id: string; address: string }

/** The documented shape; coordinates in degrees (WGS 84). */
export type PostalAddress = {
  line_1: string
  line_2: string
  town_or_city: string
  county: string
  postcode: string
  country: string
  latitude: number | null
  longitude: number | null
}

/** Never throws: a failure is an empty list or null. */
export type Addresses = {
  search: (term: string) => Promise<AddressSuggestion[]>
  get: (id: string) => Promise<PostalAddress | null>
}

/** 3 to 100 characters; null when there is nothing to ask. */
export function tidyAddressTerm(typed: string): string | null {
  const term = typed.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return term.length >= 3 && term.length <= 100 ? term : null
}
