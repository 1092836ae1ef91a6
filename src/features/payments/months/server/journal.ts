import { type } from 'arktype'
import { type CamelSql, camel } from '#database/camel.ts'
import { orderLabel } from '#domain/catalogue.ts'
import type { Pence } from '#domain/formats.ts'
import { londonDay, monthName } from '#domain/london-time.ts'
import { movementKinds } from '#features/payments/ledger/rules.ts'
import { read } from '#requests/command.ts'
import { csvFile, logExport } from '#requests/csv-file.ts'
import { listDeferred, listJournal } from '../queries.ts'
import { isBookedIncome, isMonth, type JournalRow, lastDayOf, type Month, monthAfter, xeroAccounts } from '../rules.ts'

const pounds = (pence: Pence) => pence / 100

export const exportJournal = read({
  permission: 'money',
  summary: 'The journal of a month as a CSV file',
  description:
    'Movements of money of one month (`YYYY-MM`, in London), by day, product and kind, with net, VAT, gross and fees in pounds, and the deferred income at its end. With `layout=xero` as manual journals for Xero, which was not tried there.',
  query: type({ month: 'string <= 7', 'layout?': 'string <= 10' }).onUndeclaredKey('delete'),
  answers: { 200: { file: 'text/csv' } },
  headers: ['Content-Disposition'],
  failures: {},
  run: async ({ query, visitor, services }) => {
    const month = isMonth(query.month) ? query.month : londonDay(services.now()).slice(0, 7)
    await logExport({ visitor, services }, 'journal', query)
    const sql = camel(services.sql)
    return query.layout === 'xero' ? await xeroFile(sql, month) : await journalFile(sql, month)
  },
})

const isFee = ({ kind }: JournalRow) => kind === 'fee' || kind === 'dispute-fee'

type Line = Pick<JournalRow, 'day' | 'product' | 'number' | 'netPence' | 'vatPence' | 'vatRate'> & {
  what: string
  grossPence: Pence
  feePence: Pence
}

async function journalFile(sql: CamelSql, month: Month) {
  const [rows, deferred] = await Promise.all([listJournal(sql, month), listDeferred(sql, month)])
  const lines: Line[] = [
    ...rows.map((row) => ({
      ...row,
      what: movementKinds[row.kind].words + (row.isBooked || isFee(row) || !row.product ? '' : ' (to check)'),
      netPence: isFee(row) ? 0 : row.netPence,
      grossPence: isFee(row) ? 0 : row.amountPence,
      feePence: isFee(row) ? -row.amountPence : 0,
    })),
    ...deferred.map(({ month: earned, netPence }) => ({
      day: lastDayOf(month),
      product: 'listing',
      what: `Deferred to ${monthName(earned)}`,
      number: 0,
      netPence: -netPence,
      vatPence: 0,
      vatRate: 0,
      grossPence: 0,
      feePence: 0,
    })),
  ]
  return csvFile<Line>(
    {
      name: `journal-${month}.csv`,
      columns: [
        { heading: 'Day', value: ({ day }) => day },
        { heading: 'Product', value: ({ product }) => product && orderLabel(product) },
        { heading: 'What', value: ({ what }) => what },
        { heading: 'Number', value: ({ number }) => number },
        { heading: 'Net', value: ({ netPence }) => pounds(netPence) },
        { heading: 'VAT', value: ({ vatPence }) => pounds(vatPence) },
        { heading: 'VAT rate', value: ({ vatRate }) => vatRate / 100 },
        { heading: 'Gross', value: ({ grossPence }) => pounds(grossPence) },
        { heading: 'Fees', value: ({ feePence }) => pounds(feePence) },
      ],
    },
    inOnePart(lines),
  )
}

type XeroLine = { description: string; account: string; tax: string; pence: Pence }

const withoutVat = 'No VAT'

/**
 * One journal for the month, positive for a debit (help.xero.com, "Enter multiple manual journals using an import template"). Xero works VAT
 * out of the net amount of a line; what it finds in pence more or less than the ledger is a line of its own.
 */
async function xeroFile(sql: CamelSql, month: Month) {
  const [rows, after, before] = await Promise.all([
    listJournal(sql, month),
    listDeferred(sql, month),
    listDeferred(sql, monthAfter(month, -1)),
  ])
  const lines: XeroLine[] = []
  const incomes = new Map<string, { row: JournalRow; net: Pence; vat: Pence }>()
  for (const row of rows.filter(isBookedIncome)) {
    const key = `${row.product} ${row.kind} ${row.vatRate}`
    const sum = incomes.get(key) ?? { row, net: 0, vat: 0 }
    incomes.set(key, { row, net: sum.net + row.netPence, vat: sum.vat + row.vatPence })
  }
  let rounding = 0
  let balance = 0
  for (const { row, net, vat } of incomes.values()) {
    const description = `${orderLabel(row.product)}: ${movementKinds[row.kind].words}`
    const tax = row.vatRate === 0 ? withoutVat : `${row.vatRate / 100}% (VAT on Income)`
    lines.push({ description, account: xeroAccounts.sales, tax, pence: -net })
    rounding += vat - Math.round((net * row.vatRate) / 10_000)
    balance += net + vat
  }
  const fees = rows.filter(isFee).reduce((sum, { amountPence }) => sum - amountPence, 0)
  const put = (description: string, account: string, pence: Pence) => {
    if (pence !== 0) lines.push({ description, account, tax: withoutVat, pence })
  }
  put('Fees of the payment provider', xeroAccounts.fees, fees)
  put('Rounding of VAT', xeroAccounts.rounding, -rounding)
  put('Balance at the payment provider before payouts', xeroAccounts.balance, balance - fees)
  const sum = (parts: { netPence: Pence }[]) => parts.reduce((all, { netPence }) => all + netPence, 0)
  const deferred = sum(after) - sum(before)
  put('Change of deferred income', xeroAccounts.sales, deferred)
  put('Change of deferred income', xeroAccounts.deferred, -deferred)
  const [year, number, day] = lastDayOf(month).split('-')
  return csvFile<XeroLine>(
    {
      name: `xero-journal-${month}.csv`,
      columns: [
        { heading: '*Narration', value: () => `Payments of ${monthName(month)}` },
        { heading: '*Date', value: () => `${day}/${number}/${year}` },
        { heading: 'Description', value: ({ description }) => description },
        { heading: '*AccountCode', value: ({ account }) => account },
        { heading: '*TaxRate', value: ({ tax }) => tax },
        { heading: '*Amount', value: ({ pence }) => pounds(pence) },
      ],
    },
    inOnePart(lines),
  )
}

async function* inOnePart<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}
