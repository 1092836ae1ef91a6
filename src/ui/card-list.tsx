import { createContext, type FunctionComponent, useContext } from 'react'
import { classNames } from './class-names.ts'

/** The HTML of each list's cards, as the server has sent it (browser/entry.tsx), and of the parts that only the server makes. */
export const SentCards = createContext<Readonly<Record<string, string>> | null>(null)

/** The HTML of a component without context that follows from the data among its properties, so that it can be kept; `hydrated` as React hydrates it. */
export type Markup = <Props extends object>(
  Component: FunctionComponent<Props>,
  props: Props,
  hydrated?: boolean,
) => string

/** From the server alone (http/render-page.tsx). */
export const MarkupContext = createContext<Markup | null>(null)

/** Null where only its card was sent: the document brings each card once, as markup, and no data beside it. */
export type Item<Data> = Data | null

/**
 * The browser takes the first page's cards as they are in the document and makes later ones itself, so a card may hold nothing that listens. It
 * follows from its entry and `shared` alone and reads no context: the server keeps its HTML.
 * @param name tells the lists of a page apart.
 */
export function CardList<Entry extends { slug: string } | { id: string }, const Shared extends object>({
  name,
  entries,
  className,
  Card,
  shared,
}: {
  name: string
  className?: string
  entries: readonly Item<Entry>[]
  Card: FunctionComponent<{ entry: Entry } & Shared>
  shared: Shared
}) {
  const sent = useContext(SentCards)?.[name]
  const markup = useContext(MarkupContext)
  const list = { className: classNames('cards', className), 'data-cards': name }
  if (entries[0] === null && sent !== undefined) return <ul {...list} dangerouslySetInnerHTML={{ __html: sent }} />
  const cards = entries.flatMap((entry) => (entry ? [{ entry, ...shared }] : []))
  if (markup) {
    const html = cards.map((props) => markup(Card, props)).join('')
    return <ul {...list} dangerouslySetInnerHTML={{ __html: html }} />
  }
  return (
    <ul {...list}>
      {cards.map((props) => (
        <Card key={'slug' in props.entry ? props.entry.slug : props.entry.id} {...props} />
      ))}
    </ul>
  )
}

/** Its contents are kept by the server and hydrated like any other by the browser. They read no context, so that a path, say, is a property. */
export function KeptPart<Props extends object>({
  className,
  contents: Contents,
  props,
}: {
  className: string
  contents: FunctionComponent<Props>
  props: Props
}) {
  const markup = useContext(MarkupContext)
  if (markup) return <div className={className} dangerouslySetInnerHTML={{ __html: markup(Contents, props, true) }} />
  return (
    <div className={className}>
      <Contents {...props} />
    </div>
  )
}

type SentPartProps = { as?: 'div' | 'footer'; name: string; className?: string }

/** Nothing where the document has no such part. */
export function SentPart({ as: Tag = 'div', name, className }: SentPartProps) {
  const html = useContext(SentCards)?.[name]
  return html ? <Tag className={className} data-cards={name} dangerouslySetInnerHTML={{ __html: html }} /> : null
}
