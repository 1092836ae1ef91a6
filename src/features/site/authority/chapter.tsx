import type { ReactNode } from 'react'
import { href } from '#pages.ts'
import { Prose } from '#ui/prose.tsx'

/** Its name is on the left where there is room. */
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

type ExplainedItem = {
  title: string
  text: string
  link?: { page: 'complaints' | 'contact'; label: string }
}

export function Explained({ items }: { items: readonly ExplainedItem[] }) {
  return (
    <dl className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
      {items.map(({ title, text, link }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd className="text-muted">{text}</dd>
          {link && (
            <dd className="mt-1">
              <a href={href(link.page)}>{link.label}</a>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
