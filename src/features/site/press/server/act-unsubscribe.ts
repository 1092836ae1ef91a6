import { type Action, handler } from '../../../../page-loader.ts'
import type { UnsubscribeData } from '../rules.ts'
import { isToken, loadUnsubscribe, unsubscribePage } from './load-unsubscribe.ts'
import { endSubscription } from './queries.ts'

/**
 * Ends a subscription: the page's button and the mail program's one click (RFC 8058) both end here. Answered without a redirect, as
 * the RFC demands; a second time changes nothing and is answered alike.
 */
export const actUnsubscribe: Action<UnsubscribeData> = async (request) => {
  const { params, services } = request
  if (isToken(params.token ?? ''))
    await endSubscription(services.sql, { token: params.token!, now: services.now().toISOString() })
  return await unsubscribePage(request)
}

export const pressUnsubscribe = handler({ load: loadUnsubscribe, act: actUnsubscribe, oneClick: true })
