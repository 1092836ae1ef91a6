import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import type { SuggestionsProps } from './suggestions.tsx'

type SuggestionsOptions = Pick<SuggestionsProps, 'id' | 'label' | 'box' | 'onTake' | 'call'> &
  Partial<Pick<SuggestionsProps, 'query' | 'least'>>

/**
 * Loaded with the first look at the field; whenever they cannot be had, it is a field like any other.
 * @param options.call answers suggestions for `q`, what is typed. @param options.least characters that are asked for; 0 offers some at once.
 * @returns what the field needs beside a `ref`, and the list, which follows it in the same positioned element.
 */
export function useSuggestions({ id, label, box, onTake, call, query, least = 2 }: SuggestionsOptions) {
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps> | null>(null)
  const [attributes, setAttributes] = useState({})
  const load = () => {
    if (Suggestions) return
    import('./suggestions.tsx').then((module) => setSuggestions(() => module.Suggestions)).catch(() => {})
  }
  const searched = useRef<string | null>(null)
  const wasSearched = useCallback((value: string) => value === searched.current, [])
  useEffect(() => {
    const form = box.current?.form
    const keep = () => {
      searched.current = box.current?.value ?? null
    }
    form?.addEventListener('submit', keep)
    return () => form?.removeEventListener('submit', keep)
  }, [box])
  // The script of a page may have come because somebody is in the field already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    if (box.current && document.activeElement === box.current) load()
  }, [])
  return {
    field: { onFocus: load, ...attributes },
    list: Suggestions && (
      <Suggestions {...{ id, label, box, call, query, least, onTake, wasSearched }} onAttributes={setAttributes} />
    ),
  }
}
