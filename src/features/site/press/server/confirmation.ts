import { href } from '../../../../pages.ts'
import {
  type Action,
  handler,
  type Loader,
  type PageAnswer,
  type PageRequest,
} from '../../../../requests/page-loader.ts'
import { newToken, tokenHash } from '../../../mail/server/link-token.ts'
import { queueMail } from '../../../mail/server/queue-mail.ts'
import type { ConfirmationData } from '../rules.ts'
import { welcomeMail } from './press-mails.ts'
import { confirmRequest, findRequest } from './queries.ts'

/** The page of a confirmation link. Looking confirms nothing, because mail scanners follow links; the button does. */
const loadConfirmation: Loader<ConfirmationData> = async (request) => await confirmationPage(request)

/** The page of a confirmation link as it stands. */
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

/** Takes the button of a confirmation link: the subscription begins, once, and a mail says so. */
const actConfirmation: Action<ConfirmationData> = async (request) => {
  const { params, services } = request
  const hash = tokenHash(params.token)
  if (!hash) return await confirmationPage(request)
  const begun = await services.sql.begin(async (transaction) => {
    const [subscription] = await confirmRequest(transaction, {
      tokenHash: hash,
      now: services.now().toISOString(),
      unsubscribeToken: newToken(),
    })
    if (subscription?.is_new) await queueMail(transaction, welcomeMail(subscription), services)
    return subscription
  })
  if (!begun) return await confirmationPage(request)
  return { kind: 'redirect', to: href('pressConfirmation', { token: params.token! }), status: 303 }
}

export const pressConfirmation = handler({ load: loadConfirmation, act: actConfirmation })
