import { addJob } from '#database/add-job.ts'
import { camel } from '#database/camel.ts'
import type { Transaction } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { withGrace } from '#domain/listing-term.ts'
import { londonDay } from '#domain/london-time.ts'
import { paidFor } from '#domain/money.ts'
import { publishAssurance } from '#features/assessments/cases/server/publish-assurance.ts'
import { giveGold } from '#features/payments/funnel/server/give-gold.ts'
import { checkIdentityLocked } from '#features/payments/identity/server/check-identity.ts'
import { codeUsedMail, listingPublishedMail } from '#features/payments/identity/server/identity-mails.ts'
import { endWaits } from '#features/payments/identity/server/queries.ts'
import { redeemerOf } from '#features/payments/identity/server/redeemer-of.ts'
import {
  type Id,
  lockApplication,
  type Order,
  readFunnelApplication,
  readPayingListing,
} from '#features/payments/server/queries.ts'
import { publishEntry } from '#features/register/server/publish-entry.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { placeFeatured, setOrderStatus } from './queries.ts'
import type { Change } from './write-order.ts'

/** `waiting`: until the applicant's identity is known. `code-used`: the same company has used its code since, so the free order has ended. */
export type ListingOutcome = 'published' | 'renewed' | 'waiting' | 'code-used' | 'not-approved'
type PublishedListing = Change<ListingOutcome> & { mails: MailDraft[] }

export type PublishingServices = Pick<Services, 'brand' | 'env' | 'log' | 'now'>

/**
 * Valid until the period's end and the day of grace, which a listing that will not be renewed does not need. A first publication waits until it
 * is known who applies (`identityWaits`), and while `openDecisions` is against it. The application is locked by the caller.
 */
export async function publish(
  tx: Transaction,
  services: PublishingServices,
  order: Order,
  periodEnd: Instant,
  { withoutGrace = false } = {},
): Promise<PublishedListing> {
  const { applicationId } = order
  const now = services.now()
  const [application] = await readFunnelApplication(tx, { applicationId })
  if (application!.entryNumber === null) {
    const held = await holdBack(tx, services, order)
    if (held) return held
  }
  const published = await publishEntry(tx, {
    applicationId,
    validUntil: withoutGrace ? periodEnd : withGrace(periodEnd),
    cause: `order ${order.id}`,
    brand: services.brand,
    now,
  })
  if (published.kind === 'not-approved') {
    // Cannot be: an order is made for approved applications only. If it is, the money needs a person.
    services.log.error('paid listing not published', { order: order.id })
    return { outcome: 'not-approved', mails: [] }
  }
  await publishAssurance(tx, { applicationId }, services)
  await endWaits(tx, { applicationId })
  const mails = await giveGold(tx, services, applicationId)
  await placeFeatured(tx, { applicationId, now: now.toISOString() })
  return { outcome: published.kind, mails }
}

/** @returns null where the first publication may happen now. */
async function holdBack(tx: Transaction, services: PublishingServices, order: Order): Promise<PublishedListing | null> {
  const now = services.now()
  const at = now.toISOString()
  const paidPence = paidFor(order)
  const judged = await checkIdentityLocked(tx, order.applicationId, paidPence, londonDay(now))
  const { companyKey, email, name } = judged!.facts
  const { id: orderId, organisationId, couponCode: code } = order
  const redeemer = redeemerOf({ companyKey, email, name })
  const freeCode = paidPence === 0 ? code : null
  if (freeCode !== null) {
    const used = await tx<Record<string, never>[]>`
      select from coupon_redemptions where coupon_code = ${freeCode}::text and redeemer = ${redeemer}::text
        and order_id <> ${orderId}::uuid`
    if (used.length > 0) return await endFreeOrder(tx, order)
  }
  if (judged!.waits.length > 0) {
    // The first moment stays.
    await tx<Record<string, never>[]>`
      update orders
      set waits_since = ${at}::timestamptz, wait_reminders = 0, wait_reminded_at = null, updated_at = now()
      where id = ${orderId}::uuid and waits_since is null`
    return { outcome: 'waiting', mails: [] }
  }
  if (freeCode === null) return null
  // False where another order of the redeemer has used a code that is once per organisation.
  const [counted] = await camel(tx)<{ isRedeemed: boolean }[]>`
    with coupon as (select once_per_organisation as is_once from coupons where code = ${freeCode}::text),
    added as (
      insert into coupon_redemptions (coupon_code, redeemer, organisation_id, order_id, redeemed_at)
      select ${freeCode}::text, ${redeemer}::text, ${organisationId}::uuid, ${orderId}::uuid, ${at}::timestamptz
        from coupon where is_once
      on conflict (coupon_code, redeemer) do nothing
      returning order_id
    )
    select not is_once or exists (select from added)
      or exists (
        select from coupon_redemptions
        where coupon_code = ${freeCode}::text and redeemer = ${redeemer}::text and order_id = ${orderId}::uuid
      ) as is_redeemed
    from coupon`
  return counted?.isRedeemed === false ? await endFreeOrder(tx, order) : null
}

/** Its payer is emailed, and may list the event for the price. */
async function endFreeOrder(tx: Transaction, order: Order): Promise<PublishedListing> {
  const { id: orderId, applicationId } = order
  await endWaits(tx, { applicationId })
  await setOrderStatus(tx, { orderId, status: 'cancelled' })
  await addJob(tx, 'end-subscription', { orderId }, { key: `end-subscription:${orderId}` })
  const [application] = await readFunnelApplication(tx, { applicationId })
  return { outcome: 'code-used', mails: [codeUsedMail(order, application!)] }
}

/** Run again, it changes nothing. @returns null where no listing is paid, or the entry has been published before. */
export async function publishIfProven(
  tx: Transaction,
  services: PublishingServices,
  applicationId: string,
): Promise<ListingOutcome | null> {
  const [locked] = await lockApplication(tx, { applicationId })
  if (!locked || locked.registerStatus !== null) return null
  const [order] = await readPayingListing(tx, { applicationId, now: services.now().toISOString() })
  if (!order) return null
  const withoutGrace = order.status === 'cancelled'
  const { outcome, mails } = await publish(tx, services, order, order.coversUntil!, { withoutGrace })
  if (outcome === 'published') {
    const [application] = await readFunnelApplication(tx, { applicationId })
    mails.push(listingPublishedMail(order, application!, services.brand))
  }
  for (const mail of mails) await queueMail(tx, mail, services)
  return outcome
}

/** Each in a transaction of its own. @param by an address in small letters, or a company number; all without either. */
export async function publishWaiting(
  services: PublishingServices & Pick<Services, 'sql'>,
  { email = null, companyKey = null }: { email?: string | null; companyKey?: string | null } = {},
): Promise<void> {
  const { sql } = services
  const waiting = await sql<Id[]>`
    select o.application_id as id
    from orders as o
    join organisations as g on g.id = o.organisation_id
    where o.waits_since is not null
      ${email === null ? sql`` : sql`and lower(g.email) = ${email}::text`}
      ${companyKey === null ? sql`` : sql`and g.company_key = ${companyKey}::text`}
    order by o.waits_since`
  for (const { id } of waiting) await sql.begin((tx) => publishIfProven(tx, services, id))
}
