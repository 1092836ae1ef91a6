import { isToken, linkParams } from '#mail/link-token.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import type { UnsubscribeData } from '../rules.ts'
import { endSubscription, findByToken } from './queries.ts'

/** The page of an unsubscribe link. Looking ends nothing, because mail scanners follow links; the button does. */
async function unsubscribePage({ params, services }: PageRequest): Promise<PageAnswer<UnsubscribeData>> {
  const token = params.token ?? ''
  const [found] = isToken(token) ? await findByToken(services.sql, { token }) : []
  if (!found) return { kind: 'page', status: 404, data: { kind: 'unknown', token } }
  return { kind: 'page', status: 200, data: { kind: found.ended_at ? 'ended' : 'subscribed', token } }
}

/**
 * Ends a subscription: the page's button and the mail program's one click (RFC 8058) both end here. Answered without a redirect, as
 * the RFC demands; a second time changes nothing and is answered alike.
 */
const unsubscribe = formCommand({
  permission: 'anyone',
  params: linkParams,
  run: async ({ params: { token }, services: { sql, now } }) =>
    answer(await endSubscription(sql, { token, now: now().toISOString() })),
})

export const pressUnsubscribe = handler<UnsubscribeData>({
  load: unsubscribePage,
  act: formPost(unsubscribe, { done: (_, request) => unsubscribePage(request), again: unsubscribePage }),
  oneClick: true,
})
