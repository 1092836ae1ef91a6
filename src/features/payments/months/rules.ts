import { adminHref } from '#admin-pages.ts'
import { orderLabel } from '#domain/catalogue.ts'
import type { Day, Pence } from '#domain/formats.ts'
import type { MovementKind } from '../ledger/rules.ts'

/** `YYYY-MM`, in London. */
export type Month = string

export function isMonth(text: string | null): text is Month {
  return /^20\d{2}-(0[1-9]|1[0-2])$/.test(text ?? '')
}

export function monthAfter(month: Month, months: number): Month {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year!, number! - 1 + months, 1)).toISOString().slice(0, 7)
}

export const firstDayOf = (month: Month): Day => `${month}-01`

export function lastDayOf(month: Month): Day {
  return new Date(Date.parse(firstDayOf(monthAfter(month, 1))) - 86_400_000).toISOString().slice(0, 10)
}

export const monthHref = (month: Month) => adminHref('months', { month })

/** Sums of one day, kind of movement, product and rate, with their signs. */
export type JournalRow = {
  day: Day
  kind: MovementKind
  /** Empty for what belongs to no order. */
  product: string
  /** False for payments that a person has to check first, with all that becomes of them. */
  isBooked: boolean
  /** In hundredths of a per cent. */
  vatRate: number
  number: number
  amountPence: Pence
  netPence: Pence
  vatPence: Pence
}

const none = {
  payments: 0,
  renewals: 0,
  /** Of payments and renewals, less what went back. */
  revenueNetPence: 0,
  /** Net of VAT. What was sent and came back is not in it. */
  refundsNetPence: 0,
  refundsVatPence: 0,
  refundsGrossPence: 0,
  refunds: 0,
  /** What payers' banks took, less what they gave back, net of VAT. */
  disputesNetPence: 0,
  renewalsNetPence: 0,
  vatPence: 0,
}
type ProductFigures = typeof none & { product: string; label: string }

export const isIncome = ({ kind }: JournalRow) =>
  /^(payment|renewal|refund-(sent|failed)|dispute-(opened|won))$/.test(kind)

export const isBookedIncome = (row: JournalRow) => row.isBooked && isIncome(row)

/** For each product, in the order of the labels. */
export function figuresByProduct(rows: readonly JournalRow[]): ProductFigures[] {
  const products = new Map<string, ProductFigures>()
  for (const { kind, product, number, amountPence, netPence, vatPence } of rows.filter(isBookedIncome)) {
    const figures = products.get(product) ?? { product, label: orderLabel(product), ...none }
    products.set(product, figures)
    figures.vatPence += vatPence
    if (kind === 'payment') figures.payments += number
    if (kind === 'renewal') {
      figures.renewals += number
      figures.renewalsNetPence += netPence
    }
    if (kind === 'dispute-opened' || kind === 'dispute-won') figures.disputesNetPence -= netPence
    else figures.revenueNetPence += netPence
    if (kind === 'refund-sent' || kind === 'refund-failed') {
      figures.refunds += kind === 'refund-sent' ? number : -number
      figures.refundsNetPence -= netPence
      figures.refundsVatPence -= vatPence
      figures.refundsGrossPence -= amountPence
    }
  }
  return [...products.values()].sort((one, other) => one.label.localeCompare(other.label))
}

export function totalOf(figures: readonly ProductFigures[]): typeof none {
  const total = { ...none }
  for (const product of figures)
    for (const name of Object.keys(none) as (keyof typeof none)[]) total[name] += product[name]
  return total
}

/** With the sign of the ledger: negative when it leaves the balance. */
export function sumOf(rows: readonly JournalRow[], kinds: readonly MovementKind[]): Pence {
  return rows.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amountPence }) => sum + amountPence, 0)
}

/** '80%'; empty where nothing came due. */
export const shareWords = (part: number, whole: number) => (whole > 0 ? `${Math.round((100 * part) / whole)}%` : '')

/** Accounts of Xero's own chart for the UK. With another chart they are changed in the file. */
export const xeroAccounts = { sales: '200', fees: '404', deferred: '810', balance: '855', rounding: '860' }
