import type Stripe from 'stripe'
import { pdfFonts } from '#drawing/pdf-fonts.ts'
import { collectPdf } from '#drawing/tagged-pdf.ts'
import type { Books } from './books.ts'
import { day, money } from './hosted-page.ts'
import { taxAmount } from './taxes.ts'

/** What Stripe takes from the settings of the account. */
export type Seller = { name: string; address: string[]; vatNumber: string }

type Row = [what: string, amount: string]
type Content = { title: string; number: string; issued: number; facts: string[]; rows: Row[]; notes: string[] }

/** An invoice (`in_…`) or a credit note (`cn_…`) as one page of A4. @throws ApiError 404 */
export async function documentPdf(books: Books, id: string, seller: Seller): Promise<Uint8Array> {
  return await draw(id.startsWith('cn_') ? await creditNote(books, id) : await invoice(books, id), seller)
}

async function invoice(books: Books, id: string): Promise<Content> {
  const found = await books.get('invoice', id)
  const discount = found.subtotal - found.total
  return {
    title: 'Invoice',
    number: found.number ?? '',
    issued: found.created,
    facts: billedTo(found),
    rows: [
      ...found.lines.data.map(({ description, amount }): Row => [description ?? '', money(amount)]),
      ...(discount > 0 ? [['Discount', `−${money(discount)}`] as Row] : []),
      ...(await taxRows(books, found)),
      ['Total', money(found.total)],
      ['Paid', money(found.amount_paid)],
    ],
    notes: [found.customer_tax_exempt === 'reverse' ? 'Reverse charge' : '', found.footer ?? ''],
  }
}

async function creditNote(books: Books, id: string): Promise<Content> {
  const note = await books.get('credit_note', id)
  const of = await books.get('invoice', note.invoice as string)
  return {
    title: 'Credit note',
    number: note.number,
    issued: note.created,
    facts: [`For invoice ${of.number}`, ...billedTo(of)],
    rows: [...(await taxRows(books, note)), ['Refunded', money(note.total)]],
    notes: [of.customer_tax_exempt === 'reverse' ? 'Reverse charge' : '', of.footer ?? ''],
  }
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

async function draw({ title, number, issued, facts, rows, notes }: Content, seller: Seller): Promise<Uint8Array> {
  const [{ default: PDFDocument }, fonts] = await Promise.all([import('pdfkit'), pdfFonts()])
  const doc = new PDFDocument({
    size: 'A4',
    margin: 56,
    font: '',
    lang: 'en-GB',
    info: { Title: `${title} ${number}` },
  })
  doc.registerFont('sans', fonts.sans as never)
  doc.registerFont('bold', fonts.sansBold as never)
  const bytes = collectPdf(doc)
  const line = (text: string, size = 11, font = 'sans') => doc.font(font).fontSize(size).text(text)
  line(`${title} ${number}`, 22, 'bold')
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
