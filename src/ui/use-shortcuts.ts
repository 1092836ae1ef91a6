import { useLayoutEffect, useRef, useState } from 'react'
import { keepText, readText } from './browser-store.ts'

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
