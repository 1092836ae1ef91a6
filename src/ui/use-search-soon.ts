import { useEffect, useState } from 'react'

/**
 * Asks a moment after the last letter. A search that fails says nothing. @param minLetters fewer are not asked for. @param ask never another one.
 * @param pause in milliseconds. @param keeps what was found for an earlier text stays until there is an answer. @returns null before an answer, and
 * what sets it.
 */
export function useSearchSoon<Found>(
  text: string,
  minLetters: number,
  ask: (term: string, signal: AbortSignal) => Promise<Found | null>,
  { pause = 300, keeps = false } = {},
) {
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    const term = text.trim()
    if (!keeps || term.length < minLetters) setFound(null)
    if (term.length < minLetters) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await ask(term, stop.signal).catch(() => null)
      if (!stop.signal.aborted && (answer || !keeps)) setFound(answer)
    }, pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, minLetters, ask, pause, keeps])
  return [found, setFound] as const
}
