import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { withQuery } from '../pages.ts'
import { callApi } from '../wire/call-api.ts'
import { SearchInput } from './field.tsx'
import { countedSuggestions, useListbox } from './use-listbox.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

type Suggestion = { title: string; detail: string; url: string }

/** Milliseconds without a key before suggestions are asked for. */
const pause = 150

/**
 * A search form that asks a page by GET, and offers what may be meant while somebody types. Without a script, and whenever suggestions
 * cannot be had, it is that form and no more.
 */
export function SuggestingSearch({
  id,
  action,
  label,
  labelHidden,
  button,
  className,
  children,
}: {
  id: string
  /** The page that lists what is found, at `?q=`. */
  action: string
  label: string
  labelHidden?: boolean | undefined
  button: string
  className?: string | undefined
  /** Before the box. */
  children?: ReactNode
}) {
  const [path, navigate] = useLocation()
  const [typed, setTyped] = useState('')
  const [suggestions, setSuggestions] = useState<Suggestion[]>([])
  const asked = useRef<AbortController>(undefined)
  const close = () => {
    asked.current?.abort()
    setSuggestions([])
  }
  const listbox = useListbox({
    id,
    count: suggestions.length,
    onClose: close,
    onTake: (index) => {
      const { url } = suggestions[index]!
      close()
      navigate(url)
    },
  })

  useEffect(() => {
    if (typed.trim().length < 2) return
    const request = new AbortController()
    asked.current = request
    const timer = setTimeout(() => {
      callApi<Suggestion[]>('suggest', { query: { q: typed.trim() }, signal: request.signal })
        .then((found) => request.signal.aborted || setSuggestions(found))
        // Nobody waits for a suggestion: the form works without.
        .catch(() => {})
    }, pause)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [typed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the occasion, not an input.
  useEffect(() => {
    setTyped('')
    setSuggestions([])
  }, [path])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    close()
    navigate(withQuery(action, { q: typed.trim() }))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not known to every browser that we serve.
    <form role="search" action={action} onSubmit={submit} className={className}>
      {children}
      <div className="relative">
        <SearchInput
          id={id}
          name="q"
          label={label}
          labelHidden={labelHidden}
          button={button}
          maxLength={100}
          {...listbox.field}
          value={typed}
          onChange={(event) => {
            listbox.unmark()
            if (event.target.value.trim().length < 2) close()
            setTyped(event.target.value)
          }}
          onKeyDown={listbox.takeKey}
          onBlur={close}
        />
        <div role="status">
          {suggestions.length > 0 && <VisuallyHidden>{countedSuggestions(suggestions.length)}</VisuallyHidden>}
        </div>
        {suggestions.length > 0 && (
          <div
            {...listbox.list(label)}
            className="absolute z-70 inset-x-0 mt-2 max-h-80 overflow-auto border border-border-strong rounded bg-surface-raised shadow"
          >
            {suggestions.map(({ title, detail, url }, index) => (
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
      </div>
    </form>
  )
}
