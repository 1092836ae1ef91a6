import { asAccredited } from '#domain/assurance.ts'
import { type OrderType, orderLabel, renewingPart, soldIn } from '#domain/catalogue.ts'
import type { Day, Instant, Pence } from '#domain/formats.ts'
import {
  backDays,
  coolingOffDays,
  coolingOffUntil,
  endUnconfirmedDays,
  unpaidReminderDays,
  withRetries,
} from '#domain/listing-term.ts'
import { londonDateOf, longDay } from '#domain/london-time.ts'
import { pounds, poundsAndPence } from '#domain/money.ts'
import { isWithheld } from '#domain/register-status.ts'
import { isVatIn, priceWithVat } from '#domain/vat.ts'
import { pageOf } from '#features/payments/funnel/funnel.ts'
import { type UnconfirmedRenewal, unconfirmedWords, withheldWords } from '#features/payments/rules.ts'
import { entryMail, payerOf, payersFacts, payersMail } from '#features/payments/server/order-mails.ts'
import type { FunnelApplication, Order } from '#features/payments/server/queries.ts'
import { mail } from '#mail/mail.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'

/**
 * @param days how long before, of `reminderDays`. `unconfirmed`: what becomes of it where its facts are not confirmed; null where they are.
 * `isFirst`: nothing was charged yet but what was paid at the start.
 */
export function renewalReminderMail(
  order: Order,
  application: FunnelApplication,
  days: number,
  { unconfirmed, isFirst }: { unconfirmed: UnconfirmedRenewal | null; isFirst: boolean },
): MailDraft {
  const ends = londonDateOf(order.coversUntil!)
  const price = pounds(order.amountPence)
  const isFree = isFirst && order.discountPence === order.amountPence
  const isEnding = order.renewalStopped
  return entryMail(
    'renewal-reminder',
    `${order.id}:${order.coversUntil}:${days}`,
    application,
    `Your ${orderLabel(order.type)} ${isEnding ? 'ends' : 'renews'} on ${ends}`,
  )`
    ${
      isEnding
        ? `Your annual listing has been cancelled and ends on ${ends}. Nothing more is charged.`
        : `Your annual listing renews on ${ends} for another year at ${price}${isVatIn(order.vat) ? ' including VAT' : ''}.`
    }

    ${whatFollows(isEnding, application.registerStatus)}

    ${isFree && !isEnding && 'Your first year was free, so we may not have your card. If you have not added a card, please add one with Manage Billing. Without a card, the renewal cannot be paid and the listing lapses.'}

    ${!isEnding && unconfirmed && `You have not confirmed the facts of your entry yet. ${unconfirmedWords(unconfirmed)}`}

    ${payersFacts(order, application)}

    ${!isEnding && 'If you do not want to renew, press “End the listing” on the page of your entry before that day, or cancel there with Manage Billing. The listing then ends at the end of the year that you have paid for.'}

    ${!isEnding && `If you change your mind after it has renewed: you have ${coolingOffDays} days to cancel, and we refund the renewal less the days since you paid.`}`
}

/** Every six months, of what is paid monthly. */
export function monthlyReminderMail(order: Order, application: FunnelApplication): MailDraft {
  const { label, pence } = renewingPart(order.type as OrderType, order.metadata)!
  const price = pounds(pence)
  const on = londonDateOf(order.coversUntil!)
  return entryMail(
    'renewal-reminder',
    `${order.id}:${order.coversUntil}`,
    application,
    `Your ${label} renews on ${on}`,
  )`
    Your ${label} renews on ${on} at ${price}${isVatIn(order.vat) ? ' including VAT' : ''}, and every month after, until you cancel.

    ${payersFacts(order, application)}

    To end it, press “End ${label}” on the page of your entry before that day, or cancel there with Manage Billing. It then ends at the end of the month that you have paid for.`
}

function whatFollows(
  isStopped: boolean,
  registerStatus: FunnelApplication['registerStatus'],
  toStay = 'renew with Manage Billing',
): string {
  if (isWithheld(registerStatus))
    return `${withheldWords(registerStatus)} ${isStopped ? '' : `Renewing does not change this. If it is still so ${endUnconfirmedDays} days before that day, the listing does not renew, and nothing is charged.`}`.trim()
  return isStopped
    ? `After that day the register shows your event as lapsed. If you want to stay listed, ${toStay} before then.`
    : 'If you want to stay on the register, you do not need to do anything.'
}

const failedWords = ({ type }: Order) => `Payment failed: ${orderLabel(type)}`

/** @param lastDay until when a listing stays unpaid. */
export const paymentFailedMail = (
  order: Order,
  application: FunnelApplication,
  invoice: { id: string; duePence: Pence },
  lastDay: Instant,
) =>
  entryMail('payment-failed', invoice.id, application, failedWords(order))`
    The renewal of your order could not be paid. Please check your card with Manage Billing on the page of your entry. We try the payment again over the next few weeks.

    ${payersFacts(order, application, [{ term: 'Due', details: priceWithVat(invoice.duePence, order.vat) }])}

    ${whatIfUnpaid(order.type, application, lastDay)}`

/** @param days how long after the charge that was refused, of `unpaidReminderDays`. */
export function renewalUnpaidMail(order: Order, application: FunnelApplication, days: number): MailDraft {
  const isLast = days === unpaidReminderDays.at(-1)
  const lastDay = withRetries(order.coversUntil!, order.paymentFailedAt!)
  const isListing = order.type === 'listing' && !isWithheld(application.registerStatus)
  return entryMail(
    'payment-still-failed',
    `${order.id}:${order.coversUntil}:${days}`,
    application,
    `${isLast ? 'Last reminder' : 'Still not paid'}: ${orderLabel(order.type)}`,
  )`
    The renewal of your order is still not paid. We have tried it since ${londonDateOf(order.paymentFailedAt!)}. ${isLast ? 'We try it only a few days longer.' : 'We try it for about two weeks more.'} Please check your card with Manage Billing on the page of your entry.

    ${payersFacts(order, application)}

    ${whatIfUnpaid(order.type, application, lastDay)}

    ${isListing && `After that you can still renew it on the page of your entry for ${backDays} days, without a new application. It keeps its number.`}`
}

function whatIfUnpaid(type: string, application: FunnelApplication, lastDay: string): string {
  const { registerStatus } = application
  if (type !== 'listing') return 'If it is still not paid, the subscription ends and we stop the work.'
  if (isWithheld(registerStatus)) return withheldWords(registerStatus)
  const [as, what] = registerStatus === 'listed' ? ['', 'listing'] : [` ${asAccredited(application)}`, 'accreditation']
  return `Your event stays on the register${as} while we try the payment, until ${londonDateOf(lastDay)} at the latest. If it is not paid by then, the ${what} lapses.`
}

/** It was stopped by us, before its charge. */
export const renewalNotConfirmedMail = (order: Order, application: FunnelApplication, until: Instant) =>
  payersMail(
    'renewal-not-confirmed',
    `${order.id}:${until}`,
    application,
    `Your ${orderLabel(order.type)} does not renew: its facts are not confirmed`,
  )`
    Nobody has confirmed the facts of your entry, so your annual listing does not renew. It ends on ${londonDateOf(until)}, and nothing more is charged.

    ${payersFacts(order, application)}

    ${whatFollows(true, application.registerStatus, 'confirm the facts')}

    [Confirm the facts](${href('confirmFacts', { appId: application.id })})`

/** It was stopped by us before its charge: an entry that is suspended or revoked is sold no further year. */
export const renewalWithheldMail = (order: Order, application: FunnelApplication, until: Instant) =>
  entryMail(
    'renewal-withheld',
    `${order.id}:${until}`,
    application,
    `Your ${orderLabel(order.type)} does not renew: the accreditation is ${application.registerStatus}`,
  )`
    ${isWithheld(application.registerStatus) && withheldWords(application.registerStatus)} Your annual listing does not renew while this is so. It ends on ${londonDateOf(until)}, and nothing more is charged.

    ${payersFacts(order, application)}

    If this changes before then, you can renew with Manage Billing on the page of your entry. If it changes later, that page says whether you can renew the listing.`

export const renewalStoppedMail = (order: Order, application: FunnelApplication, until: Instant) =>
  mail('renewal-stopped', {
    causedBy: 'visitor',
    to: payerOf(application),
    subject: `Cancelled: ${orderLabel(order.type)}`,
  })`
    You have cancelled. Your order ends on ${londonDateOf(until)}. Nothing more is charged.

    ${payersFacts(order, application)}

    ${order.type === 'listing' && whatFollows(true, application.registerStatus)}

    If you did not mean to cancel, you can change this until ${londonDateOf(until)} with Manage Billing on the page of your entry.

    [Go to your entry](${href('myApplication', { appId: application.id })})`

const nameOf = ({ type, metadata }: Pick<Order, 'type' | 'metadata'>) =>
  type === 'listing' ? 'your annual listing' : renewingPart(type as OrderType, metadata)!.label

/** Ended by its organiser while the renewal was not paid. */
export const unpaidEndedMail = (
  ended: Pick<Order, 'type' | 'metadata'> & { orderId: string; coversUntil: Instant },
  application: FunnelApplication,
) =>
  entryMail(
    'renewal-stopped',
    `${ended.orderId}:${ended.coversUntil}`,
    application,
    `Cancelled: ${orderLabel(ended.type)}`,
    'visitor',
  )`
    You have cancelled ${nameOf(ended)}, which was paid for until ${londonDateOf(ended.coversUntil)}. It has ended. We no longer try the payment of its renewal, and nothing more is charged.

    ${payersFacts(ended, application)}

    If you did not cancel, please tell us at once.`

/**
 * Told by itself that the contract goes on, and how to leave it (section 266 of the Digital Markets, Competition and Consumers Act 2024).
 * @param paid of the renewal.
 */
export const listingRenewedMail = (
  order: Order,
  application: FunnelApplication,
  paid: { invoiceId: string; pence: Pence; at: Instant; until: Instant },
) =>
  entryMail('listing-renewed', paid.invoiceId, application, `Renewed: ${orderLabel(order.type)}`)`
    Your annual listing has renewed, and continues until ${londonDateOf(paid.until)}.

    ${payersFacts(order, application, [{ term: 'Paid', details: `${poundsAndPence(paid.pence)} on ${londonDateOf(paid.at)}` }])}

    You can change your mind from today until the end of ${londonDateOf(coolingOffUntil(paid.at))}. Press “Cancel now” on the page of your entry. The listing then ends at once, and we refund ${poundsAndPence(paid.pence)} less the days since you paid, within 14 days.

    After that you can still end the listing there at any time. It then stays until ${londonDateOf(paid.until)}.`

export const cancelledMail = (
  cancelled: Pick<Order, 'type' | 'metadata'> & {
    cancellationId: string
    refundPence: Pence
    paidPence: Pence
    refundBy: Day
  },
  application: FunnelApplication,
) =>
  entryMail(
    cancelled.type === 'listing' ? 'listing-cancelled' : 'service-cancelled',
    cancelled.cancellationId,
    application,
    `Cancelled: ${orderLabel(cancelled.type)}`,
    'visitor',
  )`
    You have cancelled ${nameOf(cancelled)}. It ends today, and nothing more is charged. We refund ${poundsAndPence(cancelled.refundPence)} to the card or account that you paid with, by ${longDay(cancelled.refundBy)}.

    ${cancelled.refundPence < cancelled.paidPence && `You paid ${poundsAndPence(cancelled.paidPence)}. What we keep is for the days since you paid${cancelled.type === 'listing' ? '' : ', because you asked us to start at once'}.`}

    ${payersFacts(cancelled, application)}

    ${soldIn(cancelled.type as OrderType, cancelled.metadata).length > 1 && 'You keep the services that you paid for once.'}

    ${cancelled.type === 'listing' && application.entryNumber && 'The register shows your event as lapsed. Its page and its number stay.'}

    If you did not cancel, please tell us at once.`

export const paymentNotArrivedMail = (order: Order, application: FunnelApplication) =>
  payersMail('payment-failed', order.id, application, failedWords(order), 'visitor')`
    Your bank did not make the payment. You were not charged. You can pay again with a card or another account.

    ${payersFacts(order, application)}

    [Pay again](${pageOf(order.type, order.applicationId)})`
