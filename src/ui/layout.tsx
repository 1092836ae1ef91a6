import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export function Container({
  narrow,
  className,
  children,
}: {
  narrow?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}) {
  return <div className={classNames('page-width', narrow && 'max-w-form', className)}>{children}</div>
}

type SectionTone = 'plain' | 'sunken' | 'ink'

const tones: Record<SectionTone, string> = {
  plain: '',
  sunken: 'bg-surface-sunken border-y border-border',
  ink: 'on-ink',
}

/** Holds a `Container`. `labelledBy` is the id of its heading. */
export function Section({
  tone = 'plain',
  narrow,
  id,
  labelledBy,
  children,
}: {
  tone?: SectionTone
  narrow?: boolean | undefined
  id?: string | undefined
  labelledBy?: string | undefined
  children: ReactNode
}) {
  return (
    <section id={id} aria-labelledby={labelledBy} className={classNames('section', tones[tone])}>
      <Container narrow={narrow}>{children}</Container>
    </section>
  )
}

export function CardGrid({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <ul className={classNames('cards', className)}>{children}</ul>
}
