import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { Icon, type IconClass } from './icon.tsx'

/** One menu is open at a time. */
export function MenuRow({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  return (
    <div ref={useClosingMenus<HTMLDivElement>(path)} className="relative flex flex-wrap gap-3 no-print">
      {children}
    </div>
  )
}

/** On the platform's own element, it works without a script. */
export function Menu({ label, icon, children }: { label: string; icon: IconClass; children: ReactNode }) {
  return (
    <details>
      <summary className="button-menu">
        <Icon icon={icon} />
        {label}
        <Icon icon="i-chevron-down" />
      </summary>
      {/* As wide as the row on a phone, below its own button elsewhere. */}
      <div className="panel absolute inset-x-0 z-40 mt-1 p-4 shadow-lg sm:inset-x-auto sm:w-80">{children}</div>
    </details>
  )
}

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
