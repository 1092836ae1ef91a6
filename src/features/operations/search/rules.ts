/** In the order of the page. */
export const searchKindNames = [
  'Applications',
  'Register',
  'Orders',
  'Concerns',
  'Appeals',
  'Complaints',
  'Correspondence',
  'People',
  'Emails',
] as const
export type SearchKind = (typeof searchKindNames)[number]

/** Shorter texts are found everywhere, and no index helps to find them. */
export const shortestSearch = 3
