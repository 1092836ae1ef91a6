import { pageTags } from '../../../domain/page-tags.ts'
import { readDraftId } from '../../../ownership.ts'
import type { Loader } from '../../../page-loader.ts'
import { heldDraft } from '../draft/server/save-draft.ts'
import { type ApplyData, stepOf } from '../rules.ts'

/**
 * The wizard's page of a step: the same for everybody. What has been typed is kept in the browser, whose script asks for the
 * server's version. With `continue` the page brings that along, for this browser alone, so that it is there without a script.
 */
export const loadApply: Loader<ApplyData> = async ({ query, headers, services }) => {
  const data = { step: stepOf(query.get('step')), coupon: couponOf(query), posted: null }
  if (!query.has('continue')) return { kind: 'page', data: { ...data, saved: null }, tags: [pageTags.fixed] }
  const saved = await heldDraft(services, readDraftId(headers.get('cookie') ?? '', services))
  return { kind: 'page', data: { ...data, saved } }
}

/** The coupon code of a link: up to 40 letters, digits, hyphens and underscores; anything else is no code. */
export function couponOf(query: URLSearchParams): string {
  const code = (query.get('coupon') ?? '').trim().toUpperCase()
  return /^[A-Z0-9_-]{1,40}$/.test(code) ? code : ''
}
