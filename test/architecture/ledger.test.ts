import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { findStatements, openProgram } from './statements.ts'

// Every figure of money that somebody reads is a sum of movements: src/features/payments/ledger/server/sum-movements.ts.

const tables = /\b(orders|order_renewals|order_refunds|order_disputes|order_payments|order_dispute_amounts)\b/
const sums = /\b(sum|avg)\s*\(\s*[^)]*(amount|pence|paid|price)/i

/** What was asked for by one person, for the limit of it: a rule, and shown to nobody. */
const isLimit = (where: string, text: string) =>
  where.startsWith('src/features/payments/refunds/server/queries.ts:') && text.includes('as is_made,')

/** What sums money, or the amounts that orders and what became of them hold. */
const sumsMoney = (text: string) => sums.test(text) && !/\bmoney_movements\b/.test(text)
/** Views of before the ledger, which a process of the last release reads. */
const readsOldSums = (text: string) => /\border_(payments|dispute_amounts)\b/.test(text)

test('a sum of money is found', () => {
  expect(sumsMoney('select sum(amount_pence - discount_pence) from orders')).toBe(true)
  expect(sumsMoney('select sum(r.amount_pence) from order_refunds as r')).toBe(true)
  expect(sumsMoney('select count(*) from orders')).toBe(false)
})

/** A sum in TypeScript of what orders say of themselves. */
const addsUpOrders = /\breduce\([^;]*\b(paidFor|order\.(amount|discount)Pence)\b/

test('no sum in TypeScript adds up orders', async () => {
  expect(addsUpOrders.test('orders.reduce((sum, order) => sum + (order.isPaid ? paidFor(order) : 0), 0)')).toBe(true)
  const wrong: string[] = []
  for await (const path of new Glob('src/**/*.{ts,tsx}').scan())
    if (!path.includes('.test.') && addsUpOrders.test(await Bun.file(path).text())) wrong.push(path)
  expect(wrong).toEqual([])
})

test('no statement outside the ledger sums the money of orders', () => {
  const wrong = findStatements(openProgram(['src/**/*.{ts,tsx}', '!src/**/*.test.{ts,tsx}']))
    .filter(
      ({ where, parts }) => !where.startsWith('src/features/payments/ledger/') && !isLimit(where, parts.join(' ')),
    )
    .filter(({ template, parts }) => {
      const text = parts.join(' ')
      // A part of the ledger's own is a value in the text.
      return (
        (sumsMoney(template.getText().replace('bookedMovements(', 'money_movements(')) && tables.test(text)) ||
        readsOldSums(text)
      )
    })
    .map(({ where }) => where)
  expect(wrong).toEqual([])
})
