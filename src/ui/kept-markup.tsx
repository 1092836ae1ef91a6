import { createContext, type FunctionComponent, type ReactNode, useContext } from 'react'

/** What JSON can say: props of which a part's markup is a function, and nothing else. */
export type Plain = string | number | boolean | null | undefined | readonly Plain[] | { readonly [name: string]: Plain }

/** Answers the HTML of a component with these props. */
export type MarkupKeeper = <Props extends { [name: string]: Plain }>(
  Component: FunctionComponent<Props>,
  props: Props,
) => string

/** Given by the server (http/keep-markup.tsx): it renders a part once for each value of its props. In the browser there is none. */
export const KeptMarkup = createContext<MarkupKeeper | null>(null)

/** An element's content, as props to spread on it. */
export type Content = { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } }

/**
 * The parts of an element, one for each of `list`. The server puts their kept HTML there and the browser the parts themselves:
 * the same nodes, so that hydration finds what it expects.
 *
 * `Component` may read nothing but its props: no state, no effect, no `useId`, no place.
 */
export function useKeptMarkup<Props extends { [name: string]: Plain }>(
  Component: FunctionComponent<Props>,
  list: readonly Props[],
  keyOf: (props: Props) => string,
): Content {
  const keep = useContext(KeptMarkup)
  if (keep) return { dangerouslySetInnerHTML: { __html: list.map((props) => keep(Component, props)).join('') } }
  return { children: list.map((props) => <Component key={keyOf(props)} {...props} />) }
}
