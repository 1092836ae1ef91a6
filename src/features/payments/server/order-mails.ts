import { adminHref } from '#admin-pages.ts'
import { apiPath } from '#api.ts'
import type { Brand } from '#brand.ts'
import type { PublicationWait } from '#domain/application-state.ts'
import { accreditAfter } from '#domain/assurance.ts'
import { chosenExtras, extras, type OrderType, orderLabel, soldIn } from '#domain/catalogue.ts'
import { londonDateOf } from '#domain/london-time.ts'
import type { MailAddress } from '#domain/mail-address.ts'
import { pounds, poundsAndPence } from '#domain/money.ts'
import { isWithheld, registerStatuses } from '#domain/register-status.ts'
import { waitDays } from '#features/payments/identity/rules.ts'
import { matchDays, withheldWords } from '#features/payments/rules.ts'
import type { MailBlock, MailDraft } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'
import type { Discrepancy } from '../fulfilment/server/discrepancy-queries.ts'
import type { FunnelApplication, Order } from './queries.ts'

/**
 * What the buyer gets when an order is paid: what it was, what it cost, and when it renews.
 *
 * @param waits what a listing waits for before it is published; null for one that is, and for everything else.
 */
export function orderPaidMail(
  order: Order,
  application: FunnelApplication,
  periodEnd: string | null,
  waits: PublicationWait[] | null,
  brand: Pick<Brand, 'accreditAfter'>,
): MailDraft {
  const renewing = soldIn(order.type as OrderType, order.metadata).find(({ interval }) => interval !== null)
  return {
    kind: 'order-paid',
    causedBy: 'visitor',
    once: `order-paid:${order.id}`,
    to: payerOf(application),
    subject: `Paid: ${orderLabel(order.type)}`,
    body: [
      {
        kind: 'paragraph',
        text:
          order.amount_pence > order.discount_pence
            ? 'Thank you. We have received your payment.'
            : 'Thank you. Your order is complete; there was nothing to pay today.',
      },
      { kind: 'facts', facts: [...payersFacts(order, application), amountOf(order)] },
      {
        kind: 'paragraph',
        text:
          renewing && periodEnd
            ? `${renewing.label} renews at ${pounds(renewing.pence)} per ${renewing.interval} on ${londonDateOf(periodEnd)}. You can cancel before then with Manage Billing on the page of your order. It then ends at the end of the period that you have paid for.`
            : 'You paid once. Nothing renews.',
      },
      ...(order.type === 'listing' ? listingParts(application, brand) : []),
      ...(waits ? [{ kind: 'paragraph' as const, text: waitWords(waits) }] : []),
      { kind: 'button', label: 'See your order', href: href('funnelSuccess', { appId: application.id }) },
    ],
  }
}

/** What a paid listing waits for before it is published, as its payer has to know. */
export function waitWords(waits: PublicationWait[]): string {
  const refund = `What is not published within ${waitDays} days we refund you.`
  if (waits.includes('refusal'))
    return `The assessment of your event has ended in a refusal, so we cannot publish it unless you appeal and your appeal is upheld. ${refund}`
  if (waits.includes('date'))
    return `The date of your event has passed, so we cannot publish it. If the date is wrong or has moved, change it on the page of your application. ${refund}`
  const steps = [
    waits.includes('address') && 'please confirm your email address with the link that we sent you',
    waits.includes('reviewer') && 'a reviewer checks that the application is from the organisation',
  ].filter(Boolean)
  const once = `Your event is published as soon as this is done: ${steps.join('; then ')}.`
  return `${once} Until then it is not accredited. ${refund}`
}

/** What comes with a listing: the certificate of its entry, and the mark. */
export function listingParts(
  { entry_number: number, register_status: registerStatus }: FunnelApplication,
  { accreditAfter: after }: Pick<Brand, 'accreditAfter'>,
): MailBlock[] {
  if (!number) return []
  if (registerStatus === 'listed') {
    const text = `Your event is in the public register under the number ${number}, as “${registerStatuses.listed.label}”. It is not accredited yet. It is accredited ${accreditAfter[after].when}. We will then email you the certificate.`
    return [{ kind: 'paragraph', text }]
  }
  if (isWithheld(registerStatus)) {
    return [{ kind: 'paragraph', text: `${withheldWords(registerStatus)} Paying does not change this.` }]
  }
  return [
    {
      kind: 'paragraph',
      text: `Your event is in the public register as accredited, under the number ${number}. Your certificate is ready. You can also show the verification badge. Download it from the press page, which has the rules for using it.`,
    },
    { kind: 'button', label: 'Download your certificate', href: apiPath('getCertificate', { file: `${number}.pdf` }) },
    { kind: 'button', label: 'Verification badge and rules', href: `${href('press')}#media-assets` },
  ]
}

/** What the team gets of an order that it has to carry out; the listing is published by itself. */
export function orderWorkMail(order: Order, application: FunnelApplication, brand: Brand): MailDraft | null {
  if (order.type === 'listing') return null
  return {
    kind: 'order-work',
    causedBy: 'visitor',
    once: `order-work:${order.id}`,
    to: { name: brand.name, email: brand.email },
    subject: `To do: ${orderLabel(order.type)} for ${application.reference}`,
    body: [
      {
        kind: 'facts',
        facts: [
          ...orderFacts(order, application),
          { term: 'Organisation', details: application.organisation_name },
          { term: 'Email', details: application.organisation_email },
          amountOf(order),
        ],
      },
      { kind: 'button', label: 'See the order', href: adminHref('order', { id: order.id }) },
      { kind: 'button', label: 'See the application', href: adminHref('review', { id: application.id }) },
    ],
  }
}

/** Whom the mails on an order go to: without a name, which somebody has typed, until the address is confirmed. */
export function payerOf(application: FunnelApplication): MailAddress {
  const { organisation_name: name, organisation_email: email, is_address_confirmed } = application
  return { name: is_address_confirmed ? name : '', email }
}

/** What a mail to the payer says of an order: nothing that was typed, until the address is confirmed. */
export function payersFacts(order: Pick<Order, 'type' | 'metadata'>, application: FunnelApplication) {
  const facts = orderFacts(order, application)
  return application.is_address_confirmed ? facts : facts.filter(({ term }) => !typedFacts.has(term))
}
const typedFacts = new Set(['Engraving', 'Event'])

/** What every mail to the team on an order says of it. */
export function orderFacts(order: Pick<Order, 'type' | 'metadata'>, { reference, event_draft }: FunnelApplication) {
  const services = chosenExtras(order.metadata).map((service) => extras[service].label)
  return [
    { term: 'Order', details: orderLabel(order.type) },
    { term: 'Services', details: services.join(', ') },
    { term: 'Engraving', details: order.metadata.engraving },
    { term: 'Event', details: event_draft.title },
    { term: 'Application', details: reference },
  ]
}

function amountOf(order: Order) {
  return { term: 'Paid', details: poundsAndPence(order.amount_pence - order.discount_pence) }
}

const discrepancyTexts: Record<Exclude<Discrepancy['kind'], 'unknown-order'>, string> = {
  'paid-twice': 'This was already paid for, so we did not record this payment. Please refund the money.',
  mismatch:
    'A real payment does not match its order, so we did not record it. Please compare the two before you refund anything.',
  'not-approved':
    'This payment arrived after the approval of its application was withdrawn. The order is recorded as paid, and nothing was published. Please decide the application again, or refund the money.',
}

/** What the team gets of a genuine payment that somebody has to look at. */
export function discrepancyMail(
  discrepancy: {
    id: string
    kind: Exclude<Discrepancy['kind'], 'unknown-order'>
    amountPence: number
    currency: string
  },
  order: Order,
  application: FunnelApplication,
  brand: Brand,
): MailDraft {
  return {
    kind: 'payment-discrepancy',
    causedBy: 'visitor',
    once: `payment-discrepancy:${discrepancy.id}`,
    to: { name: brand.name, email: brand.email },
    subject: `To check: a payment for ${application.reference}`,
    body: [
      {
        kind: 'paragraph',
        text: discrepancyTexts[discrepancy.kind],
      },
      {
        kind: 'facts',
        facts: [...orderFacts(order, application), { term: 'Taken', details: amountIn(discrepancy) }],
      },
      { kind: 'button', label: 'See the discrepancy', href: adminHref('payments') },
    ],
  }
}

/** What the team gets of a payment whose order does not exist here: the payer has paid for nothing that we know of. */
export function unknownOrderMail(
  discrepancy: {
    id: string
    amountPence: number
    currency: string
    sessionId: string | null
    paymentIntentId: string | null
    subscriptionId: string | null
  },
  brand: Brand,
): MailDraft {
  return {
    kind: 'payment-discrepancy',
    causedBy: 'visitor',
    once: `payment-discrepancy:${discrepancy.id}`,
    to: { name: brand.name, email: brand.email },
    subject: 'To check: a payment for an order that does not exist here',
    body: [
      {
        kind: 'paragraph',
        text: `A real payment is for an order that does not exist here. This can happen when a backup is restored that is older than the order. We did not record the payment. Please find the payer at the payment provider. Match it to their application, ask them to apply again, or refund the money there. We promise the payer to do this within ${matchDays} working days. A subscription is billed until it is ended there.`,
      },
      {
        kind: 'facts',
        facts: [
          { term: 'Taken', details: amountIn(discrepancy) },
          { term: 'Checkout session', details: discrepancy.sessionId },
          { term: 'Payment', details: discrepancy.paymentIntentId },
          { term: 'Subscription', details: discrepancy.subscriptionId },
        ],
      },
      { kind: 'button', label: 'See the discrepancy', href: adminHref('payments') },
    ],
  }
}

/** What the team gets of a payment page that asked for something else than its order and was closed before anybody paid. */
export function pageClosedMail(
  page: { sessionId: string; difference: string; amountPence: number; currency: string },
  order: Order,
  application: FunnelApplication,
  brand: Brand,
): MailDraft {
  return {
    kind: 'payment-page-closed',
    causedBy: 'visitor',
    once: `payment-page-closed:${page.sessionId}`,
    to: { name: brand.name, email: brand.email },
    subject: `To check: a payment page for ${application.reference} did not match the order`,
    body: [
      {
        kind: 'paragraph',
        text: `A payment page does not match its order: the ${page.difference} is different. No one paid on it. We are closing it, so that no one can pay. Please find out what made or changed it.`,
      },
      { kind: 'facts', facts: [...orderFacts(order, application), { term: 'Asked for', details: amountIn(page) }] },
      { kind: 'button', label: 'See the order', href: adminHref('order', { id: order.id }) },
    ],
  }
}

/** An amount as the provider has it, which need not be pounds: '49.00 GBP'. */
export function amountIn({ amountPence, currency }: { amountPence: number; currency: string }): string {
  return `${(amountPence / 100).toFixed(2)} ${currency.toUpperCase()}`
}
