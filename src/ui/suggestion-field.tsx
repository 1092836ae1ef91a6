import type { KeyboardEvent, ReactNode } from 'react'
import { Field } from './field.tsx'
import { VisuallyHidden } from './text.tsx'
import { countedSuggestions, useListbox } from './use-listbox.ts'

const searchFieldsForm = 'search-fields'

/**
 * For search fields (a `SuggestionField` without a name) inside another form: their own form's only button is disabled, so that Enter in them
 * sends neither form, with or without a script.
 */
export function SearchFieldsForm() {
  return (
    <form id={searchFieldsForm} hidden>
      <button type="submit" disabled>
        Search
      </button>
    </form>
  )
}

type Suggestion = { id: string; title: string; detail?: string; note?: string }

/**
 * The list is part of the page and covers nothing, so that it also works above a phone's keyboard.
 * @param suggestions null while there is nothing to show; an empty list says `none`.
 */
export function SuggestionField({
  id,
  name,
  label,
  hint,
  error,
  autoComplete = 'off',
  maxLength = 100,
  value,
  onType,
  onEnter,
  onBlur,
  onClose,
  onTake,
  suggestions,
  none,
  busy,
  button,
  children,
}: {
  id: string
  /** Makes it a field of the form around it; Enter then sends that form. Without one: `SearchFieldsForm`. */
  name?: string | undefined
  label: string
  hint: ReactNode
  error?: string | undefined
  autoComplete?: string | undefined
  maxLength?: number | undefined
  value: string
  onType: (text: string) => void
  onEnter?: (() => void) | undefined
  onBlur?: (() => void) | undefined
  onClose: () => void
  onTake: (id: string) => void
  suggestions: Suggestion[] | null
  none: string
  busy?: boolean | undefined
  button?: ReactNode
  children?: ReactNode
}) {
  const count = suggestions?.length ?? 0
  const open = count > 0
  const listbox = useListbox({
    id,
    keys: (suggestions ?? []).map((each) => each.id),
    onTake: (index) => onTake(suggestions![index]!.id),
    onClose,
  })

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (listbox.takeKey(event) || event.key !== 'Enter') return
    onEnter?.()
  }

  return (
    <div className={name ? undefined : 'needs-script'}>
      <Field id={id} label={label} hint={hint} error={error}>
        {(control) => (
          <div className="flex gap-2">
            <input
              {...control}
              type="text"
              name={name}
              form={name ? undefined : searchFieldsForm}
              {...listbox.field}
              className="control flex-1 min-w-0"
              autoComplete={autoComplete}
              autoCapitalize={name ? 'words' : 'none'}
              spellCheck={false}
              enterKeyHint={name ? 'next' : 'search'}
              maxLength={maxLength}
              value={value}
              onChange={(event) => {
                listbox.unmark()
                onType(event.target.value)
              }}
              onKeyDown={onKeyDown}
              onBlur={onBlur}
            />
            {button}
          </div>
        )}
      </Field>
      <div role="status">
        {busy && <p className="mt-2 text-sm text-muted">Searching…</p>}
        {suggestions && !open && <p className="mt-2 text-sm">{none}</p>}
        {open && <VisuallyHidden>{countedSuggestions(count)}</VisuallyHidden>}
      </div>
      {children}
      {open && (
        <div
          {...listbox.list(label)}
          className="mt-2 max-h-80 overflow-auto border border-border-strong rounded bg-surface-raised shadow"
        >
          {suggestions!.map((suggestion, index) => (
            <div
              key={suggestion.id}
              {...listbox.option(index)}
              className="px-4 py-2.5 min-h-11 border-b border-border last:border-b-0 cursor-pointer hover:bg-surface-sunken"
            >
              <span className="font-semibold">{suggestion.title}</span>
              {suggestion.note && <span className="text-sm text-muted"> {suggestion.note}</span>}
              {suggestion.detail && <span className="block text-sm text-muted">{suggestion.detail}</span>}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
