import { expect, test } from 'bun:test'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { erasePerson } from './erase-person.ts'
import { exportPerson } from './queries.ts'
import { runRetention } from './run-retention.ts'

const now = new Date('2026-11-20T12:00:00Z')
const site = await siteOfFile({ demoData: false, now: () => now })
const { sql } = site

test('an erasure leaves invoices and credit notes, which go seven years after their date', async () => {
  const { id, organisationId, email } = await addApplication(sql, {
    status: 'rejected',
    organisation: { vat_number: 'IE1234567X' },
  })
  const [order] = await sql<{ id: string }[]>`
    insert into orders (application_id, organisation_id, type, status, amount_pence, paid_at, created_at, vat)
    values (${id}, ${organisationId}, 'award', 'refunded', 19900, '2019-11-19', '2019-11-19', '20') returning id`
  const add = (number: string, issuedAt: string, ofRefund: string | null) => sql`
    insert into payment_documents (order_id, kind, provider_id, number, invoice_id, refund_id, gross_pence, vat_pence,
      is_reverse_charge, issued_at)
    values (${order!.id}, ${ofRefund ? 'credit-note' : 'invoice'}, ${number}, ${number}, ${ofRefund && 'in_1'}, ${ofRefund},
      19900, 3317, false, ${issuedAt})`
  await add('A-0001', '2019-11-19T12:00:00Z', null)
  await add('A-0001-CN-01', '2019-11-21T12:00:00Z', 're_1')
  const numbers = async () => (await sql`select number from payment_documents order by number`).map((row) => row.number)

  const [held] = await exportPerson(sql, { email })
  expect(held!.held.invoices).toMatchObject([{ number: 'A-0001', vat_pence: 3_317 }, { number: 'A-0001-CN-01' }])
  const { erased, kept } = await sql.begin((tx) => erasePerson(tx, { email, now: site.services.now().toISOString() }))
  expect(erased).toContainEqual({ what: 'Contacts of organisations', count: 1 })
  expect(kept.find(({ what }) => what === 'Invoices and credit notes')).toMatchObject({ count: 2 })
  expect(await numbers()).toEqual(['A-0001', 'A-0001-CN-01'])
  const [organisation] = await sql`select email, vat_number from organisations where id = ${organisationId}`
  expect(organisation).toMatchObject({ vat_number: 'IE1234567X' })
  expect(organisation!.email).toStartWith('erased-')

  await runRetention({}, site.services)
  expect(await numbers()).toEqual(['A-0001-CN-01'])
})
