import { type RefObject, useEffect, useRef, useState } from 'react'
import { type CallId, callApi, type Query } from '#wire/call-api.ts'
import { VisuallyHidden } from './text.tsx'
import { countedSuggestions, useListbox } from './use-listbox.ts'

export type Suggestion = { title: string; detail: string; url: string }

/** Milliseconds without a key before suggestions are asked for. */
const pause = 150

export type SuggestionsProps = {
  box: RefObject<HTMLInputElement | null>
  id: string
  label: string
  /** Gets what the box has to say of its list to a screen reader. */
  onAttributes: (attributes: object) => void
  onTake: (suggestion: Suggestion) => void
  /** Answers suggestions for `q`, what is typed. */
  call: CallId
  query: Query | undefined
  least: number
  /** Whether this was searched for before the suggestions were loaded: they would cover what was found. */
  wasSearched: (value: string) => boolean
}

/** Apart from the box, so that it is loaded when it is needed. */
export function Suggestions({
  box,
  id,
  label,
  onAttributes,
  onTake,
  call,
  query,
  least,
  wasSearched,
}: SuggestionsProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [found, setFound] = useState<Suggestion[]>([])
  const close = () => {
    setTyped(null)
    setFound([])
  }
  const listbox = useListbox({
    id,
    keys: found.map(({ url }) => url),
    onClose: close,
    onTake: (index) => {
      close()
      onTake(found[index]!)
    },
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the call and its query stay.
  useEffect(() => {
    if (typed === null || typed.length < least) return setFound([])
    const request = new AbortController()
    const timer = setTimeout(() => {
      callApi<Suggestion[]>(call, { query: { ...query, q: typed }, signal: request.signal })
        .then((suggestions) => request.signal.aborted || setFound(suggestions))
        // The form works without suggestions.
        .catch(() => {})
    }, pause)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [typed])

  // The box is there before its suggestions, so it is listened to by hand.
  const latest = useRef({ listbox, close })
  latest.current = { listbox, close }
  useEffect(() => {
    const element = box.current!
    const ending = new AbortController()
    const hear = <Name extends 'input' | 'keydown' | 'blur'>(
      name: Name,
      take: (event: HTMLElementEventMap[Name]) => void,
    ) => element.addEventListener(name, take, { signal: ending.signal })
    hear('input', () => {
      latest.current.listbox.unmark()
      const text = element.value.trim()
      setTyped(text)
      // What answers an earlier text is not offered for this one, unless it may be meant.
      setFound((found) => found.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase())))
    })
    hear('keydown', (event) => latest.current.listbox.takeKey(event))
    hear('blur', () => latest.current.close())
    element.form?.addEventListener('submit', () => latest.current.close(), { signal: ending.signal })
    // Read when it is listened to, so that no letter is missed. What is in the field from the start has been asked for.
    const { value, defaultValue } = element
    if (!value || (value !== defaultValue && !wasSearched(value))) setTyped(value.trim())
    return () => ending.abort()
  }, [box, wasSearched])

  const { field, current } = listbox
  // biome-ignore lint/correctness/useExhaustiveDependencies: these two are what the attributes are made of.
  useEffect(() => onAttributes(field), [found, current])

  return (
    <>
      <div role="status">{found.length > 0 && <VisuallyHidden>{countedSuggestions(found.length)}</VisuallyHidden>}</div>
      {found.length > 0 && (
        <div
          {...listbox.list(label)}
          className="absolute z-70 inset-x-0 mt-2 max-h-80 overflow-auto border border-border-strong rounded bg-surface-raised shadow"
        >
          {found.map(({ title, detail, url }, index) => (
            <div
              key={url}
              {...listbox.option(index)}
              className="px-4 py-2.5 min-h-11 border-b border-border last:border-b-0 cursor-pointer hover:bg-surface-sunken"
            >
              <span className="font-semibold">{title}</span>
              <span className="block text-sm text-muted">{detail}</span>
            </div>
          ))}
        </div>
      )}
    </>
  )
}
