import { useLayoutEffect, useRef, useState } from 'react'
import { keepText, readText } from './browser-store.ts'
import { Checkbox } from './choices.tsx'
import { Dialog } from './dialog.tsx'
import { Disclosure } from './disclosure.tsx'

const storageKey = 'admin-shortcuts'

/**
 * Off until a person turns them on in this browser, because single letters clash with speech input and some screen readers (WCAG 2.1.4). While
 * somebody types, holds a modifier or reads a dialog, nothing happens; no key of the browser's own is taken.
 *
 * @param byDefault on a page that is made for them they are on until somebody turns them off.
 */
export function useShortcuts(
  keys: Record<string, () => void>,
  byDefault = false,
): [on: boolean, turn: (on: boolean) => void] {
  const [on, setOn] = useState(false)
  // Before the page is seen: a person who knows the keys presses the next one at once.
  useLayoutEffect(() => {
    const choice = readText('localStorage', storageKey)
    setOn(choice === 'on' || (choice === null && byDefault))
  }, [byDefault])
  const latest = useRef(keys)
  latest.current = keys
  useLayoutEffect(() => {
    if (!on) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return
      // A key that is held down steps through a list, and does nothing else twice.
      if (event.repeat && !/^[jk]$/.test(event.key)) return
      const act = latest.current[event.key]
      if (!act || document.querySelector('dialog[open]')) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on])
  const turn = (next: boolean) => {
    setOn(next)
    keepText('localStorage', storageKey, next ? 'on' : 'off')
  }
  return [on, turn]
}

/** The next (1) or previous (-1), staying at either end. What is inside an element counts as it. */
export function stepFocus(selector: string, by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(selector)]
  const at = all.findIndex((element) => element.contains(document.activeElement))
  const next = at === -1 ? (by === 1 ? 0 : all.length - 1) : Math.min(Math.max(at + by, 0), all.length - 1)
  all[next]?.focus()
}

export function focusOn(id: string): void {
  document.getElementById(id)?.focus()
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !/^(radio|checkbox|button|submit)$/.test(target.type)
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName))
}

/** True only where somebody has turned them off, not where they were never on. */
export function areShortcutsOff(): boolean {
  return readText('localStorage', storageKey) === 'off'
}

type ShortcutKeys = readonly { key: string; does: string }[]

type ShortcutHelpProps = {
  keys: ShortcutKeys
  on: boolean
  turn: (on: boolean) => void
  shown?: { isOpen: boolean; close: () => void }
}

/** @param shown the same list in front of the page, for the key `?`. */
export function ShortcutHelp({ keys, on, turn, shown }: ShortcutHelpProps) {
  const choice = (name: string) => (
    <Checkbox
      name={name}
      label="Use single keys on this page and the other pages of the queue"
      hint="This choice is saved in this browser. You can do everything without shortcuts too."
      checked={on}
      onChange={(event) => turn(event.target.checked)}
    />
  )
  return (
    <>
      <Disclosure summary="Keyboard shortcuts" className="mt-12 max-w-form no-print">
        {choice('shortcuts')}
        <KeyList keys={keys} />
      </Disclosure>
      {shown && (
        <Dialog open={shown.isOpen} title="Keyboard shortcuts" onClose={shown.close}>
          {choice('shortcuts-shown')}
          <KeyList keys={keys} />
        </Dialog>
      )}
    </>
  )
}

function KeyList({ keys }: { keys: ShortcutKeys }) {
  return (
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {keys.map(({ key, does }) => (
        <div key={key} className="contents">
          <dt>
            <kbd className="px-2 border border-border-strong rounded font-mono text-sm">{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}
