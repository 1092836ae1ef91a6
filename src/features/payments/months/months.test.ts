import { beforeAll, expect, test } from 'bun:test'
import { defaultBrand } from '#brand.ts'
import { monthName } from '#domain/london-time.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { type Movement, writeMovements } from '../ledger/server/write-movements.ts'
import { lastDayOf, monthAfter } from './rules.ts'

const site = await siteOfFile({
  demoData: false,
  now: () => new Date('2027-04-12T09:00:00Z'),
  env: { brand: { ...defaultBrand, vatNumber: 'GB220430231', vatRates: [{ from: '', percent: 20 }] } },
})
const cookie = await signInAdmin(site)
const get = async (path: string) => await (await site.get(path, { cookie })).text()
const textOf = (html: string) => html.replaceAll(/<script[\s\S]*?<\/script>/g, '').replaceAll(/<[^>]+>/g, '|')

async function addOrder(type: string, pence: number, paidAt: string, more: Record<string, unknown> = {}) {
  const { id: application_id, organisationId, reference } = await addApplication(site.sql, { status: 'approved' })
  const row = { application_id, organisation_id: organisationId, type, status: 'paid', amount_pence: pence }
  const [order] = await site.sql<{ id: string }[]>`
    insert into orders ${site.sql({ ...row, created_at: paidAt, paid_at: paidAt, ...more } as never)} returning id`
  return { id: order!.id, reference }
}

const write = (movements: Partial<Movement>[], now?: string) =>
  writeMovements(
    site.sql,
    now ? { ...site.services, now: () => new Date(now) } : site.services,
    movements.map((movement) => ({ orderId: null, paymentIntentId: null, currency: 'gbp', ...movement }) as Movement),
  )

let debit: { id: string; reference: string }
beforeAll(async () => {
  const listing = await addOrder('listing', 4_900, '2027-03-02T10:00:00Z')
  const renewed = await addOrder('listing', 4_900, '2026-02-20T10:00:00Z')
  const ended = await addOrder('listing', 4_900, '2026-02-21T10:00:00Z')
  debit = await addOrder('award', 19_900, '2027-03-31T22:30:00Z', { debit_began_at: '2027-03-26T10:00:00Z' })
  // Half past eleven in the evening of 31 March in London, which is still March; an hour later would be April.
  await write([
    {
      kind: 'payment',
      providerId: 'pi_l',
      orderId: listing.id,
      paymentIntentId: 'pi_l',
      amountPence: 4_900,
      happenedAt: '2027-03-02T10:00:00Z',
    },
    {
      kind: 'fee',
      providerId: 'txn_l',
      orderId: listing.id,
      paymentIntentId: 'pi_l',
      amountPence: -94,
      happenedAt: '2027-03-02T10:00:00Z',
    },
    {
      kind: 'payment',
      providerId: 'pi_d',
      orderId: debit.id,
      paymentIntentId: 'pi_d',
      amountPence: 19_900,
      happenedAt: '2027-03-31T22:30:00Z',
    },
    {
      kind: 'payment',
      providerId: 'pi_r',
      orderId: renewed.id,
      paymentIntentId: 'pi_r',
      amountPence: 4_900,
      happenedAt: '2026-02-20T10:00:00Z',
    },
    {
      kind: 'renewal',
      providerId: 'in_r',
      orderId: renewed.id,
      paymentIntentId: 'pi_r2',
      amountPence: 4_900,
      happenedAt: '2027-02-20T10:00:00Z',
    },
    {
      kind: 'payment',
      providerId: 'pi_e',
      orderId: ended.id,
      paymentIntentId: 'pi_e',
      amountPence: 4_900,
      happenedAt: '2026-02-21T10:00:00Z',
    },
    {
      kind: 'refund-asked',
      providerId: 'our',
      orderId: debit.id,
      paymentIntentId: 'pi_d',
      amountPence: 6_000,
      happenedAt: '2027-03-31T22:40:00Z',
    },
    { kind: 'payout', providerId: 'po_1', amountPence: 4_806, happenedAt: '2027-03-08T00:00:00Z' },
  ])
  await write(
    [
      {
        kind: 'refund-sent',
        providerId: 're_1',
        orderId: debit.id,
        paymentIntentId: 'pi_d',
        amountPence: 6_000,
        happenedAt: '2027-03-31T22:50:00Z',
      },
      {
        kind: 'refund-sent',
        providerId: 're_2',
        orderId: debit.id,
        paymentIntentId: 'pi_d',
        amountPence: 600,
        happenedAt: '2027-03-31T23:10:00Z',
      },
    ],
    '2027-04-02T09:00:00Z',
  )
  await site.sql`
    insert into provider_transactions (id, type, source_id, amount_pence, fee_pence, currency, created_at, available_at, payout_id)
    values ('txn_l', 'charge', 'ch_l', 4900, 94, 'gbp', '2027-03-02', '2027-03-05', 'po_1'),
      ('txn_p', 'payout', 'po_1', -4806, 0, 'gbp', '2027-03-08', '2027-03-08', 'po_1')`
})

test('months are counted and named', () => {
  expect([monthAfter('2027-01', -1), monthAfter('2026-12', 1), monthAfter('2027-03', 12)]).toEqual([
    '2026-12',
    '2027-01',
    '2028-03',
  ])
  expect([lastDayOf('2027-02'), lastDayOf('2028-02'), monthName('2027-03')]).toEqual([
    '2027-02-28',
    '2028-02-29',
    'March 2027',
  ])
})

test('the last month is shown first, with its figures net of VAT and what came late', async () => {
  const shown = textOf(await get('/admin/months'))
  expect(shown).toContain('March 2027')
  const after = (term: string) => /[£−-][\d,.£]+/.exec(shown.slice(shown.indexOf(term) + term.length))?.[0]
  // (49 + 199 - 60) less VAT; the refund of ten past midnight in London is April's.
  expect(after('Refunds net of VAT')).toBe('£50.00')
  expect(shown).toContain('1 refund, £60.00 with VAT of £10.00')
  expect(after('Revenue net of VAT and refunds')).toBe('£156.66')
  expect(after('Fees of payments')).toBe('£0.94')
  expect(after('Paid out to the bank')).toBe('£48.06')
  expect(shown).toContain('1 movement, equal')
  const late = shown.slice(
    shown.indexOf('What came late'),
    shown.indexOf('Deferred income|', shown.indexOf('What came late')),
  )
  expect(late).toContain('Bank debit: Gold Award')
  expect(late).toContain(debit.reference)
  expect(late).toContain('26 March 2027')
  expect(late).toContain('Refund sent: Gold Award')
})

test('what is paid for months that have not begun is deferred, to the penny', async () => {
  const csv = await get('/api/admin/journal.csv?month=2027-03')
  const deferred = csv.split('\r\n').filter((line) => line.includes('Deferred to'))
  // £40.83 net in twelve parts: eleven are left of March's payment, ten of February's renewal.
  expect(deferred).toHaveLength(11)
  const sum = deferred.reduce((all, line) => all + Number(line.split(',')[4]), 0)
  expect(sum).toBeCloseTo(-(37.43 + 34.02), 2)
  expect(csv).toContain('2027-03-31,Gold Award,Refund sent,1,-50,-10,20,-60,0')
  expect(csv).toContain('2027-03-02,Annual Listing,Fee,1,0,0,0,0,0.94')
  expect(csv).not.toContain('Refund asked for')
  expect(csv).not.toContain('2027-04')
})

test('the journal for Xero balances, with the VAT that Xero works out', async () => {
  const csv = await get('/api/admin/journal.csv?month=2027-03&layout=xero')
  const [head, ...lines] = csv.trim().split('\r\n')
  expect(head).toBe('*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount')
  let pence = 0
  for (const line of lines) {
    const cells = line.split(',')
    const [tax, amount] = cells.slice(-2)
    expect(cells.slice(0, 2)).toEqual(['Payments of March 2027', '31/03/2027'])
    const net = Math.round(Number(amount) * 100)
    pence += net + (tax === '20% (VAT on Income)' ? Math.round(net * 0.2) : 0)
  }
  expect(pence).toBe(0)
  expect(lines.length).toBeGreaterThan(4)
})

test('renewal rate and churn are of those that came due, by month of entry', async () => {
  const shown = textOf(await get('/admin/months?month=2027-03'))
  const row = shown.slice(shown.lastIndexOf('|February 2026|')).split('|').filter(Boolean)
  expect(row.slice(0, 7)).toEqual(['February 2026', '2', '2', '1', '1', '50%', '50%'])
})

test('a payout is matched with the bank statement once, and by whom is kept', async () => {
  const match = () => site.post('/admin/months?month=2027-03', { intent: 'see', payout: 'po_1' }, { cookie })
  const answer = await match()
  expect(answer.headers.get('location')).toBe('/admin/months?month=2027-03&done=seen')
  expect(textOf(await get('/admin/months?month=2027-03'))).toMatch(/Matched by [^|]+, 12 April 2027/)
  expect((await match()).status).toBe(409)
  expect((await site.post('/admin/months', { intent: 'see', payout: 'po_none' }, { cookie })).status).toBe(409)
})

test('a month without movements has zeros without a sign', async () => {
  const shown = textOf(await get('/admin/months?month=2026-12'))
  expect(shown).toContain('£0.00')
  expect(shown).not.toContain('-£0.00')
})

test('a month that makes no sense, or has not begun, is the last one', async () => {
  for (const month of ['2027-13', '2030-01', 'x'])
    expect(textOf(await get(`/admin/months?month=${month}`))).toContain('March 2027')
})
