import { pageTags } from '../../domain/page-tags.ts'
import type { Loader } from '../../page-loader.ts'
import { type ApplyData, stepOf } from './rules.ts'

/** The wizard's page of a step. What has been typed is not the server's to know: it is kept in the browser. */
export const loadApply: Loader<ApplyData> = async ({ query }) => ({
  kind: 'page',
  data: { step: stepOf(query.get('step')), coupon: couponOf(query), posted: null },
  tags: [pageTags.fixed],
})

/** The coupon code of a link: up to 40 letters, digits, hyphens and underscores; anything else is no code. */
export function couponOf(query: URLSearchParams): string {
  const code = (query.get('coupon') ?? '').trim().toUpperCase()
  return /^[A-Z0-9_-]{1,40}$/.test(code) ? code : ''
}
