import type Stripe from 'stripe'
import { pdfFonts } from '#drawing/pdf-fonts.ts'
import { collectPdf } from '#drawing/tagged-pdf.ts'
import type { Books } from './books.ts'
import { day, money } from './hosted-page.ts'
import { taxAmount } from './taxes.ts'

/** What Stripe takes from the settings of the account. */
export type Seller = { name: string; address: string[]; vatNumber: string }

type Row = [what: string, amount: string]

/** An invoice (`in_…`) or a credit note (`cn_…`) as one page of A4. @throws ApiError 404 */
export async function documentPdf(books: Books, id: string, seller: Seller): Promise<Uint8Array> {
  const note = id.startsWith('cn_') ? await books.get('credit_note', id) : null
  const invoice = await books.get('invoice', note ? (note.invoice as string) : id)
  const taxes = await taxRows(books, note ?? invoice)
  const rows: Row[] = note ? [...taxes, ['Refunded', money(note.total)]] : invoiceRows(invoice, taxes)
  const facts = [...(note ? [`For invoice ${invoice.number}`] : []), ...billedTo(invoice)]
  const notes = [invoice.customer_tax_exempt === 'reverse' ? 'Reverse charge' : '', invoice.footer ?? '']
  const title = `${note ? 'Credit note' : 'Invoice'} ${(note ?? invoice).number ?? ''}`
  return await draw(title, (note ?? invoice).created, { facts, rows, notes }, seller)
}

function invoiceRows({ subtotal, total, amount_paid, lines }: Stripe.Invoice, taxes: Row[]): Row[] {
  const discount = subtotal - total
  return [
    ...lines.data.map(({ description, amount }): Row => [description ?? '', money(amount)]),
    ...(discount > 0 ? [['Discount', `−${money(discount)}`] as Row] : []),
    ...taxes,
    ['Total', money(total)],
    ['Paid', money(amount_paid)],
  ]
}

function billedTo(invoice: Stripe.Invoice): string[] {
  const numbers = invoice.customer_tax_ids?.map(({ value }) => value) ?? []
  return [
    `Bill to ${invoice.customer_name ?? invoice.customer_email ?? 'the customer'}`,
    invoice.customer_address?.country ?? '',
    ...(numbers.length > 0 ? [`VAT number ${numbers.join(', ')}`] : []),
  ].filter(Boolean)
}

async function taxRows(
  books: Books,
  { total, total_taxes }: Pick<Stripe.Invoice, 'total' | 'total_taxes'>,
): Promise<Row[]> {
  const [tax] = total_taxes ?? []
  if (!tax) return []
  const rate = await books.get('tax_rate', tax.tax_rate_details!.tax_rate)
  const vat = taxAmount(total_taxes)
  return [
    ['Without VAT', money(total - vat)],
    [`${rate.display_name}, ${rate.percentage}%, included`, money(vat)],
  ]
}

async function draw(
  title: string,
  issued: number,
  { facts, rows, notes }: { facts: string[]; rows: Row[]; notes: string[] },
  seller: Seller,
): Promise<Uint8Array> {
  const [{ default: PDFDocument }, fonts] = await Promise.all([import('pdfkit'), pdfFonts()])
  const doc = new PDFDocument({
    size: 'A4',
    margin: 56,
    font: '',
    lang: 'en-GB',
    info: { Title: title },
  })
  doc.registerFont('sans', fonts.sans as never)
  doc.registerFont('bold', fonts.sansBold as never)
  const bytes = collectPdf(doc)
  const line = (text: string, size = 11, font = 'sans') => doc.font(font).fontSize(size).text(text)
  line(title, 22, 'bold')
  line(`Test: no money moved. ${day(issued)}`).moveDown()
  for (const text of [seller.name, ...seller.address]) line(text)
  if (seller.vatNumber) line(`VAT number ${seller.vatNumber}`)
  doc.moveDown()
  for (const text of facts) line(text)
  doc.moveDown()
  for (const [what, amount] of rows) {
    const { y } = doc
    line(what, 11, what === 'Total' ? 'bold' : 'sans')
    const below = doc.y
    doc.text(amount, 56, y, { width: 483, align: 'right' })
    doc.x = 56
    doc.y = Math.max(below, doc.y)
  }
  doc.moveDown()
  for (const text of notes.filter(Boolean)) line(text)
  doc.end()
  return await bytes
}
