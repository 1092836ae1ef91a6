import { isToken, linkParams, newToken, tokenHash } from '#mail/link-token.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import { failure } from '#wire/failure.ts'
import type { ConfirmationData, UnsubscribeData } from '../rules.ts'
import { welcomeMail } from './press-mails.ts'
import { confirmRequest, endSubscription, findByToken, findRequest } from './queries.ts'

/** The page of a confirmation link. Looking confirms nothing, because mail scanners follow links; the button does. */
async function confirmationPage({ params, services }: PageRequest): Promise<PageAnswer<ConfirmationData>> {
  const token = params.token ?? ''
  const hash = tokenHash(token)
  const [found] = hash ? await findRequest(services.sql, { tokenHash: hash }) : []
  const page = (kind: ConfirmationData['kind'], status: number) => ({
    kind: 'page' as const,
    status,
    data: { kind, token },
  })
  if (!found) return page('unknown', 404)
  if (found.used_at) return found.ended_at ? page('used', 410) : page('subscribed', 200)
  return new Date(found.expires_at) <= services.now() ? page('expired', 410) : page('usable', 200)
}

/** Begins the subscription, once, and a mail says so. */
const confirm = formCommand({
  permission: 'anyone',
  params: linkParams,
  run: async ({ params: { token, tokenHash }, services }) =>
    await services.sql.begin(async (transaction) => {
      const asked = { tokenHash, now: services.now().toISOString(), unsubscribeToken: newToken() }
      const [subscription] = await confirmRequest(transaction, asked)
      if (!subscription) return failure('not-found', 'This link cannot be used.')
      if (subscription.is_new) await queueMail(transaction, welcomeMail(subscription), services)
      return answer({ token })
    }),
})

export const pressConfirmation = handler<ConfirmationData>({
  load: confirmationPage,
  act: formPost(confirm, { done: ({ token }) => href('pressConfirmation', { token }), again: confirmationPage }),
})

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
