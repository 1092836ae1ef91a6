import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { StatCard, StatList } from '../../ui/stat-card.tsx'

type Named = readonly (readonly [name: string, text: string])[]

/** What belongs to an offer, each with a sentence. */
export function Features({ id, title, items }: { id: string; title: string; items: Named }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <ul className="mt-4 grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {items.map(([name, text]) => (
          <li key={name} className="flex gap-3">
            <Icon icon="i-check" className="mt-1.25 text-link" />
            <span>
              <strong>{name}</strong>
              <span className="block text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Claimed results as figures. */
export function Claims({ items }: { items: Named }) {
  return (
    <StatList>
      {items.map(([value, label]) => (
        <StatCard key={label} value={value} label={label} />
      ))}
    </StatList>
  )
}

/** When and how much, beside the button. */
export function Terms({ children }: { children: ReactNode }) {
  return <p className="text-sm text-muted">{children}</p>
}
