import type { ReactNode } from 'react'

type AdminTab = { label: ReactNode; href: string; isCurrent: boolean }

export function AdminTabs({ label, tabs }: { label: string; tabs: readonly AdminTab[] }) {
  return (
    <nav aria-label={label} className="mt-2">
      <ul className="flex flex-wrap gap-x-6 border-b border-border">
        {tabs.map(({ label: text, href, isCurrent }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={isCurrent ? 'page' : undefined}
              className={`inline-flex items-center min-h-11 -mb-px border-b-3 no-underline font-semibold ${
                isCurrent ? 'border-action text-text' : 'border-transparent text-muted hover:text-text'
              }`}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
