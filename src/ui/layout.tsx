import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { PageHeading } from './page-heading.tsx'

export function Container({ narrow, className, ...rest }: ComponentProps<'div'> & { narrow?: boolean | undefined }) {
  return <div {...rest} className={classNames('page-width', narrow && 'max-w-form', className)} />
}

const tones = { plain: '', sunken: 'bg-surface-sunken border-y border-border', ink: 'on-ink' }

type SectionProps = {
  tone?: keyof typeof tones
  narrow?: boolean | undefined
  id?: string | undefined
  labelledBy?: string | undefined
  children: ReactNode
}

/** Holds a `Container`. `labelledBy` is the id of its heading. */
export function Section({ tone = 'plain', narrow, id, labelledBy, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={labelledBy} className={classNames('section', tones[tone])}>
      <Container narrow={narrow}>{children}</Container>
    </section>
  )
}

type TitledProps = { title?: ReactNode; eyebrow?: ReactNode; lead?: ReactNode; children?: ReactNode }

/** A page with its heading above. @param isList its results should begin on the first screen. */
export function TitledPage({ title, isList, children, ...heading }: TitledProps & { isList?: boolean }) {
  return (
    <Container className={isList ? 'list-page' : 'py-10 lg:py-14'}>
      <PageHeading {...heading}>{title}</PageHeading>
      {children}
    </Container>
  )
}

/** As wide as a form, with its heading above. */
export function NarrowPage({ title, children, ...heading }: TitledProps) {
  return (
    <Section narrow>
      <PageHeading {...heading}>{title}</PageHeading>
      {children}
    </Section>
  )
}

type TitledSectionProps = {
  id: string
  title: ReactNode
  className?: string
  heading?: string
  children?: ReactNode
}

/** A part of a page below an h2 with this id. @param heading classes of the h2. */
export function TitledSection({ id, title, className, heading, children }: TitledSectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}
