import { type Action, handler } from '../../../../page-loader.ts'
import { href } from '../../../../pages.ts'
import { newToken, tokenHash } from '../../../mail/server/link-token.ts'
import { queueMail } from '../../../mail/server/queue-mail.ts'
import type { ConfirmationData } from '../rules.ts'
import { confirmationPage, loadConfirmation } from './load-confirmation.ts'
import { welcomeMail } from './press-mails.ts'
import { confirmRequest } from './queries.ts'

/** Takes the button of a confirmation link: the subscription begins, once, and a mail says so. */
export const actConfirmation: Action<ConfirmationData> = async (request) => {
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
