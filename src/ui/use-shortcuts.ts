import { useLayoutEffect, useState } from 'react'

const storageKey = 'admin-shortcuts'

/**
 * Single keys for what a page offers anyway. They are off until a person turns them on, in this browser, because single letters
 * clash with speech input and some screen readers (WCAG 2.1.4). While somebody types, or holds a modifier, nothing happens; no key
 * of the browser's own is taken.
 *
 * @param keys what each key does.
 * @returns whether they are on, and the switch.
 */
export function useShortcuts(keys: Record<string, () => void>): [on: boolean, turn: (on: boolean) => void] {
  const [on, setOn] = useState(false)
  // Before the page is seen: whoever knows the keys presses the next one at once.
  useLayoutEffect(() => setOn(readSetting()), [])
  useLayoutEffect(() => {
    if (!on) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return
      const act = keys[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on, keys])
  const turn = (next: boolean) => {
    setOn(next)
    try {
      localStorage.setItem(storageKey, next ? 'on' : 'off')
    } catch {
      // Storage may be closed to us: then it holds for this page.
    }
  }
  return [on, turn]
}

/** Moves the focus to the next (1) or previous (-1) element that a selector finds, and stays at either end. What is inside one counts as it. */
export function stepFocus(selector: string, by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(selector)]
  const at = all.findIndex((element) => element.contains(document.activeElement))
  const next = at === -1 ? (by === 1 ? 0 : all.length - 1) : Math.min(Math.max(at + by, 0), all.length - 1)
  all[next]?.focus()
}

/** Puts the focus on the element with an id. */
export function focusOn(id: string): void {
  document.getElementById(id)?.focus()
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** Whether somebody has turned single keys off in this browser, and not only never on. */
export function areShortcutsOff(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'off'
  } catch {
    return false
  }
}

function readSetting(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'on'
  } catch {
    return false
  }
}
