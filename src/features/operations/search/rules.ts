/** In the order of the page. */
export const searchKinds = ['Applications', 'Register', 'Orders', 'People', 'Emails'] as const
export type SearchKind = (typeof searchKinds)[number]

/** Shorter texts are found everywhere, and no index helps to find them. */
export const shortestSearch = 3
