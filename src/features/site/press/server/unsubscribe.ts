import {
  type Action,
  handler,
  type Loader,
  type PageAnswer,
  type PageRequest,
} from '../../../../requests/page-loader.ts'
import type { UnsubscribeData } from '../rules.ts'
import { endSubscription, findByToken } from './queries.ts'

/** The page of an unsubscribe link. Looking ends nothing, because mail scanners follow links; the button does. */
const loadUnsubscribe: Loader<UnsubscribeData> = async (request) => await unsubscribePage(request)

/** The page of an unsubscribe link as it stands. */
async function unsubscribePage({ params, services }: PageRequest): Promise<PageAnswer<UnsubscribeData>> {
  const token = params.token ?? ''
  const [found] = isToken(token) ? await findByToken(services.sql, { token }) : []
  if (!found) return { kind: 'page', status: 404, data: { kind: 'unknown', token } }
  return { kind: 'page', status: 200, data: { kind: found.ended_at ? 'ended' : 'subscribed', token } }
}

/** Whether a text can be a token of ours. */
function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/**
 * Ends a subscription: the page's button and the mail program's one click (RFC 8058) both end here. Answered without a redirect, as
 * the RFC demands; a second time changes nothing and is answered alike.
 */
const actUnsubscribe: Action<UnsubscribeData> = async (request) => {
  const { params, services } = request
  if (isToken(params.token ?? ''))
    await endSubscription(services.sql, { token: params.token!, now: services.now().toISOString() })
  return await unsubscribePage(request)
}

export const pressUnsubscribe = handler({ load: loadUnsubscribe, act: actUnsubscribe, oneClick: true })
