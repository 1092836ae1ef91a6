import { type } from 'arktype'
import { nameInSmallLetters } from '#domain/name-in-small-letters.ts'
import type { Env } from '#env.ts'
import { readableText } from '#wire/clean-text.ts'
import { fetchJson } from '../fetch-json.ts'
import { type Addresses, type AddressSuggestion, type PostalAddress, tidyAddressTerm } from './addresses.ts'

const maxSuggestions = 10
const idPattern = /^[A-Za-z0-9_-]{1,64}$/

/** docs.ideal-postcodes.co.uk; only `get` costs. The asked address holds the key and is never logged. @param timeoutMs of one whole call. */
export function createIdealPostcodes({
  apiKey,
  apiBase,
  timeoutMs,
}: Env['addresses'] & { timeoutMs?: number }): Addresses {
  const ask = async (path: string, query: Record<string, string> = {}) => {
    const parameters = new URLSearchParams({ api_key: apiKey, ...query })
    const answer = await fetchJson(`${apiBase}/v1/autocomplete/addresses${path}?${parameters}`, { timeoutMs })
    return answer?.json
  }

  return {
    async search(term) {
      const query = tidyAddressTerm(term)
      if (query === null) return []
      const found = suggestions(await ask('', { query }))
      if (found instanceof type.errors) return []
      return found.result.hits
        .filter((hit) => idPattern.test(hit.id))
        .slice(0, maxSuggestions)
        .map((hit): AddressSuggestion => ({ id: hit.id, address: hit.suggestion }))
    },

    async get(id) {
      if (!idPattern.test(id)) return null
      const found = resolved(await ask(`/${encodeURIComponent(id)}/gbr`))
      return found instanceof type.errors ? null : readAddress(found.result)
    },
  }
}

const text = type('string <= 500').pipe(readableText)
/** Empty texts where the place is not known. */
const degrees = type('number | string <= 40 | null')

const suggestions = type({ result: { hits: type({ id: text, suggestion: text }).array() } })

const resolved = type({
  result: {
    line_1: text,
    'line_2?': text,
    'line_3?': text,
    post_town: text,
    'county?': text,
    postcode: text,
    'country?': text,
    'latitude?': degrees,
    'longitude?': degrees,
  },
})

function readAddress(found: typeof resolved.infer.result): PostalAddress {
  const latitude = readDegrees(found.latitude, 90)
  const longitude = readDegrees(found.longitude, 180)
  const placed = latitude !== null && longitude !== null
  return {
    line_1: found.line_1,
    line_2: [found.line_2, found.line_3].filter(Boolean).join(', '),
    town_or_city: nameInSmallLetters(found.post_town),
    county: found.county ?? '',
    postcode: found.postcode,
    country: found.country ?? '',
    latitude: placed ? latitude : null,
    longitude: placed ? longitude : null,
  }
}

function readDegrees(value: number | string | null | undefined, max: number): number | null {
  if (value === null || value === undefined || String(value).trim() === '') return null
  const number = Number(value)
  return Math.abs(number) <= max ? number : null
}
