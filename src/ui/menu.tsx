import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Icon, type IconClass } from './icon.tsx'
import { useClosingMenus } from './use-closing-menus.ts'

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
