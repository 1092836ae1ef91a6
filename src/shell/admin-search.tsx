import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { adminHref } from '#admin-pages.ts'
import { SearchForm } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { areShortcutsOff } from '#ui/shortcuts.tsx'
import { countedSuggestions, useListbox } from '#ui/use-listbox.ts'
import { useSearchSoon } from '#ui/use-search-soon.ts'
import { callApi } from '#wire/call-api.ts'

type Hit = { kind: keyof typeof kinds; title: string; detail: string; state: string; href: string }

const kinds = {
  Applications: 'Application',
  Register: 'Entry',
  Orders: 'Order',
  Concerns: 'Concern',
  Appeals: 'Appeal',
  Complaints: 'Complaint',
  Correspondence: 'Correspondence',
  People: 'Person',
  Emails: 'Email',
}

/** Milliseconds between the last key and the search. */
const pause = 200
const shortest = 3

/** Offline, signed out or too often: the page of results says so. */
const search = (q: string, signal: AbortSignal) =>
  callApi<{ hits: Hit[]; areSimilar: boolean }>('searchAdmin', { query: { q }, signal })

/**
 * A form that leads to the page of results, and with a script shows them while somebody types. Ctrl-K puts the focus there, and so does `/`,
 * unless single keys are turned off.
 */
export function AdminSearch() {
  const [path, navigate] = useLocation()
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [found, setFound] = useSearchSoon(text, shortest, search, { pause, keeps: true })
  const shown = found?.hits ?? []
  const { field, list, option, takeKey, unmark } = useListbox({
    id: 'admin-search',
    keys: shown.map((hit) => hit.href),
    onTake: (index) => {
      setFound(null)
      navigate(shown[index]!.href)
    },
    onClose: () => setFound(null),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the occasion, not an input.
  useEffect(() => {
    setText('')
    setFound(null)
  }, [path])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCtrlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !areShortcutsOff()
      const typing =
        event.target instanceof HTMLElement && event.target.matches('input, textarea, select, [contenteditable]')
      if (event.defaultPrevented || !(isCtrlK || (isSlash && !typing))) return
      event.preventDefault()
      if (box.current?.checkVisibility() === false) navigate(adminHref('adminSearch'))
      else box.current?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate])

  return (
    <SearchForm aria-label="Admin area" action={adminHref('adminSearch')} className="admin-search">
      <input
        ref={box}
        id="admin-search"
        type="search"
        name="q"
        className="control"
        aria-label="Search cases and people"
        placeholder="Search (/ or Ctrl-K)"
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={text}
        {...field}
        onChange={(event) => {
          unmark()
          setText(event.target.value)
        }}
        onKeyDown={takeKey}
        onBlur={() => setFound(null)}
      />
      <button type="submit" aria-label="Find everywhere">
        <Icon icon="i-search" />
      </button>
      <div role="status" className="visually-hidden">
        {found &&
          (shown.length > 0
            ? `${found.areSimilar ? 'Spelt similarly: ' : ''}${countedSuggestions(shown.length)}`
            : 'Nothing was found')}
      </div>
      {shown.length > 0 && (
        <div {...list(found?.areSimilar ? 'Spelt similarly' : 'Found')} className="admin-panel">
          {shown.map((hit, index) => (
            <div key={hit.href} {...option(index)} className="px-4 py-2 cursor-pointer hover:bg-surface-sunken">
              <span className="font-semibold">{hit.title}</span>{' '}
              <span className="text-sm text-muted">
                {kinds[hit.kind]}: {hit.detail}, {hit.state.toLowerCase()}
              </span>
            </div>
          ))}
        </div>
      )}
    </SearchForm>
  )
}
