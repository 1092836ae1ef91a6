import type { ReactNode } from 'react'
import { Prose } from '#ui/prose.tsx'

/** One part of a long page: its name on the left where there is room, what it says on the right. `id` can be linked to. */
export function Chapter({
  id,
  title,
  text,
  children,
}: {
  id: string
  title: string
  text?: string | undefined
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-x-12 gap-y-6 py-10 lg:py-14 border-t border-border lg:grid-cols-[1fr_2fr]"
    >
      <div>
        <h2 id={`${id}-title`}>{title}</h2>
        {text && <p className="mt-3 text-muted max-w-prose">{text}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

/** Short points under one another. */
export function Points({ items }: { items: readonly string[] }) {
  return (
    <Prose>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Prose>
  )
}
