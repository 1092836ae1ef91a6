import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'

export type Suggestion = { id: string; title: string; detail?: string; note?: string }

/**
 * A text field with suggestions under it (the combobox pattern of the ARIA Authoring Practices, list autocomplete with manual
 * selection): arrows walk, Enter takes, Escape closes; a press takes too. The list stands in the page and covers nothing, so
 * that it also works under a phone's keyboard.
 *
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
  /** Makes it a field of the form around it, of use without a script too; Enter then sends the form. */
  name?: string | undefined
  label: string
  hint: ReactNode
  error?: string | undefined
  autoComplete?: string | undefined
  maxLength?: number | undefined
  value: string
  onType: (text: string) => void
  /** Enter while no suggestion is marked. */
  onEnter?: (() => void) | undefined
  onBlur?: (() => void) | undefined
  onClose: () => void
  onTake: (id: string) => void
  suggestions: Suggestion[] | null
  none: string
  busy?: boolean | undefined
  /** Stands beside the field. */
  button?: ReactNode
  /** Remarks between the field and its list. */
  children?: ReactNode
}) {
  const [marked, setMarked] = useState(-1)
  const count = suggestions?.length ?? 0
  const open = count > 0
  const current = open && marked < count ? marked : -1
  const listId = `${id}-list`

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') {
      // Without a name it is no part of the form, and its Enter must not leave the step.
      if (!name || current >= 0) event.preventDefault()
      if (current >= 0) take(suggestions![current]!.id)
      else onEnter?.()
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      close()
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && open) {
      event.preventDefault()
      const next = event.key === 'ArrowDown' ? current + 1 : current < 0 ? count - 1 : current - 1
      mark(next >= count ? -1 : next)
    }
  }

  function mark(index: number) {
    setMarked(index)
    if (index >= 0) document.getElementById(`${listId}-${index}`)?.scrollIntoView({ block: 'nearest' })
  }

  function take(taken: string) {
    setMarked(-1)
    onTake(taken)
  }

  function close() {
    setMarked(-1)
    onClose()
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
              role="combobox"
              className="control flex-1 min-w-0"
              autoComplete={autoComplete}
              autoCapitalize={name ? 'words' : 'none'}
              spellCheck={false}
              enterKeyHint={name ? 'next' : 'search'}
              maxLength={maxLength}
              aria-autocomplete="list"
              aria-expanded={open}
              aria-controls={open ? listId : undefined}
              aria-activedescendant={current >= 0 ? `${listId}-${current}` : undefined}
              value={value}
              onChange={(event) => {
                setMarked(-1)
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
        {open && (
          <VisuallyHidden>{`${count} ${count === 1 ? 'suggestion' : 'suggestions'}: use the up and down arrows`}</VisuallyHidden>
        )}
      </div>
      {children}
      {open && (
        <div
          id={listId}
          role="listbox"
          aria-label={label}
          className="mt-2 max-h-80 overflow-auto border border-border-strong rounded bg-surface-raised shadow"
        >
          {suggestions!.map((suggestion, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field takes the keys.
            <div
              key={suggestion.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === current}
              className="px-4 py-2.5 min-h-11 border-b border-border last:border-b-0 cursor-pointer hover:bg-surface-sunken"
              // Keeps the focus in the field, and with it a phone's keyboard where it is.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(suggestion.id)}
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
