import { byPerson, recordChange } from '../../../database/record-change.ts'
import { isUuid } from '../../../domain/is-uuid.ts'
import { href } from '../../../pages.ts'
import { isPaymentsFailure } from '../../../providers/payments/payments.ts'
import type { Services } from '../../../requests/services.ts'
import { actingFor, type Visitor } from '../../../requests/visitor.ts'
import { sendAccessLinks } from '../../applications/access/server/send-access-links.ts'
import { findBillingCustomers } from './queries.ts'

export type PortalOpening =
  | { kind: 'ready'; url: string }
  /** No customer that this visitor may act for. Known and unknown addresses are this one answer. */
  | { kind: 'refused' }
  | { kind: 'unavailable' }

/**
 * Opens the provider's billing page of the organisation with this email, for whoever may act for it: the browser that created it,
 * or an admin. An address alone opens nothing; its owner is mailed a link that gives this browser the cookie.
 *
 * @param applicationId which organisation is meant where several have the same address, and where to come back to.
 */
export async function openBillingPortal(
  services: Services,
  visitor: Visitor,
  email: string,
  applicationId: string | null,
): Promise<PortalOpening> {
  const { sql, payments, env, log } = services
  const appId = isUuid(applicationId) ? applicationId : null
  const customers = await findBillingCustomers(sql, { email: email.trim(), applicationId: appId })
  const isAdmin = await visitor.holds('money')
  const own = await visitor.owned()
  const mine = customers.find(({ id }) => isAdmin || own.has(id))
  if (!mine) {
    // Not waited for: the time that the answer takes must not tell either.
    sendAccessLinks(services, visitor, { email: email.trim() }).catch(() => log.error('access links not mailed'))
    return { kind: 'refused' }
  }
  const opened = await payments.createPortalSession({
    customerId: mine.customer_id,
    returnUrl: env.publicUrl + (appId ? href('funnelSuccess', { appId }) : href('home')),
  })
  if (!isPaymentsFailure(opened)) {
    // There, payments are stopped and cards changed in the organisation's name.
    const by = await actingFor(visitor, [mine.id])
    const subject = { kind: 'organisation', id: mine.id }
    if (by) await recordChange(sql, { actor: byPerson(by), subject, action: 'billing-opened' })
    return { kind: 'ready', url: opened.url }
  }
  log.error('billing portal not opened', { failure: opened.failure, code: opened.code, request: opened.requestId })
  return { kind: 'unavailable' }
}
