/** What is searched, in the order in which it is shown. */
export const searchKinds = ['Applications', 'Register', 'Orders', 'People', 'Emails'] as const
export type SearchKind = (typeof searchKinds)[number]

export type SearchHit = { kind: SearchKind; title: string; detail: string; href: string }

/** Shorter texts are found everywhere, and no index helps to find them. */
export const shortestSearch = 3

export type SearchData = {
  q: string
  /** Those that the person may search. */
  kinds: SearchKind[]
  hits: SearchHit[]
  /** Most of each kind that the page shows. */
  limit: number
}
