import { adminHref } from '#admin-pages.ts'
import { apiPath } from '#api.ts'
import type { Brand } from '#brand.ts'
import type { PublicationWait } from '#domain/application-state.ts'
import { accreditAfter, asAccredited } from '#domain/assurance.ts'
import { chosenExtras, extras, type OrderType, orderLabel, renewingPart } from '#domain/catalogue.ts'
import type { Instant, Pence } from '#domain/formats.ts'
import { startDay } from '#domain/listing-term.ts'
import { londonDateOf, longDay } from '#domain/london-time.ts'
import type { MailAddress } from '#domain/mail-address.ts'
import { paidFor, pounds } from '#domain/money.ts'
import { isWithheld, registerStatuses } from '#domain/register-status.ts'
import { isVatIn, priceWithVat } from '#domain/vat.ts'
import { waitDays } from '#features/payments/identity/rules.ts'
import { matchDays, withheldWords } from '#features/payments/rules.ts'
import type { ShownTerm } from '#features/payments/terms.ts'
import { mail } from '#mail/mail.ts'
import type { MailBlock, MailDraft } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'
import type { PaymentToCheck } from '../fulfilment/server/queries.ts'
import type { FunnelApplication, Order } from './queries.ts'

type CausedBy = MailDraft['causedBy']

/** To the payer, once for what it is about. */
export function payersMail(
  kind: string,
  about: string,
  application: FunnelApplication,
  subject: string,
  causedBy: CausedBy = 'system',
) {
  return mail(kind, { causedBy, subject, once: `${kind}:${about}`, to: payerOf(application) })
}

/** The same, with a button that leads to their entry at its end. */
export function entryMail(...head: Parameters<typeof payersMail>) {
  const write = payersMail(...head)
  return (...body: Parameters<typeof write>): MailDraft => {
    const draft = write(...body)
    const entry = href('myApplication', { appId: head[2].id })
    return { ...draft, body: [...draft.body, { kind: 'button', label: 'Go to your entry', href: entry }] }
  }
}

export const whenRefundArrives =
  'The money goes to the card or bank account that you paid with. It usually arrives within 10 working days. On your statement it has our name. A refund soon after the payment can make the payment itself disappear instead.'

export function teamMail(kind: string, about: string, brand: Brand, subject: string, causedBy: CausedBy = 'visitor') {
  return mail(kind, { causedBy, subject, once: `${kind}:${about}`, to: { name: brand.name, email: brand.email } })
}

/** @param waits what a listing waits for before it is published; null for one that is, and for everything else. */
export function orderPaidMail(
  order: Order,
  application: FunnelApplication,
  periodEnd: Instant | null,
  waits: PublicationWait[] | null,
  brand: Pick<Brand, 'accreditAfter'>,
): MailDraft {
  const renewing = renewingPart(order.type as OrderType, order.metadata)
  const isPaid = order.amountPence > order.discountPence
  return entryMail('order-paid', order.id, application, `Paid: ${orderLabel(order.type)}`, 'visitor')`
    ${isPaid ? 'Thank you. We have received your payment.' : 'Thank you. Your order is complete; there was nothing to pay today.'}

    ${payersFacts(order, application, [amountOf(order)])}

    ${
      renewing && periodEnd
        ? `${renewing.label} renews at ${pounds(renewing.pence)} per ${renewing.interval}${isVatIn(order.vat) ? ' including VAT' : ''} on ${londonDateOf(periodEnd)}. You can cancel before then with Manage Billing on the page of your entry. It then ends at the end of the period that you have paid for.`
        : 'You paid once. Nothing renews.'
    }

    ${order.type === 'listing' ? listingParts(application, brand) : null}

    ${waits && waitWords(waits)}`
}

/** The contract in a form that the payer keeps. */
export function withTerms(receipt: MailDraft, terms: ShownTerm[]): MailDraft {
  const blocks: MailBlock[] = [
    { kind: 'heading', text: 'What you agreed to' },
    { kind: 'facts', facts: terms },
  ]
  return { ...receipt, body: [...receipt.body.slice(0, -1), ...blocks, ...receipt.body.slice(-1)] }
}

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

export function listingParts(
  { entryNumber: number, registerStatus, ...application }: FunnelApplication,
  { accreditAfter: after }: Pick<Brand, 'accreditAfter'>,
): MailBlock[] {
  if (!number) return []
  if (registerStatus === 'listed') {
    const text = `Your event is in the public register under the number ${number}, as “${registerStatuses.listed.label}”. It is not accredited yet. It is accredited ${accreditAfter[after].when}. We will then email you the certificate.`
    return [{ kind: 'paragraph', text }]
  }
  if (isWithheld(registerStatus))
    return [{ kind: 'paragraph', text: `${withheldWords(registerStatus)} Paying does not change this.` }]
  return [
    {
      kind: 'paragraph',
      text: `Your event is in the public register ${asAccredited(application)}, under the number ${number}. Your certificate is ready. You can also show the verification badge. Download it from the press page, which has the rules for using it.`,
    },
    { kind: 'button', label: 'Download your certificate', href: apiPath('getCertificate', { file: `${number}.pdf` }) },
    { kind: 'button', label: 'Verification badge and rules', href: `${href('press')}#media-assets` },
  ]
}

/** When the work on what is paid monthly begins. @param startsNow its buyer asked for an early start. */
export function startWords(startsNow: boolean | undefined, paid: Date): string {
  return startsNow
    ? 'At once, as the buyer asked'
    : `Not before ${longDay(startDay(paid.toISOString()))}: until then the buyer can cancel and owes nothing`
}

/** A listing is published by itself. @param start of what is paid monthly. */
export const orderWorkMail = (
  order: Order,
  application: FunnelApplication,
  brand: Brand,
  start: string | null = null,
) =>
  order.type === 'listing'
    ? null
    : teamMail('order-work', order.id, brand, `To do: ${orderLabel(order.type)} for ${application.reference}`)`
        ${orderFacts(order, application, [...organisationFacts(application), amountOf(order), startOf(order, start)])}

        [See the order](${adminHref('order', { id: order.id })})

        [See the application](${adminHref('review', { id: application.id })})`

function startOf(order: Order, details: string | null) {
  const renewing = renewingPart(order.type as OrderType, order.metadata)
  return { term: `Start of ${renewing?.label}`, details: renewing && details }
}

/** Who gets the emails on an order: without a name, which somebody has typed, until the address is confirmed. */
export function payerOf(application: FunnelApplication): MailAddress {
  const { organisationName: name, organisationEmail: email, isAddressConfirmed } = application
  return { name: isAddressConfirmed ? name : '', email }
}

type Fact = { term: string; details: string | null | undefined }
type SoldOrder = Pick<Order, 'type' | 'metadata'>

/** What an email to the payer says of an order: nothing that was typed, until the address is confirmed. */
export function payersFacts(order: SoldOrder, application: FunnelApplication, more: Fact[] = []): MailBlock[] {
  const facts = listFacts(order, application)
  const shown = application.isAddressConfirmed ? facts : facts.filter(({ term }) => !typedFacts.has(term))
  return [{ kind: 'facts', facts: [...shown, ...more] }]
}
const typedFacts = new Set(['Engraving', 'Event'])

export function orderFacts(order: SoldOrder, application: FunnelApplication, more: Fact[] = []): MailBlock[] {
  return [{ kind: 'facts', facts: [...listFacts(order, application), ...more] }]
}

function listFacts(order: SoldOrder, { reference, eventDraft }: FunnelApplication): Fact[] {
  const services = chosenExtras(order.metadata).map((service) => extras[service].label)
  return [
    { term: 'Order', details: orderLabel(order.type) },
    { term: 'Services', details: services.join(', ') },
    { term: 'Engraving', details: order.metadata.engraving },
    { term: 'Event', details: eventDraft.title },
    { term: 'Application', details: reference },
  ]
}

export function organisationFacts(application: FunnelApplication): Fact[] {
  return [
    { term: 'Organisation', details: application.organisationName },
    { term: 'Email', details: application.organisationEmail },
  ]
}

function amountOf(order: Order) {
  return { term: 'Paid', details: priceWithVat(paidFor(order), order.vat) }
}

const discrepancyTexts: Record<Exclude<PaymentToCheck['kind'], 'unknown-order'>, string> = {
  'paid-twice': 'This was already paid for, so we did not record this payment. Please refund the money.',
  mismatch:
    'A real payment does not match its order, so we did not record it. Please compare the two before you refund anything.',
  'not-approved':
    'This payment arrived after the approval of its application was withdrawn. The order is recorded as paid, and nothing was published. Please decide the application again, or refund the money.',
}

/** For the team: a genuine payment that somebody has to look at. */
export const discrepancyMail = (
  discrepancy: PaymentToCheck & { id: string; kind: keyof typeof discrepancyTexts },
  order: Order,
  application: FunnelApplication,
  brand: Brand,
) =>
  teamMail('payment-discrepancy', discrepancy.id, brand, `To check: a payment for ${application.reference}`)`
    ${discrepancyTexts[discrepancy.kind]}

    ${orderFacts(order, application, [{ term: 'Taken', details: amountIn(discrepancy) }])}

    [See the discrepancy](${adminHref('payments')})`

export const unknownOrderMail = (discrepancy: PaymentToCheck & { id: string }, brand: Brand) =>
  teamMail('payment-discrepancy', discrepancy.id, brand, 'To check: a payment for an order that does not exist here')`
    A real payment is for an order that does not exist here. This can happen when a backup is restored that is older than the order. We did not record the payment. Please find the payer at the payment provider. Match it to their application, ask them to apply again, or refund the money there. We promise the payer to do this within ${matchDays} working days. A subscription is billed until it is ended there.

    | Taken: ${amountIn(discrepancy)}
    | Checkout session: ${discrepancy.sessionId}
    | Payment: ${discrepancy.paymentIntentId}
    | Subscription: ${discrepancy.subscriptionId}

    [See the discrepancy](${adminHref('payments')})`

/** For the team: a payment page that asked for something else than its order, and was closed before anybody paid. */
export const pageClosedMail = (
  page: { sessionId: string; difference: string; amountPence: Pence; currency: string },
  order: Order,
  application: FunnelApplication,
  brand: Brand,
) =>
  teamMail(
    'payment-page-closed',
    page.sessionId,
    brand,
    `To check: a payment page for ${application.reference} did not match the order`,
  )`
    A payment page does not match its order: the ${page.difference} is different. No one paid on it. We are closing it, so that no one can pay. Please find out what made or changed it.

    ${orderFacts(order, application, [{ term: 'Asked for', details: amountIn(page) }])}

    [See the order](${adminHref('order', { id: order.id })})`

/** An amount as the provider has it, which need not be pounds: '49.00 GBP'. */
export function amountIn({ amountPence, currency }: { amountPence: number; currency: string }): string {
  return `${(amountPence / 100).toFixed(2)} ${currency.toUpperCase()}`
}
