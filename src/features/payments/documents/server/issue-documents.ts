import { camel } from '#database/camel.ts'
import { orderLabel } from '#domain/catalogue.ts'
import type { Pence } from '#domain/formats.ts'
import { poundsAndPence } from '#domain/money.ts'
import { entryMail, payersFacts } from '#features/payments/server/order-mails.ts'
import { type Order, readFunnelApplication, readOrder } from '#features/payments/server/queries.ts'
import { queueMail } from '#mail/queue-mail.ts'
import {
  type CreditNote,
  type InvoiceDocument,
  isPaymentsFailure,
  lookupFailed,
  type PaymentsFailure,
} from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import { documentNames, documentVat } from '../rules.ts'
import type { DocumentKind } from './queries.ts'

/** What is older was paid before the site kept documents: nobody gets an email about it now. In milliseconds. */
const maxMailAge = 14 * 24 * 60 * 60 * 1000

class NotYet extends Error {
  override readonly name = 'NotYet'
}

/**
 * Notes the invoices of an order's payments, also of those that were not recorded, and has a credit note made for each of its refunds. Nothing
 * waits for it: a payment is recorded and a refund sent before, and reconciliation comes back to what is missing. Run again, it changes nothing.
 * @throws when the provider does not answer, or has not written an invoice yet: the queue tries again.
 */
export async function issueDocuments({ orderId }: { orderId: string }, services: Services): Promise<void> {
  const [order] = await readOrder(services.sql, { orderId })
  if (!order) return
  const isWhole = await noteInvoices(services, order)
  await writeCreditNotes(services, order)
  if (!isWhole) throw new NotYet('The provider has not written the invoice yet.')
}

type Payment = { sessionId: string | null; subscriptionId: string | null; paymentIntentId: string | null }

/** @returns false where an invoice is still to come. */
async function noteInvoices(services: Services, order: Order): Promise<boolean> {
  const paid = await camel(services.sql)<Payment[]>`
    select checkout_session_id as session_id, subscription_id, payment_intent_id
    from orders where id = ${order.id}::uuid and paid_at is not null
    union all
    select checkout_session_id, subscription_id, payment_intent_id
    from payment_discrepancies where order_id = ${order.id}::uuid and kind <> 'not-approved'`
  const known = await camel(services.sql)<{ paymentIntentId: string | null }[]>`
    select payment_intent_id from payment_documents where order_id = ${order.id}::uuid and kind = 'invoice'`
  const isKnown = (payment: Payment) =>
    payment.subscriptionId === null &&
    payment.paymentIntentId !== null &&
    known.some(({ paymentIntentId }) => paymentIntentId === payment.paymentIntentId)
  let isWhole = true
  for (const payment of paid.filter((each) => !isKnown(each))) {
    const invoices = await invoicesOf(services, payment)
    // Payment pages of earlier releases asked for no invoice.
    if (invoices === 'none') isWhole &&= order.vat === null
    else
      for (const { number, invoiceId: providerId, ...invoice } of invoices)
        if (number !== null)
          await noteDocument(services, order, { ...invoice, kind: 'invoice', providerId, number }, null)
  }
  return isWhole
}

async function invoicesOf({ payments }: Services, payment: Payment): Promise<InvoiceDocument[] | 'none'> {
  const { sessionId, subscriptionId, paymentIntentId } = payment
  if (subscriptionId) return answered(await payments.listPaidInvoices(subscriptionId))?.invoices ?? []
  const session = sessionId ? answered(await payments.retrieveCheckoutSession(sessionId)) : null
  if (!session) return []
  const invoice = session.invoiceId ? answered(await payments.retrieveInvoice(session.invoiceId)) : null
  if (!invoice) return 'none'
  return [{ ...invoice.document, paymentIntentId: paymentIntentId ?? session.paymentIntentId }]
}

/** Null for what the provider does not have. */
function answered<Value extends object>(answer: Value | PaymentsFailure): Value | null {
  if (!isPaymentsFailure(answer)) return answer
  if (lookupFailed(answer) === 'unavailable') throw new NotYet('The payment provider did not answer.')
  return null
}

type Document = Omit<InvoiceDocument, 'invoiceId' | 'number'> & {
  kind: DocumentKind
  providerId: string
  number: string
}

/** @param corrects of a credit note. */
async function noteDocument(services: Services, order: Order, document: Document, corrects: RefundToCredit | null) {
  const { kind, providerId, number, grossPence, vatPence, isReverseCharge, paymentIntentId, issuedAt } = document
  const { invoiceId = null, refundId = null } = corrects ?? {}
  await services.sql.begin(async (tx) => {
    const [added] = await tx<{ id: string }[]>`
      insert into payment_documents (
        order_id, kind, provider_id, number, invoice_id, refund_id, payment_intent_id, gross_pence, vat_pence,
        is_reverse_charge, issued_at)
      values (${order.id}::uuid, ${kind}::text, ${providerId}::text, ${number}::text, ${invoiceId}::text, ${refundId}::text,
        ${paymentIntentId}::text, ${grossPence}::int, ${vatPence}::int, ${isReverseCharge}::boolean,
        ${issuedAt}::timestamptz)
      on conflict do nothing
      returning id`
    const isRecent = services.now().getTime() - Date.parse(issuedAt) < maxMailAge
    if (!added || grossPence <= 0 || !isRecent) return
    const [application] = await readFunnelApplication(tx, { applicationId: order.applicationId })
    const name = documentNames[kind]
    const facts = [
      { term: name, details: number },
      { term: 'For invoice', details: corrects?.invoiceNumber },
      { term: corrects ? 'Refunded' : 'Paid', details: poundsAndPence(grossPence) },
      documentVat(document),
    ]
    const draft = entryMail(kind, providerId, application!, `${name} ${number}: ${orderLabel(order.type)}`)`
      This is the ${name.toLowerCase()} for your ${corrects ? 'refund' : 'payment'}. You can download it as a PDF from the page of your entry, below Billing and invoices.

      ${payersFacts(order, application!, facts)}`
    await queueMail(tx, draft, services)
  })
}

type RefundToCredit = {
  refundId: string
  amountPence: Pence
  invoiceId: string
  invoiceNumber: string
  paymentIntentId: string
  isReverseCharge: boolean
}

async function writeCreditNotes(services: Services, order: Order): Promise<void> {
  const refunds = await camel(services.sql)<RefundToCredit[]>`
    select r.provider_refund_id as refund_id, r.amount_pence, d.provider_id as invoice_id, d.number as invoice_number,
      r.payment_intent_id, d.is_reverse_charge
    from order_refunds r
    join payment_documents d on d.order_id = r.order_id and d.kind = 'invoice' and d.payment_intent_id = r.payment_intent_id
    where r.order_id = ${order.id}::uuid and r.state = 'succeeded' and r.provider_refund_id is not null
      and not exists (select from payment_documents n where n.refund_id = r.provider_refund_id)
    order by r.id`
  for (const refund of refunds) {
    const note = await creditNoteOf(services, refund)
    if (!note) continue
    const { paymentIntentId, isReverseCharge } = refund
    const document = {
      ...note,
      kind: 'credit-note',
      providerId: note.creditNoteId,
      paymentIntentId,
      isReverseCharge,
    } as const
    await noteDocument(services, order, document, refund)
  }
}

/** One that is there already was made before an answer was lost, or by a person at the provider. @returns null where it is refused. */
async function creditNoteOf(
  { payments, now, log }: Services,
  { invoiceId, refundId, amountPence }: RefundToCredit,
): Promise<CreditNote | null> {
  const known = answered(await payments.listCreditNotes(invoiceId))
  const there = known?.creditNotes.find(({ refundIds }) => refundIds.includes(refundId))
  if (there) return there
  // The provider keeps an error under its key, so that the next hour has another one.
  const idempotencyKey = `credit-note-${refundId}-${now().toISOString().slice(0, 13)}`
  const made = await payments.createCreditNote({ invoiceId, refundId, amountPence, idempotencyKey })
  if (!isPaymentsFailure(made)) return made
  log.error('credit note not made', { failure: made.failure, code: made.code, request: made.requestId })
  return answered<CreditNote>(made)
}
