export type AddressSuggestion = { id: string; address: string }

/** A postal address in the documented shape; coordinates in degrees (WGS 84). */
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

/** The address finder. It never throws: a failure is an empty list or null. */
export type Addresses = {
  /** Suggestions for what was typed; 3 to 100 characters. */
  search: (term: string) => Promise<AddressSuggestion[]>
  /** One address by the id of a suggestion; null when it is unknown or the finder is down. */
  get: (id: string) => Promise<PostalAddress | null>
}

/** What is asked of the finder for what was typed: blanks joined, 3 to 100 characters; null when there is nothing to ask. */
export function tidyAddressTerm(typed: string): string | null {
  const term = typed.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return term.length >= 3 && term.length <= 100 ? term : null
}
