import { adminHref } from '#admin-pages.ts'
import type { Brand } from '#brand.ts'
import { asAccredited } from '#domain/assurance.ts'
import { type OrderType, orderLabel, outlivesRefund } from '#domain/catalogue.ts'
import type { Pence } from '#domain/formats.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { poundsAndPence } from '#domain/money.ts'
import {
  entryMail,
  orderFacts,
  organisationFacts,
  payersFacts,
  teamMail,
  whenRefundArrives,
} from '#features/payments/server/order-mails.ts'
import type { FunnelApplication, Order } from '#features/payments/server/queries.ts'
import type { MailDraft } from '#mail/mail-draft.ts'

export type Ending = {
  status: 'refunded' | 'disputed' | 'cancelled'
  /** A dispute that was lost ends an order as a refund does. */
  by: 'refund' | 'dispute' | 'end'
  /** Of a listing: shown in the register and in the email about its lapse. */
  reason: string
  cause: string
  /** All of the payment went back, with this refund as the last part. */
  refund?: { id: string | null; pence: Pence }
  /** Its buyer has cancelled it in the 14 days after the payment. */
  isGivenUp?: boolean
}

type SoldProduct = Exclude<OrderType, 'listing'>
type Words = { title: string; payer: string; team: string; neverGiven: string }

const words: Record<Ending['status'], Words> = {
  refunded: {
    title: 'Refunded',
    payer: 'We have refunded all of the payment of this order.',
    team: 'A payment of this order was refunded in full. Please stop the work on it, unless the refund was goodwill.',
    neverGiven: 'Your event did not reach the score for Gold before that, so you do not get the award.',
  },
  disputed: {
    title: 'Disputed',
    payer: 'Your bank tells us that the payment of this order is disputed.',
    team: 'The payment of this order is disputed. Please pause the work on it until the bank has decided.',
    neverGiven: 'You do not get the award until the bank has decided.',
  },
  cancelled: {
    title: 'Ended',
    payer: 'The subscription of this order has ended. Nothing more is charged for it.',
    team: 'The subscription of this order has ended. Please stop the work that it paid for.',
    neverGiven: 'Your event did not reach the score for Gold, so you do not get the award.',
  },
}

const lostDispute: Words = {
  ...words.refunded,
  payer: 'Your bank has decided the dispute in your favour, and you have the payment of this order back.',
  team: 'We lost the dispute about the payment of this order, and the payer has the money back. Please stop the work on it. Nothing more is billed for it.',
}

const isLost = ({ status, by }: Ending) => status === 'refunded' && by === 'dispute'
const wordsOf = (ending: Ending) => (isLost(ending) ? lostDispute : words[ending.status])

/** What it means for what people deliver. The register sends its own email about the lapse of a listing. */
const workMeans: Record<SoldProduct, Record<Ending['status'], string>> = {
  award: {
    refunded:
      'The award is withdrawn. If it is not made yet, we will not make it. If you already have it, you can no longer show it.',
    disputed: 'Work on the award stops until the bank has decided.',
    cancelled: 'If you already have the award, you keep it.',
  },
  marketing: {
    refunded: 'Work on the package ends. You keep what we have delivered.',
    disputed: 'Work on the package stops until the bank has decided.',
    cancelled: 'You keep what we have delivered.',
  },
  ads: {
    refunded:
      'A refund under our guarantee does not end the campaign. You can stop it at any time with Manage Billing.',
    disputed: 'Your campaign stops until the bank has decided.',
    cancelled: 'Your campaign stops.',
  },
  extras: {
    refunded: 'The selected services end. You keep what we have delivered.',
    disputed: 'The selected services stop until the bank has decided.',
    cancelled: 'The monthly advertising stops. You keep the services that you paid for once.',
  },
}

/**
 * A refund of all is told here and not by an email of its own. @param activeUntil of a cancelled listing; `paid-again` where a later order
 * pays for it. @returns null for an entry that lapses at once and was not refunded: the register sends its own email.
 */
export function orderEndedMail(
  order: Order,
  application: FunnelApplication,
  ending: Ending,
  activeUntil: string | 'paid-again' | null,
  isNeverGiven = false,
): MailDraft | null {
  const isListing = order.type === 'listing'
  const { status, cause, refund } = ending
  const registerWrites = isListing && !activeUntil && application.entryNumber !== null
  if (registerWrites && !refund) return null
  const { title, payer } = wordsOf(ending)
  const about = `${order.id}:${refund?.id ?? cause}`
  const whatItMeans = isListing
    ? whatIsListed(application, activeUntil)
    : whatIsLeft(order.type as SoldProduct, ending, isNeverGiven)
  return entryMail(`order-${status}`, about, application, `${title}: ${orderLabel(order.type)}`)`
    ${payer}

    ${payersFacts(order, application, [{ term: 'Refunded', details: refund && poundsAndPence(refund.pence) }])}

    ${!registerWrites && whatItMeans}

    ${refund && whenRefundArrives}`
}

function whatIsListed(application: FunnelApplication, until: string | 'paid-again' | null): string {
  if (application.entryNumber === null) return 'Your event was not published before, and is not accredited.'
  return until === 'paid-again'
    ? 'Your event stays on the register, because a later order pays for its listing.'
    : `Your event stays on the register${asItIs(application)} until ${londonDateOf(until!)}, the end of the time that you paid for. Then it lapses.`
}

function asItIs(application: FunnelApplication): string {
  return application.registerStatus === 'active' ? ` ${asAccredited(application)}` : ''
}

function whatIsLeft(type: SoldProduct, ending: Ending, isNeverGiven: boolean): string {
  if (outlivesRefund(type) && (isLost(ending) || ending.isGivenUp))
    return 'Your campaign stops, and nothing more is charged for it.'
  return isNeverGiven ? words[ending.status].neverGiven : workMeans[type][ending.status]
}

export function orderWorkEndedMail(order: Order, application: FunnelApplication, ending: Ending, brand: Brand) {
  if (order.type === 'listing') return null
  const { status, cause } = ending
  const { title, team } = wordsOf(ending)
  const goesOn = outlivesRefund(order.type) && status === 'refunded' && !isLost(ending) && !ending.isGivenUp
  return teamMail(
    'order-work-ended',
    `${order.id}:${status}:${cause}`,
    brand,
    `${title}: ${orderLabel(order.type)} for ${application.reference}`,
    'system',
  )`
    ${team}

    ${goesOn && 'The subscription is still billed until someone ends it at the payment provider.'}

    ${orderFacts(order, application, organisationFacts(application))}

    [See the order](${adminHref('order', { id: order.id })})

    [See the application](${adminHref('review', { id: application.id })})`
}

/** @param by a dispute that was won, or a refund that the payer's bank did not take. */
export function orderReinstatedMail(
  order: Order,
  application: FunnelApplication,
  { cause, by }: { cause: string; by: 'dispute' | 'refund' },
): MailDraft {
  const payment = order.type === 'listing' ? 'the payment of your annual listing' : 'the payment of this order'
  const why =
    by === 'dispute'
      ? `Your bank has decided that ${payment} is valid.`
      : `Your bank did not take our refund, so we still have ${payment}.`
  const what =
    order.type === 'listing'
      ? `Your event is on the register${asItIs(application)} again, under the number that it had.`
      : 'You have what it paid for again.'
  return entryMail('order-reinstated', `${order.id}:${cause}`, application, `Active again: ${orderLabel(order.type)}`)`
    ${why} ${what}

    ${payersFacts(order, application)}`
}
