import { type RefObject, useEffect, useRef } from 'react'

/**
 * Menus that are `<details>` work without a script; with one they also close when a link in them is followed, when the page changes, by Escape,
 * and when a press or the focus goes elsewhere. @returns for the element that holds the menus.
 */
export function useClosingMenus<E extends HTMLElement>(path: string): RefObject<E | null> {
  const holder = useRef<E>(null)
  const shown = useRef(path)
  useEffect(() => {
    // A menu may be open before the script is there.
    if (shown.current !== path) closeAll(holder.current, null)
    shown.current = path
  }, [path])
  useEffect(() => {
    const leave = ({ target }: Event) => closeAll(holder.current, target as Node)
    const closeByKey = ({ key }: KeyboardEvent) => {
      const open = key === 'Escape' && holder.current?.querySelector<HTMLDetailsElement>('details[open]')
      if (!open) return
      if (open.contains(document.activeElement)) open.querySelector('summary')?.focus()
      open.open = false
    }
    const follow = ({ target }: Event) => {
      if ((target as Element).closest('a')) closeAll(holder.current, null)
    }
    const ending = new AbortController()
    const { signal } = ending
    document.addEventListener('click', follow, { signal })
    document.addEventListener('pointerdown', leave, { signal })
    document.addEventListener('focusin', leave, { signal })
    document.addEventListener('keydown', closeByKey, { signal })
    return () => ending.abort()
  }, [])
  return holder
}

function closeAll(holder: HTMLElement | null, except: Node | null): void {
  for (const menu of holder?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? []) {
    if (!except || !menu.contains(except)) menu.open = false
  }
}
