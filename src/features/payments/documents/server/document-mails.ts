import { orderLabel } from '#domain/catalogue.ts'
import type { Pence } from '#domain/formats.ts'
import { poundsAndPence } from '#domain/money.ts'
import { payersFacts, payersMail } from '#features/payments/server/order-mails.ts'
import type { FunnelApplication, Order } from '#features/payments/server/queries.ts'
import { href } from '#pages.ts'
import { documentVat } from '../rules.ts'

type Document = {
  providerId: string
  number: string
  grossPence: Pence
  vatPence: Pence
  isReverseCharge: boolean
}

export const invoiceMail = (invoice: Document, order: Order, application: FunnelApplication) =>
  payersMail('invoice', invoice.providerId, application, `Invoice ${invoice.number}: ${orderLabel(order.type)}`)`
    This is the invoice for your payment. You can download it as a PDF from the page of your entry, below Billing and invoices.

    ${payersFacts(order, application, [{ term: 'Invoice', details: invoice.number }, { term: 'Paid', details: poundsAndPence(invoice.grossPence) }, documentVat(invoice)])}

    [Go to your entry](${href('myApplication', { appId: application.id })})`

/** @param invoice which it corrects. */
export const creditNoteMail = (note: Document, invoice: string, order: Order, application: FunnelApplication) =>
  payersMail('credit-note', note.providerId, application, `Credit note ${note.number}: ${orderLabel(order.type)}`)`
    This is the credit note for your refund. You can download it as a PDF from the page of your entry, below Billing and invoices.

    ${payersFacts(order, application, [{ term: 'Credit note', details: note.number }, { term: 'For invoice', details: invoice }, { term: 'Refunded', details: poundsAndPence(note.grossPence) }, documentVat(note)])}

    [Go to your entry](${href('myApplication', { appId: application.id })})`
