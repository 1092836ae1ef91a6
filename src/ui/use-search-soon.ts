import { useEffect, useState } from 'react'

const debounceMs = 300

/**
 * Asks a moment after the last letter. A search that fails says nothing. @param minLetters fewer are not asked for. @param ask never another one.
 * @returns null before an answer, and what sets it.
 */
export function useSearchSoon<Found>(
  text: string,
  minLetters: number,
  ask: (term: string, signal: AbortSignal) => Promise<Found | null>,
) {
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    setFound(null)
    const term = text.trim()
    if (term.length < minLetters) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await ask(term, stop.signal).catch(() => null)
      if (!stop.signal.aborted) setFound(answer)
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, minLetters, ask])
  return [found, setFound] as const
}
