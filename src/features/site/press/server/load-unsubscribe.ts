import type { Loader, PageAnswer, PageRequest } from '../../../../page-loader.ts'
import type { UnsubscribeData } from '../rules.ts'
import { findByToken } from './queries.ts'

/** The page of an unsubscribe link. Looking ends nothing, because mail scanners follow links; the button does. */
export const loadUnsubscribe: Loader<UnsubscribeData> = async (request) => await unsubscribePage(request)

/** The page of an unsubscribe link as it stands. */
export async function unsubscribePage({ params, services }: PageRequest): Promise<PageAnswer<UnsubscribeData>> {
  const token = params.token ?? ''
  const [found] = isToken(token) ? await findByToken(services.sql, { token }) : []
  if (!found) return { kind: 'page', status: 404, data: { kind: 'unknown', token } }
  return { kind: 'page', status: 200, data: { kind: found.ended_at ? 'ended' : 'subscribed', token } }
}

/** Whether a text can be a token of ours. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}
