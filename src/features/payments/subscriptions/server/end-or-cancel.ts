import { addJob } from '#database/add-job.ts'
import { type CamelSql, camel } from '#database/camel.ts'
import { renewingPart } from '#domain/catalogue.ts'
import type { Instant, Pence } from '#domain/formats.ts'
import { coolingOffUntil, refundDueBy, refundOnCancelling } from '#domain/listing-term.ts'
import { isVatIn } from '#domain/vat.ts'
import { ofOwn } from '#features/payments/checkout/server/start-payment.ts'
import { vatOfRenewal } from '#features/payments/checkout/server/vat-of.ts'
import { refundOrder } from '#features/payments/refunds/server/refund-order.ts'
import { lockApplication, type Order, readFunnelApplication } from '#features/payments/server/queries.ts'
import { command, did, outsideCommand } from '#page/command.ts'
import { href } from '#pages.ts'
import { isPaymentsFailure } from '#providers/payments/payments.ts'
import type { FormRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { failure } from '#wire/failure.ts'
import { endSubscription } from './end-subscription.ts'
import { followSubscription } from './follow-subscription.ts'
import { cancelledMail, unpaidEndedMail } from './renewal-mails.ts'

/** What is paid again and again, and is ended on the page of its entry. */
export type RenewingType = 'listing' | 'ads' | 'extras'

type Term = Pick<Order, 'metadata' | 'status'> & {
  type: RenewingType
  orderId: string
  subscriptionId: string | null
  amountPence: Pence
  vatNumber: string | null
  coversUntil: Instant
  renewalStopped: boolean
  withheldOf: Instant | null
  /** Of the period that runs. */
  paidAt: Instant
  paidPence: Pence
  isRenewal: boolean
  startsNow: boolean
  /** While a bank decides, or the provider tries to collect, nothing can be given back. */
  isHeld: boolean
}

/** What is paid for, one of each type at most. Managed ads that were refunded under the guarantee go on until they are ended. */
const listTerms = (sql: CamelSql, { applicationId, now }: { applicationId: string; now: Instant }) => sql<Term[]>`
  select distinct on (o.type) o.id as order_id, o.type, o.status, o.metadata, o.subscription_id, o.amount_pence, g.vat_number,
    o.covers_until, o.renewal_stopped, o.withheld_of,
    coalesce(r.paid_at, o.paid_at, o.created_at) as paid_at, coalesce(r.amount_pence, o.amount_pence - o.discount_pence) as paid_pence,
    r.paid_at is not null as is_renewal,
    coalesce((
      select starts_now from order_agreements where order_id = o.id order by agreed_at desc, id desc limit 1
    ), false) as starts_now,
    o.payment_failed_at is not null
      or exists (select from order_disputes as d where d.order_id = o.id and d.ended_at is null) as is_held
  from orders as o
  join organisations as g on g.id = o.organisation_id
  left join lateral (
    select paid_at, amount_pence from order_renewals where order_id = o.id order by paid_at desc limit 1
  ) as r on true
  where o.application_id = ${applicationId}::uuid and o.covers_until is not null
    and (o.type = 'listing' or o.subscription_id is not null)
    and (
      o.status = 'paid'
      or o.type = 'ads' and o.status = 'refunded' and o.ended_by_dispute is null and o.subscription_ended_at is null
        and o.covers_until > ${now}::timestamptz
        and not exists (select from order_cancellations as c where c.order_id = o.id and c.covers_until >= o.covers_until)
    )
  order by o.type, o.status = 'paid' desc, o.created_at desc`

async function findTerm(sql: CamelSql, applicationId: string, type: RenewingType, now: Date) {
  const terms = await listTerms(sql, { applicationId, now: now.toISOString() })
  return terms.find((term) => term.type === type)
}

/** Of an order, what renews of it: its first payment may have paid for services that do not. */
function renewingOf({ type, metadata, amountPence, paidPence, isRenewal }: Term) {
  const { interval, pence, label } = renewingPart(type, metadata)!
  const isPart = type === 'extras'
  return {
    label,
    interval: interval!,
    pricePence: isPart ? pence : amountPence,
    paidPence: isPart && !isRenewal ? Math.min(pence, paidPence) : paidPence,
  }
}

function refundOf(term: Term, now: Date): Pence | null {
  if (term.isHeld || !term.subscriptionId || term.status !== 'paid') return null
  return refundOnCancelling({ ...term, ...renewingOf(term), until: term.coversUntil }, now)
}

/** Its renewal is not paid: the provider still tries, or the bank is paying it. */
const isTermOver = ({ coversUntil }: Term, now: Date): boolean => coversUntil <= now.toISOString()

/** What its applicant reads of what is paid for and renews, and of what was cancelled lately. */
export async function readRenewing(sql: CamelSql, applicationId: string, services: Services) {
  const now = services.now()
  // Long enough for the money to arrive.
  const shownSince = new Date(now.getTime() - 60 * 86_400_000).toISOString()
  const [terms, cancelled] = await Promise.all([
    listTerms(sql, { applicationId, now: now.toISOString() }),
    sql<(Pick<Order, 'metadata'> & { type: RenewingType; askedAt: Instant; refundPence: Pence })[]>`
      select distinct on (o.type) o.type, o.metadata, c.asked_at, c.refund_pence
      from order_cancellations as c join orders as o on o.id = c.order_id
      where o.application_id = ${applicationId}::uuid and c.asked_at > ${shownSince}::timestamptz
      order by o.type, c.asked_at desc`,
  ])
  const shown = (term: Term) => {
    const refundPence = refundOf(term, now)
    return {
      pricePence: renewingOf(term).pricePence,
      on: term.coversUntil,
      isStopped: term.renewalStopped,
      isUnpaid: isTermOver(term, now),
      canEnd: !term.renewalStopped && term.subscriptionId !== null,
      includesVat: isVatIn(vatOfRenewal(services, term.coversUntil, term.vatNumber)),
      change: refundPence === null ? null : { refundPence, until: coolingOffUntil(term.paidAt) },
    }
  }
  const listing = terms.find(({ type }) => type === 'listing')
  return {
    listing: listing
      ? {
          ...shown(listing),
          stoppedBy: listing.withheldOf === listing.coversUntil ? ('withheld' as const) : ('applicant' as const),
        }
      : null,
    services: terms.flatMap((term) =>
      term.type === 'listing' ? [] : [{ type: term.type, label: renewingOf(term).label, ...shown(term) }],
    ),
    cancelled: cancelled.map(({ type, metadata, askedAt, refundPence }) => ({
      type,
      label: renewingPart(type, metadata)!.label,
      askedAt,
      refundPence,
      refundBy: refundDueBy(askedAt),
    })),
  }
}

const backTo =
  (done: string) =>
  (_: unknown, { params }: FormRequest) =>
    `${href('myApplication', { appId: params.appId! }, { done })}#renewal`

const onlyTheApplicant = failure('forbidden', 'Only the browser that applied can end this.')
const nothingToEnd = failure('conflict', 'There is nothing here that renews.')

const noAnswer = failure('unavailable', 'The payment provider does not answer. Please try again in a few minutes.')

/** With the period that is paid for; while its renewal is not paid, now. Pressed again, it changes nothing. */
const end = (type: RenewingType) =>
  outsideCommand({
    ...ofOwn,
    run: async ({ params: { appId }, visitor, sql, services }) => {
      if (!(await visitor.isOwnerOf(appId))) return onlyTheApplicant
      const term = await findTerm(sql, appId, type, services.now())
      if (!term?.subscriptionId) return nothingToEnd
      if (isTermOver(term, services.now())) return await endUnpaid(services, appId, term, term.subscriptionId)
      const stopped = await services.payments.setRenewal(term.subscriptionId, { renews: false })
      if (isPaymentsFailure(stopped) && stopped.failure === 'payments-unavailable') return noAnswer
      // The email that confirms it is written here as by the provider's event, once.
      if ((await followSubscription(services, term.subscriptionId)) === 'unavailable') return noAnswer
      // Refused because it has ended already: then that is written down now, too.
      const goesOn = isPaymentsFailure(stopped) && (await findTerm(sql, appId, type, services.now()))
      return goesOn && !goesOn.renewalStopped ? noAnswer : did()
    },
    leadsTo: backTo(type === 'listing' ? 'listing-ended' : 'service-ended'),
  })

/** Stopped with its period, it would still be charged for the one that nobody has paid: the provider has billed that already. */
async function endUnpaid(services: Services, applicationId: string, unpaid: Term, id: string) {
  const settled = await followSubscription(services, id)
  if (settled === 'unavailable') return noAnswer
  if (settled === 'waiting')
    return failure(
      'conflict',
      unpaid.type === 'listing'
        ? 'Your bank is paying the renewal at the moment. Once it is paid, we email you, and you can cancel it here with a refund.'
        : 'Your bank is paying the renewal at the moment. Once it is paid, you can end it here.',
    )
  const term = await findTerm(camel(services.sql), applicationId, unpaid.type, services.now())
  if (term && !isTermOver(term, services.now()))
    return failure('conflict', `The renewal has just been paid. You can ${wayOut(unpaid.type)}.`)
  if (await endSubscription(services, id)) return noAnswer
  if ((await followSubscription(services, id)) === 'unavailable') return noAnswer
  const [application] = await readFunnelApplication(services.sql, { applicationId })
  return did({ mails: [unpaidEndedMail(unpaid, application!)] })
}

const wayOut = (type: RenewingType) => (type === 'listing' ? 'cancel it below with a refund' : 'end it below')

/** At once, with its money back: in the 14 days after a payment. Pressed again, it changes nothing. */
const cancel = (type: RenewingType) =>
  command({
    ...ofOwn,
    run: async ({ params: { appId }, visitor, sql, now, services }) => {
      if (!(await visitor.isOwnerOf(appId))) return onlyTheApplicant
      await lockApplication(sql.raw, { applicationId: appId })
      const term = await findTerm(sql, appId, type, services.now())
      if (!term) return nothingToEnd
      const refundPence = refundOf(term, services.now())
      if (refundPence === null)
        return failure(
          'conflict',
          `The time to cancel with a refund is over. You can still end ${type === 'listing' ? 'the listing' : 'it'}.`,
        )
      const [added] = await sql<{ id: string }[]>`
        insert into order_cancellations (order_id, asked_at, covers_until, refund_pence)
        values (${term.orderId}::uuid, ${now}::timestamptz, ${term.coversUntil}::timestamptz, ${refundPence}::int)
        on conflict (order_id, covers_until) do nothing
        returning id`
      if (!added) return did()
      await addJob(sql.raw, 'cancel-listing', { cancellationId: added.id })
      const [application] = await readFunnelApplication(sql.raw, { applicationId: appId })
      const { paidPence } = renewingOf(term)
      const cancelled = { ...term, paidPence, cancellationId: added.id, refundPence, refundBy: refundDueBy(now) }
      return did({ mails: [cancelledMail(cancelled, application!)] })
    },
    leadsTo: backTo(type === 'listing' ? 'listing-cancelled' : 'service-cancelled'),
  })

/** The buttons of everything that renews, by their intents. */
export const endings = {
  'end-listing': end('listing'),
  'end-ads': end('ads'),
  'end-extras': end('extras'),
  'cancel-listing': cancel('listing'),
  'cancel-ads': cancel('ads'),
  'cancel-extras': cancel('extras'),
}

/** Run again, it gives nothing back twice. @throws until the provider has answered all of it: the queue tries again. */
export async function carryOutCancellation({ cancellationId }: { cancellationId: string }, services: Services) {
  const [found] = await camel(services.sql)<{ orderId: string; subscriptionId: string; refundPence: Pence }[]>`
    select c.order_id, o.subscription_id, c.refund_pence from order_cancellations as c join orders as o on o.id = c.order_id
    where c.id = ${cancellationId}::uuid`
  if (!found) return
  const { orderId, subscriptionId, refundPence } = found
  const refund = await giveBack(refundPence)
  if (await endSubscription(services, subscriptionId)) throw new Error('The payment provider did not answer.')
  const ended = await followSubscription(services, subscriptionId)
  if (ended === 'unavailable' || ['unavailable', 'being-asked', 'under-way'].includes(refund.kind))
    throw new Error('The payment provider did not answer.')
  if (refund.kind === 'refused') services.log.error('cancelled order not refunded', { order: orderId })

  async function giveBack(amountPence: Pence) {
    const by = { id: null, name: 'Cancelled by the organiser' }
    const reason = 'Cancelled within 14 days'
    const asked = await refundOrder(services, { orderId, amountPence, reason, requestKey: cancellationId, by })
    // Part of it went back before.
    return asked.kind === 'too-much' && asked.leftPence > 0 && asked.leftPence < amountPence
      ? await refundOrder(services, { orderId, amountPence: asked.leftPence, reason, requestKey: cancellationId, by })
      : asked
  }
}
