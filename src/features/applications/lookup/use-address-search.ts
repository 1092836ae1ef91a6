import { useEffect, useState } from 'react'
import { useToast } from '#ui/toast.tsx'
import { callApi } from '#wire/call-api.ts'
import type { Address, AddressSuggestion } from './schema.ts'

const shortest = 3
const debounceMs = 300

/**
 * Suggests addresses for what is typed: from three characters on, 300 ms after the last one. A search that fails leaves no
 * suggestions and says nothing.
 */
export function useAddressSearch() {
  const toast = useToast()
  const [term, setTerm] = useState('')
  const [suggestions, setSuggestions] = useState<AddressSuggestion[] | null>(null)

  useEffect(() => {
    setSuggestions(null)
    const query = term.trim()
    if (query.length < shortest) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const answer = await callApi<{ suggestions: AddressSuggestion[] }>('searchAddresses', {
          query: { term: query },
          signal: stop.signal,
        })
        if (!stop.signal.aborted) setSuggestions(answer.suggestions)
      } catch {
        if (!stop.signal.aborted) setSuggestions(null)
      }
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [term])

  /** One address in full; null when it could not be had, which has then been said. */
  async function load(id: string): Promise<Address | null> {
    try {
      return await callApi<Address>('getAddress', { params: { id } })
    } catch {
      toast({ title: 'Error', description: 'Failed to load address details', variant: 'destructive' })
      return null
    }
  }

  return { term, setTerm, suggestions, load, close: () => setSuggestions(null) }
}
