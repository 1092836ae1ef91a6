import { takeRateLimit } from '../../../database/rate-limit.ts'
import { type Action, handler } from '../../../page-loader.ts'
import { href, withQuery } from '../../../pages.ts'
import { askAgain } from '../identity/rules.ts'
import { portalLimit } from '../rules.ts'
import type { FunnelEnd, FunnelSuccess } from '../state.ts'
import { funnelSuccessPage, loadFunnelSuccess } from './load-funnel-success.ts'
import { sendConfirmationAgain, tooOften } from './load-identity-waiting.ts'
import { openBillingPortal } from './open-billing-portal.ts'

/** 'Manage Billing' without a script: the billing page, or this page again saying that it did not open. */
export const actFunnelSuccess: Action<FunnelSuccess> = async (request) => {
  const { services, visitor } = request
  const page = await funnelSuccessPage(request)
  if (page.data.kind !== 'found') return page
  const { appId, billingEmail, identity } = page.data
  if (identity && request.form.intent === askAgain) {
    const wait = await sendConfirmationAgain(request, appId)
    if (wait === null) {
      return { kind: 'redirect', to: withQuery(href('funnelSuccess', { appId }), { sent: true }), status: 303 }
    }
    return { ...page, ...tooOften(wait), data: { ...page.data, identity: { ...identity, wait } } }
  }
  const failed = (status: number) => ({ ...page, status, data: { ...page.data, billingFailed: true } as FunnelEnd })
  if (!billingEmail) return failed(403)
  if ((await takeRateLimit(services.sql, portalLimit, visitor.address)) !== null) {
    return failed(429)
  }
  const opening = await openBillingPortal(services, visitor, billingEmail, appId)
  if (opening.kind === 'ready') return { kind: 'redirect', to: opening.url, status: 303 }
  return failed(opening.kind === 'refused' ? 403 : 503)
}

export const funnelSuccess = handler({ load: loadFunnelSuccess, act: actFunnelSuccess })
