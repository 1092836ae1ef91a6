import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { withQuery } from '#pages.ts'
import { SearchForm, SearchInput } from '#ui/field.tsx'
import { useSuggestions } from '#ui/use-suggestions.tsx'

type SearchProps = {
  id: string
  action: string
  /** Tells it from another search of the page. */
  name?: string | undefined
  label: string
  labelHidden?: boolean | undefined
  placeholder?: string | undefined
  button: string
  className?: string | undefined
  children?: ReactNode
}

/** Without a script, or without suggestions, it is a plain form. */
export function SuggestingSearch({ action, name, className, children, ...input }: SearchProps) {
  const [path, navigate] = useLocation()
  const box = useRef<HTMLInputElement>(null)
  const suggestions = useSuggestions({ ...input, box, call: 'suggest', onTake: ({ url }) => navigate(url) })
  const shownOn = useRef(path)
  useEffect(() => {
    // Not on the first page: its text was typed before the script arrived.
    if (shownOn.current !== path && box.current) box.current.value = ''
    shownOn.current = path
  }, [path])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    navigate(withQuery(action, { q: box.current?.value.trim() }))
  }

  return (
    <SearchForm aria-label={name} action={action} onSubmit={submit} className={className}>
      {children}
      <div className="relative">
        <SearchInput name="q" ref={box} maxLength={100} {...input} {...suggestions.field} />
        {suggestions.list}
      </div>
    </SearchForm>
  )
}
