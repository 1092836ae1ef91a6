import { addJob } from '#database/add-job.ts'
import type { Transaction } from '#database/sql.ts'
import { londonDay } from '#domain/london-time.ts'
import { paidFor } from '#domain/money.ts'
import { publishAssurance } from '#features/assessments/cases/server/publish-assurance.ts'
import { giveGold } from '#features/payments/funnel/server/give-gold.ts'
import { codeUsedMail, listingPublishedMail } from '#features/payments/identity/server/identity-mails.ts'
import { judgeIdentityHeld } from '#features/payments/identity/server/judge-identity.ts'
import { findRedemption, redeem } from '#features/payments/identity/server/queries.ts'
import { redeemerOf } from '#features/payments/identity/server/redeemer-of.ts'
import { endWaits, listWaitingApplications, noteWait } from '#features/payments/identity/server/waiting-queries.ts'
import { withGrace } from '#features/payments/rules.ts'
import {
  lockApplication,
  type Order,
  readFunnelApplication,
  readPayingListing,
} from '#features/payments/server/queries.ts'
import { publishEntry } from '#features/register/server/publish-entry.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { placeFeatured, setOrderStatus } from './fulfilment-queries.ts'

/**
 * `waiting`: paid, and not published before the applicant's identity is known. `code-used`: it was free by a code that the same company
 * has used meanwhile, so the order has ended; nothing was paid, and its subscription is being ended.
 */
export type ListingOutcome = 'published' | 'renewed' | 'waiting' | 'code-used' | 'not-approved'

/** What publishing needs of the services. */
export type Publishing = Pick<Services, 'brand' | 'env' | 'log' | 'now'>

/**
 * Publishes or renews the register entry that a paid listing order pays for: valid until the period's end and the day of grace, which
 * a listing that will not be renewed does not need (`withoutGrace`). A first publication waits until it is known who applies
 * (`identityWaits`), and while the event is over or its assessment has refused it (`openDecisions`); a free one counts its code as used.
 *
 * The application is locked by the caller.
 */
export async function publish(
  tx: Transaction,
  services: Publishing,
  order: Order,
  periodEnd: string,
  now: Date,
  { withoutGrace = false } = {},
): Promise<ListingOutcome> {
  const at = now.toISOString()
  const [application] = await readFunnelApplication(tx, { applicationId: order.application_id })
  if (application!.entry_number === null) {
    const held = await holdBack(tx, services, order, at)
    if (held) return held
  }
  const published = await publishEntry(tx, {
    applicationId: order.application_id,
    validUntil: withoutGrace ? periodEnd : withGrace(periodEnd),
    cause: `order ${order.id}`,
    brand: services.brand,
    now,
  })
  if (published.kind === 'not-approved') {
    // Cannot be: an order is made for approved applications only, and a decision is final. If it is, the money needs a person.
    services.log.error('paid listing not published', { order: order.id })
    return 'not-approved'
  }
  await publishAssurance(tx, { applicationId: order.application_id }, services)
  await endWaits(tx, { applicationId: order.application_id })
  await giveGold(tx, services, order.application_id)
  await placeFeatured(tx, { applicationId: order.application_id, now: at })
  return published.kind
}

/** @returns why the first publication does not happen now; null where it may. */
async function holdBack(
  tx: Transaction,
  services: Publishing,
  order: Order,
  at: string,
): Promise<'waiting' | 'code-used' | null> {
  const paidPence = paidFor(order)
  const judged = await judgeIdentityHeld(tx, order.application_id, paidPence, londonDay(new Date(at)))
  const { company_key: companyKey, email, name } = judged!.facts
  const redeemer = redeemerOf({ companyKey, email, name })
  const isFreeByCode = paidPence === 0 && order.coupon_code !== null
  if (
    isFreeByCode &&
    (await findRedemption(tx, { code: order.coupon_code!, redeemer, orderId: order.id })).length > 0
  ) {
    return await endFreeOrder(tx, services, order)
  }
  if (judged!.waits.length > 0) {
    await noteWait(tx, { orderId: order.id, since: at })
    return 'waiting'
  }
  if (!isFreeByCode) return null
  const [counted] = await redeem(tx, {
    code: order.coupon_code!,
    redeemer,
    organisationId: order.organisation_id,
    orderId: order.id,
    now: at,
  })
  return counted?.is_redeemed === false ? await endFreeOrder(tx, services, order) : null
}

/** Ends a free order whose code the same company has used meanwhile: it is told, and may list the event for the price. */
async function endFreeOrder(tx: Transaction, services: Publishing, order: Order): Promise<'code-used'> {
  await endWaits(tx, { applicationId: order.application_id })
  await setOrderStatus(tx, {
    orderId: order.id,
    status: 'cancelled',
    coversUntil: null,
    endedByPayment: null,
    endedByDispute: null,
  })
  await addJob(tx, 'end-subscription', { orderId: order.id }, { key: `end-subscription:${order.id}` })
  const [application] = await readFunnelApplication(tx, { applicationId: order.application_id })
  await queueMail(tx, codeUsedMail(order, application!), services)
  return 'code-used'
}

/**
 * Publishes an application's paid listing if nothing is waited for any more, and tells its payer. Run again, it changes nothing.
 *
 * @returns null where no listing is paid, or the entry has been published before.
 */
export async function publishIfProven(
  tx: Transaction,
  services: Publishing,
  applicationId: string,
): Promise<ListingOutcome | null> {
  const [locked] = await lockApplication(tx, { applicationId })
  if (!locked || locked.register_status !== null) return null
  const now = services.now()
  const [order] = await readPayingListing(tx, { applicationId, now: now.toISOString() })
  if (!order) return null
  const withoutGrace = order.status === 'cancelled'
  const outcome = await publish(tx, services, order, order.covers_until!, now, { withoutGrace })
  if (outcome === 'published') {
    const [application] = await readFunnelApplication(tx, { applicationId })
    await queueMail(tx, listingPublishedMail(order, application!, services.brand), services)
  }
  return outcome
}

/**
 * Publishes every paid listing for which nothing is waited for any more: of an address (in small letters), of a company number, or all.
 * Each in a transaction of its own.
 */
export async function publishWaiting(
  services: Publishing & Pick<Services, 'sql'>,
  { email = null, companyKey = null }: { email?: string | null; companyKey?: string | null } = {},
): Promise<void> {
  for (const { id } of await listWaitingApplications(services.sql, { email, companyKey })) {
    await services.sql.begin((tx) => publishIfProven(tx, services, id))
  }
}
