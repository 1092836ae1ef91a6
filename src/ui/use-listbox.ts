import { useState } from 'react'

type ListboxOptions = {
  id: string
  keys: string[]
  onTake: (index: number) => void
  onClose: () => void
}

/**
 * The combobox pattern of the ARIA Authoring Practices (list autocomplete with manual selection): arrows walk, Enter takes, Escape closes.
 * @param keys tell the suggestions in sight from each other; none while the list is closed. What is marked stays marked while it is there.
 * @param onTake gets the place of the chosen suggestion.
 */
export function useListbox({ id, keys, onTake, onClose }: ListboxOptions) {
  const [marked, setMarked] = useState<string | null>(null)
  const count = keys.length
  const open = count > 0
  const current = marked === null ? -1 : keys.indexOf(marked)
  const listId = `${id}-list`

  function mark(index: number) {
    setMarked(keys[index] ?? null)
    if (index >= 0) document.getElementById(`${listId}-${index}`)?.scrollIntoView({ block: 'nearest' })
  }

  function take(index: number) {
    setMarked(null)
    onTake(index)
  }

  return {
    /** -1 for none. */
    current,
    unmark: () => setMarked(null),
    /** @returns whether the list needs the key. */
    takeKey(event: { key: string; preventDefault: () => void }): boolean {
      const { key } = event
      const isOurs =
        open && (key === 'ArrowDown' || key === 'ArrowUp' || key === 'Escape' || (key === 'Enter' && current >= 0))
      if (!isOurs) return false
      event.preventDefault()
      if (key === 'Enter') take(current)
      else if (key === 'Escape') {
        setMarked(null)
        onClose()
      } else {
        const next = key === 'ArrowDown' ? current + 1 : current < 0 ? count - 1 : current - 1
        mark(next >= count ? -1 : next)
      }
      return true
    },
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': open,
      'aria-controls': open ? listId : undefined,
      'aria-activedescendant': current >= 0 ? `${listId}-${current}` : undefined,
    } as const,
    list: (label: string) => ({ id: listId, role: 'listbox', 'aria-label': label }) as const,
    option: (index: number) =>
      ({
        id: `${listId}-${index}`,
        role: 'option',
        'aria-selected': index === current,
        // Keeps the focus in the field, and with it a phone's keyboard where it is.
        onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
        onClick: () => take(index),
      }) as const,
  }
}

export function countedSuggestions(count: number): string {
  return `${count} ${count === 1 ? 'suggestion' : 'suggestions'}: use the up and down arrows`
}
