import type { ReactNode } from 'react'
import { href } from '#pages.ts'
import { classNames } from '#ui/class-names.ts'
import { TitledPage } from '#ui/layout.tsx'
import { Prose, TextList } from '#ui/text.tsx'

export function ChaptersPage({ children, ...heading }: { title: string; lead: string; children: ReactNode }) {
  return (
    <TitledPage {...heading}>
      <div className="mt-10 lg:mt-14">{children}</div>
    </TitledPage>
  )
}

type ChapterProps = { id: string; title: string; text?: string; wide?: boolean; children: ReactNode }

/**
 * Its name is on the left where there is room, for prose and short lists.
 * @param wide its name is above: for what fills the page's width, as steps, cards and tables do.
 */
export function Chapter({ id, title, text, wide = false, children }: ChapterProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={classNames(
        'grid gap-x-12 gap-y-6 py-10 lg:py-14 border-t border-border',
        !wide && 'lg:grid-cols-[1fr_2fr]',
      )}
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
      <TextList items={items} />
    </Prose>
  )
}

type ExplainedItem = { title: string; text: string; link?: { page: 'complaints' | 'contact'; label: string } }

export function Explained({ items, wide = false }: { items: readonly ExplainedItem[]; wide?: boolean }) {
  return (
    <dl className={classNames('grid gap-x-10 gap-y-6 sm:grid-cols-2', wide && 'lg:grid-cols-3')}>
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

/** Side by side where there is room. */
export function NumberedSteps({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <ol className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="flex gap-5 pt-4 border-t-3 border-t-gold lg:block">
          <span className="w-8 flex-none font-serif text-3xl leading-none text-gold-text figures" aria-hidden="true">
            {index + 1}
          </span>
          <div>
            <h3 className="lg:mt-4">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
