import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { remindRenewals } from '#features/payments/subscriptions/server/remind-renewals.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { createSandboxControls } from '#sandbox/payments/controls.ts'
import { addApplication } from '#test/add-application.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { siteOfFile } from '#test/of-file.ts'
import { until } from '#test/until.ts'
import { askToConfirm } from './server/ask-to-confirm.ts'

// Renewing is not only paying: the organiser confirms the facts of the entry, and enters its next edition.

const bought = '2026-11-21T12:00:00Z'
const state = { time: new Date(bought) }
const site = await siteOfFile({ now: () => state.time, demoData: false })
let controls: ReturnType<typeof createSandboxControls>
beforeAll(() => {
  controls = createSandboxControls({ sql: site.sql, clock: () => state.time })
})
beforeEach(async () => {
  state.time = new Date(bought)
  await emptyTables(
    site.sql,
    'rate_limits, register_history, register_entries, payment_events, order_refunds, orders, applications, organisations, mails, sandbox.payment_objects, sandbox.payment_deliveries, sandbox.payment_faults cascade',
  )
})

async function listed(organisation: Record<string, unknown> = {}) {
  const draft = { date: '2027-08-21' }
  const { id, organisationId } = await addApplication(site.sql, { status: 'approved', draft, organisation })
  const cookie = () => ownershipCookie('', [id, organisationId], site.services).split(';')[0]!
  const answer = await site.call('/api/stripe/create-listing-session', { applicationId: id }, { cookie: cookie() })
  const { url } = (await answer.json()) as { url: string }
  await controls.paySession(url.split('/').at(-1)!)
  await until(async () => (await site.sql`select from register_entries where application_id = ${id}`).length === 1)
  const path = `/my-applications/${id}/confirm`
  return {
    id,
    page: async (of = path) => (await (await site.get(of, { cookie: cookie() })).text()).replaceAll('<!-- -->', ''),
    confirm: (fields: Record<string, string> = {}) =>
      site.post(
        path,
        { intent: 'confirm', contactName: 'Robin Example', phone: '0161 496 0199', ...fields },
        { cookie: cookie() },
      ),
  }
}

const confirmationOf = async (id: string) =>
  (await site.sql`select * from renewal_confirmations where application_id = ${id}`)[0]
const levelOf = async (id: string) =>
  (await site.sql`select assurance from register_entries where application_id = ${id}`)[0]!.assurance
const kinds = async () => (await site.sql`select kind from mails order by id`).map(({ kind }) => kind)
/** The job leaves out an order that another one holds at that moment, and finds it the next time. */
const asks = (id: string, services = site.services) =>
  until(async () => {
    await askToConfirm({}, services)
    return (await confirmationOf(id)) !== undefined
  })
/** As after a decided assessment. */
async function assess(id: string): Promise<void> {
  await site.sql`
    update assessments set status = 'decided', outcome = 'accredit', decided_at = ${bought}, decided_by = 'assessors', score = 90
    where application_id = ${id}`
  await site.sql`
    update register_entries set assurance = 'assessed', assured_on = '2026-11-21', score = 90 where application_id = ${id}`
}

test('60 days before the end one email asks, and one prefilled page confirms', async () => {
  const { id, page, confirm } = await listed()
  state.time = new Date('2027-09-21T22:00:00Z')
  await askToConfirm({}, site.services)
  expect(await confirmationOf(id)).toBeUndefined()
  state.time = new Date('2027-09-21T23:30:00Z')
  for (let run = 0; run < 2; run++) await askToConfirm({}, site.services)
  expect((await kinds()).filter((kind) => kind === 'confirm-facts')).toHaveLength(1)
  expect(await page(`/my-applications/${id}`)).toContain('Confirm the facts')
  const form = await page()
  for (const filled of [
    'value="Robin Example"',
    'value="0161 496 0199"',
    'value="2028-08-19"',
    'Saturday 21 August 2027',
  ])
    expect(form).toContain(filled)
  const done = await confirm({ contactName: 'Sam Newcomer', nextDay: '2028-08-19' })
  expect(done.headers.get('location')).toBe(`/my-applications/${id}?done=confirmed`)
  expect((await confirmationOf(id))!.confirmed_at).toBe('2027-09-21T23:30:00.000Z')
  const [organisation] = await site.sql`select contact_name from organisations`
  expect(organisation!.contact_name).toBe('Sam Newcomer')
  // The next edition is the same entry with a new date, once a reviewer has accepted it.
  const [proposal] = await site.sql`select follows_day, event_draft ->> 'date' as day, state from proposed_changes`
  expect(proposal).toMatchObject({ follows_day: '2027-08-21', day: '2028-08-19', state: 'open' })
  expect(await kinds()).toEqual(expect.arrayContaining(['facts-confirmed', 'change-proposed', 'change-to-decide']))
  // Nothing is asked or held back any more.
  state.time = new Date('2027-11-22T12:00:00Z')
  await askToConfirm({}, site.services)
  expect((await confirmationOf(id))!.lowered_at).toBeNull()
}, 30_000)

test('without it the entry renews as declared at most, until somebody confirms', async () => {
  const { id, confirm } = await listed()
  await assess(id)
  state.time = new Date('2027-09-22T12:00:00Z')
  await asks(id)
  state.time = new Date('2027-10-25T12:00:00Z')
  await remindRenewals(site.services)
  const [reminder] = await site.sql`select text_body from mails where kind = 'renewal-reminder'`
  expect(reminder!.text_body).toContain('You have not confirmed the facts of your entry yet.')
  // The sandbox renews by itself: the payment is taken, and the level is not kept.
  state.time = new Date('2027-11-21T12:00:01Z')
  await until(async () => (await site.sql`select from orders where covers_until > '2028-01-01'`).length === 1)
  await askToConfirm({}, site.services)
  expect(await levelOf(id)).toBe('declared')
  expect((await confirm()).status).toBe(303)
  expect(await levelOf(id)).toBe('assessed')
}, 30_000)

test('by the setting it does not renew: the subscription ends before its charge, and a late confirmation brings it back', async () => {
  const services = { ...site.services, env: { ...site.services.env, renewUnconfirmed: 'end' as const } }
  const { id, page, confirm } = await listed()
  state.time = new Date('2027-09-22T12:00:00Z')
  await asks(id, services)
  state.time = new Date('2027-11-18T11:00:00Z')
  await askToConfirm({}, services)
  const stops = async () => (await site.sql`select renewal_stopped from orders where application_id = ${id}`)[0]
  expect(await stops()).toEqual({ renewal_stopped: false })
  state.time = new Date('2027-11-18T12:00:00Z')
  for (let run = 0; run < 2; run++) await askToConfirm({}, services)
  expect(await stops()).toEqual({ renewal_stopped: true })
  const stopped = await page(`/my-applications/${id}`)
  expect(stopped).toContain('The listing does not renew. It ends on 21 November 2027')
  expect(stopped).not.toContain('You have cancelled')
  expect((await kinds()).filter((kind) => kind.startsWith('renewal-'))).toEqual(['renewal-not-confirmed'])
  await confirm()
  expect(await stops()).toEqual({ renewal_stopped: false })
  // Not confirmed, nobody is charged.
  await site.sql`update renewal_confirmations set confirmed_at = null`
  await askToConfirm({}, services)
  state.time = new Date('2027-11-21T12:00:01Z')
  await until(async () => (await site.sql`select from orders where status = 'cancelled'`).length === 1)
  const invoices = await site.sql`select from sandbox.payment_objects where object = 'invoice'`
  expect(invoices).toHaveLength(1)
}, 30_000)

test.each(['suspended', 'revoked'])(
  'a listing that is %s is not charged for another year',
  async (status) => {
    const { id, page } = await listed()
    state.time = new Date('2027-11-18T11:00:00Z')
    await site.sql`update register_entries set status = ${status} where application_id = ${id}`
    const stops = async () => (await site.sql`select renewal_stopped from orders where application_id = ${id}`)[0]
    await askToConfirm({}, site.services)
    expect(await stops()).toEqual({ renewal_stopped: false })
    state.time = new Date('2027-11-18T12:00:00Z')
    for (let run = 0; run < 2; run++) await askToConfirm({}, site.services)
    expect(await stops()).toEqual({ renewal_stopped: true })
    const mails = await site.sql`select kind, text_body from mails where kind like 'renewal-%'`
    expect(mails.map(({ kind }) => kind)).toEqual(['renewal-withheld'])
    expect(mails[0]!.text_body).toContain(`Your accreditation is ${status}`)
    expect(mails[0]!.text_body).toContain('It ends on 21 November 2027, and nothing more is charged.')
    const stopped = 'We have stopped the renewal, because the accreditation was suspended or revoked.'
    expect(await page(`/my-applications/${id}`)).toContain(stopped)
    // Also where it is active again before that day.
    await site.sql`update register_entries set status = 'active' where application_id = ${id}`
    const reinstated = await page(`/my-applications/${id}`)
    expect(reinstated).toContain(stopped)
    expect(reinstated).not.toContain('You have cancelled')
    state.time = new Date('2027-11-21T12:00:01Z')
    await until(async () => (await site.sql`select from orders where status = 'cancelled'`).length === 1)
    expect(await site.sql`select from sandbox.payment_objects where object = 'invoice'`).toHaveLength(1)
  },
  30_000,
)

test('a company that the registry no longer confirms keeps the facts from being confirmed', async () => {
  const { id, confirm } = await listed({ company_no: '99999999' })
  state.time = new Date('2027-09-22T12:00:00Z')
  await askToConfirm({}, site.services)
  const answered = await confirm()
  expect(answered.headers.get('location')).toBe(`/my-applications/${id}?done=company`)
  expect(await confirmationOf(id)).toMatchObject({ confirmed_at: null, company_state: 'unknown' })
  expect(await kinds()).toContain('company-to-check')
}, 30_000)

test('the page is the applicant’s alone, and a day that is over is not a next edition', async () => {
  const { id, confirm } = await listed()
  state.time = new Date('2027-09-22T12:00:00Z')
  expect((await site.get(`/my-applications/${id}/confirm`)).status).toBe(404)
  expect((await site.post(`/my-applications/${id}/confirm`, { intent: 'confirm' })).status).toBe(404)
  const refused = await confirm({ nextDay: '2027-09-21' })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('This day is over. Give the day of the next edition')
  // Before the 60 days, the next edition is entered alone.
  state.time = new Date('2027-09-01T12:00:00Z')
  const entered = await confirm({ nextDay: '2028-08-19' })
  expect(entered.headers.get('location')).toBe(`/my-applications/${id}?done=edition`)
  expect(await confirmationOf(id)).toBeUndefined()
}, 30_000)
