import { useEffect, useState } from 'react'
import type { FoundCompany } from '#domain/found-company.ts'
import { callApi } from '#wire/call-api.ts'

const shortest = 2
const debounceMs = 300
const most = 5

/**
 * Suggests companies for what is typed: from two characters on, 300 ms after the last one, at most five. A search that fails
 * or finds nothing leaves no suggestions and says nothing.
 */
export function useCompanySuggestions() {
  const [term, search] = useState('')
  const [suggestions, setSuggestions] = useState<FoundCompany[] | null>(null)

  useEffect(() => {
    setSuggestions(null)
    const q = term.trim()
    if (q.length < shortest) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const { companies } = await callApi<{ companies: FoundCompany[] }>('searchCompanies', {
          query: { q },
          signal: stop.signal,
        })
        if (!stop.signal.aborted && companies.length > 0) setSuggestions(companies.slice(0, most))
      } catch {
        // The company can be typed in full all the same.
      }
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [term])

  return { suggestions, search, close: () => search('') }
}
