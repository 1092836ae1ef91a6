import { type Addresses, tidyAddressTerm } from '#providers/addresses/addresses.ts'
import { demoAddresses } from '#sandbox/demo/demo-addresses.ts'

const maxSuggestions = 10

/** Typed into a search (in any case), these words act as the real finder does while it is down: no suggestions. */
const sandboxTroubleTerm = 'finder down'
/** A suggestion that cannot be resolved, as when the finder fails between the two calls; `broken` finds it. */
export const sandboxBrokenId = 'sandbox_broken'

/** Finds invented addresses by their words in any order, or by postcode with or without the blank. */
export function createAddressesSandbox(): Addresses {
  return {
    async search(term) {
      const typed = tidyAddressTerm(term)?.toLowerCase()
      if (!typed || typed.includes(sandboxTroubleTerm)) return []
      if (typed === 'broken')
        return [{ id: sandboxBrokenId, address: 'A suggestion that cannot be loaded (for trying that out)' }]
      const words = typed.split(/[ ,]+/)
      return entries
        .filter(
          (entry) =>
            entry.packedPostcode.startsWith(typed.replaceAll(' ', '')) ||
            words.every((word) => entry.words.includes(word)),
        )
        .slice(0, maxSuggestions)
        .map(({ id, address }) => ({ id, address }))
    },
    async get(id) {
      return entries.find((entry) => entry.id === id)?.postal ?? null
    },
  }
}

const entries = demoAddresses.map((postal, index) => {
  const { line_1, line_2, town_or_city, postcode } = postal
  const address = [line_1, line_2, town_or_city, postcode].filter(Boolean).join(', ')
  return {
    id: `sandbox_${index + 1}`,
    address,
    words: address.toLowerCase(),
    packedPostcode: postcode.replace(' ', '').toLowerCase(),
    postal,
  }
})
