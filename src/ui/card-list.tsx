import { createContext, type ReactNode, useContext } from 'react'
import { classNames } from './class-names.ts'

/** The HTML of each list's cards as the server has sent them (browser/entry.tsx). Null on the server. */
export const SentCards = createContext<Readonly<Record<string, string>> | null>(null)

/** Null where only its card was sent: the document brings each card once, as markup, and no data beside it. */
export type Item<Data> = Data | null

/**
 * The browser takes the first page's cards as they are in the document and makes later ones itself, so a card may hold nothing that listens.
 * @param name tells the lists of a page apart.
 */
export function CardList<Data>({
  name,
  items,
  className,
  children,
}: {
  name: string
  className?: string
  items: readonly Item<Data>[]
  children: (item: Data, index: number) => ReactNode
}) {
  const sent = useContext(SentCards)?.[name]
  const list = { className: classNames('cards', className), 'data-cards': name }
  if (items[0] === null && sent !== undefined) return <ul {...list} dangerouslySetInnerHTML={{ __html: sent }} />
  return <ul {...list}>{items.map((item, index) => item && children(item, index))}</ul>
}
