import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { Content } from './kept-markup.tsx'

/** The page's width and margins. `narrow` is the width of a form. */
export function Container({
  narrow,
  className,
  children,
}: {
  narrow?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <div className={classNames('w-full mx-auto px-4 sm:px-6 lg:px-8', narrow ? 'max-w-form' : 'max-w-page', className)}>
      {children}
    </div>
  )
}

export type SectionTone = 'plain' | 'sunken' | 'ink'

const tones: Record<SectionTone, string> = {
  plain: '',
  sunken: 'bg-surface-sunken border-y border-border',
  ink: 'on-ink',
}

/** A band of the page with its own ground, holding a `Container`. Named by `labelledBy` (the id of its heading). */
export function Section({
  tone = 'plain',
  narrow,
  id,
  labelledBy,
  className,
  children,
}: {
  tone?: SectionTone
  narrow?: boolean | undefined
  id?: string | undefined
  labelledBy?: string | undefined
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-labelledby={labelledBy}
      className={classNames('py-10 sm:py-14 lg:py-18', tones[tone], className)}
    >
      <Container narrow={narrow}>{children}</Container>
    </section>
  )
}

/** Cards side by side: one, two, then three. */
export function CardGrid({
  as: Tag = 'div',
  className,
  ...content
}: {
  as?: 'div' | 'ul'
  className?: string | undefined
} & Content) {
  return <Tag className={classNames('grid gap-6 sm:grid-cols-2 lg:grid-cols-3', className)} {...content} />
}
