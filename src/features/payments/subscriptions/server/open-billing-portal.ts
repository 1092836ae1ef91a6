import { type } from 'arktype'
import { camel } from '#database/camel.ts'
import { takeRateLimit } from '#database/rate-limit.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import { perVisitor, sendAccessLinks } from '#features/applications/access/server/create-access-link.ts'
import { type Payer, unsuccessful } from '#features/payments/checkout/server/start-payment.ts'
import { portalLimit } from '#features/payments/rules.ts'
import { href } from '#pages.ts'
import { isPaymentsFailure } from '#providers/payments/payments.ts'
import { answer, command } from '#requests/command.ts'
import { actingFor } from '#requests/visitor.ts'
import { type Failure, type FailureKind, failure, isFailure } from '#wire/failure.ts'
import { address } from '#wire/formats.ts'

export const createPortalSession = command({
  permission: 'owner',
  summary: 'Open the billing page',
  description:
    "The answer has the address of the payment provider's billing page. Needs the cookie of the browser that created the organisation with this email, or an admin. Every other case gives the same failure. `applicationId` chooses the organisation if several share the address.",
  schema: type({ customerEmail: 'string <= 320', 'applicationId?': 'string.uuid' }).onUndeclaredKey('delete'),
  answers: { 200: type({ success: 'true', portalUrl: address }) },
  failures: {
    forbidden: { when: 'This browser may not act for the organisation, or there is none.', details: unsuccessful },
    unavailable: { when: 'The payment provider cannot open a page at the moment.', details: unsuccessful },
  },
  limit: portalLimit,
  async run({ input: { customerEmail, applicationId = null }, visitor, services }) {
    const opened = await openBillingPage({ visitor, services }, customerEmail.trim(), applicationId)
    return isFailure(opened) ? opened : answer({ success: true, ...opened })
  },
})

/**
 * For those who may act for the organisation with this email. An address alone opens nothing; its owner is emailed a link that gives their
 * browser the cookie. @param appId where to come back to.
 */
export async function openBillingPage(
  { visitor, services }: Payer,
  email: string,
  appId: string | null,
): Promise<{ portalUrl: string } | Failure> {
  const { sql, payments, env, log } = services
  const customers = await camel(sql)<{ id: string; customerId: string }[]>`
    select o.id, o.stripe_customer_id as customer_id
    from organisations o
    where lower(o.email) = lower(${email}::text) and o.stripe_customer_id is not null
      ${appId === null ? sql`` : sql`and o.id = (select organisation_id from applications where id = ${appId}::uuid)`}
    order by (select max(created_at) from orders where organisation_id = o.id) desc nulls last, o.id
    limit 500`
  const isAdmin = await visitor.holds('money')
  const own = await visitor.owned()
  const mine = customers.find(({ id }) => isAdmin || own.has(id))
  if (!mine) {
    // Not waited for: the time that the answer takes must not tell either.
    takeRateLimit(sql, perVisitor, visitor.address)
      .then((wait) => (wait === null ? sendAccessLinks(services, { email }) : undefined))
      .catch(() => log.error('access links not sent'))
    return portalNotOpened('forbidden')
  }
  const opened = await payments.createPortalSession({
    customerId: mine.customerId,
    returnUrl: env.publicUrl + (appId ? href('funnelSuccess', { appId }) : href('home')),
  })
  if (isPaymentsFailure(opened)) {
    const { failure, code, requestId } = opened
    log.error('billing portal not opened', { failure, code, request: requestId })
    return portalNotOpened('unavailable')
  }
  // There, payments are stopped and cards changed in the organisation's name.
  const by = await actingFor(visitor, [mine.id])
  const subject = { kind: 'organisation', id: mine.id }
  if (by) await recordChange(sql, { actor: byPerson(by), subject, action: 'billing-opened' })
  return { portalUrl: opened.url }
}

/** Known and unknown addresses are one answer. */
export function portalNotOpened(kind: FailureKind): Failure {
  return failure(kind, 'Failed to open billing portal. Please try again.', { details: { success: false } })
}
