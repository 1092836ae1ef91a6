import { expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { readEnv } from '#env.ts'
import type { Services } from '#requests/services.ts'
import { databaseOfFile } from '#test/of-file.ts'
import { listMovements } from './sum-movements.ts'
import { type Movement, writeMovements } from './write-movements.ts'

const { sql } = await databaseOfFile()
const read = readEnv({
  PUBLIC_URL: 'http://127.0.0.1:9',
  VAT_NUMBER: 'GB220430231',
  VAT_RATE: '20, 22 from 2027-04-01',
})
if ('problems' in read) throw new Error(read.problems.join('\n'))
const services = { brand: read.env.brand, now: () => new Date('2027-05-02T09:00:00Z') } as Services

const orderId = randomUUID()
const payment: Movement = {
  kind: 'payment',
  providerId: 'pi_1',
  orderId,
  paymentIntentId: 'pi_1',
  amountPence: 4_900,
  currency: 'gbp',
  happenedAt: '2027-03-31T23:30:00.000Z',
}
const back = (kind: Movement['kind'], providerId: string, amountPence: number): Movement => ({
  ...payment,
  kind,
  providerId,
  amountPence,
  happenedAt: '2027-05-01T10:00:00.000Z',
})

test('a movement told twice is one row, has its sign, and the VAT of the day of its payment in London', async () => {
  expect(await writeMovements(sql, services, [payment, payment, { ...payment, kind: 'fee', amountPence: 0 }])).toEqual([
    payment,
  ])
  const [row] = await listMovements(sql, { orderId })
  // 1 April in London, where the summer has begun.
  expect(row).toMatchObject({ happenedOn: '2027-04-01', amountPence: 4_900, vatPence: 884, netPence: 4_016 })
})

test('parts that go back hold together the VAT of the whole, and what comes back brings its own again', async () => {
  const parts = [
    back('refund-sent', 're_1', 1_633),
    back('refund-sent', 're_2', 1_633),
    back('dispute-opened', 'dp_1', 1_634),
    back('refund-failed', 're_1', 1_633),
    back('dispute-lost', 'dp_1', 1_634),
  ]
  await writeMovements(sql, services, parts)
  const rows = await listMovements(sql, { orderId })
  const sum = (ids: string[]) =>
    rows.reduce(
      (total, { providerId, kind, vatPence }) => (ids.includes(`${kind} ${providerId}`) ? total + vatPence : total),
      0,
    )
  expect(sum(['refund-sent re_1', 'refund-sent re_2', 'dispute-opened dp_1'])).toBe(-884)
  expect(sum(['refund-sent re_1', 'refund-failed re_1'])).toBeWithin(-1, 2)
  expect(rows.filter(({ moves }) => !moves).map(({ kind }) => kind)).toEqual(['dispute-lost'])
})

test('no movement is changed or deleted, by anybody', async () => {
  expect(sql`update money_movements set amount_pence = 1`.execute()).rejects.toThrow('append-only')
  expect(sql`delete from money_movements`.execute()).rejects.toThrow('append-only')
})
