import { beforeAll, expect, test } from 'bun:test'
import { fillFromOrders } from '#features/payments/ledger/server/fill-from-orders.ts'
import type { PageData } from '#page/page.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { openTestSite } from '#test/site.ts'
import { durationTop, durationWords, roundTop } from './rules.ts'
import type { admin } from './server.ts'

type Data = PageData<typeof admin>
type Pictures = Extract<Awaited<Data['pictures']>, { value: unknown }>['value']

const at = (day: string) => `${day}T10:00:00Z`
const site = await siteOfFile({ demoData: false, now: () => new Date('2027-03-31T12:00:00Z') })
const owner = await signInAdmin(site)
beforeAll(async () => {
  const [person] = await site.sql`select id from people limit 1`
  const decide = async (submitted: string, decided: string, decision: string, by: string | null) => {
    const added = await addApplication(site.sql, { status: decision as 'approved', submittedAt: submitted })
    await site.sql`
      insert into application_decisions (application_id, decision, decided_by, decided_by_name, decided_at)
      values (${added.id}, ${decision}, ${by}, 'X', ${decided})`
    return added
  }
  const one = await decide(at('2027-03-01'), at('2027-03-02'), 'approved', person!.id)
  const two = await decide(at('2027-03-02'), at('2027-03-05'), 'rejected', person!.id)
  await decide(at('2027-03-03'), at('2027-03-03'), 'approved', null)
  await addApplication(site.sql, { submittedAt: at('2027-03-30') })
  await addApplication(site.sql, { submittedAt: at('2026-01-01') })
  // Clocks go forward on 28 March 2027: half past midnight in London on the 29th is the 28th in UTC.
  await addApplication(site.sql, { submittedAt: '2027-03-28T23:30:00Z' })
  const pay = async (of: { id: string; organisationId: string }, type: string, pence: number, paid: string) =>
    (
      await site.sql`
        insert into orders (application_id, organisation_id, type, amount_pence, discount_pence, status, paid_at)
        values (${of.id}, ${of.organisationId}, ${type}, ${pence}, 0, 'paid', ${paid}) returning id`
    )[0]!.id as string
  const listing = await pay(one, 'listing', 4900, at('2027-03-10'))
  await pay(two, 'award', 19900, at('2027-03-11'))
  await pay(two, 'marketing', 99500, at('2026-03-11'))
  // A free first year whose second was paid and given back, and an order that a lost dispute took back without a refund.
  const free = await pay(two, 'listing', 0, at('2027-03-12'))
  await site.sql`
    insert into order_refunds (order_id, payment_intent_id, amount_pence, state, requested_at)
    values (${free}, 'pi_renewal', 4900, 'succeeded', ${at('2027-03-15')})`
  await site.sql`
    insert into order_renewals (order_id, invoice_id, payment_intent_id, amount_pence, paid_at)
    values (${free}, 'in_renewal', 'pi_renewal', 4900, ${at('2027-03-13')})`
  const disputed = await pay(two, 'ads', 25900, at('2027-03-13'))
  await site.sql`update orders set status = 'refunded' where id = ${disputed}`
  await site.sql`
    insert into order_disputes (id, order_id, payment_intent_id, amount_pence, currency, reason, status, opened_at)
    values ('du_1', ${disputed}, 'pi_ads', 25900, 'gbp', 'fraudulent', 'lost', ${at('2027-03-20')}),
      ('du_2', ${listing}, 'pi_1', 4900, 'gbp', 'fraudulent', 'warning_needs_response', ${at('2027-03-20')})`
  await site.sql`
    insert into order_refunds (order_id, payment_intent_id, amount_pence, state, requested_at)
    values (${listing}, 'pi_1', 900, 'succeeded', ${at('2027-03-15')}), (${listing}, 'pi_1', 500, 'failed', ${at('2027-03-15')})`
  await fillFromOrders(site.services)
  await site.sql`insert into daily_visits values ('2027-03-10', 'home', 40), ('2027-03-11', 'apply', 8), ('2026-01-01', 'home', 9)`
})

async function overview(query = '', cookie = owner): Promise<Pick<Data, 'work'> & Pictures> {
  const response = await fetch(`${site.origin}/admin${query}`, { headers: { cookie, accept: 'application/json' } })
  const { data } = (await response.json()) as { data: { work: Data['work']; pictures: { value: Pictures } } }
  return { work: data.work, ...data.pictures.value }
}
type Person = { id: string; cookie: string }
const text = async (query: string, cookie = owner) =>
  (await (await fetch(`${site.origin}/admin${query}`, { headers: { cookie } })).text()).replaceAll('<!-- -->', '')

test('the pictures count what happened in their period, by the days of London', async () => {
  const { funnel, decisions, revenue } = await overview()
  // 30 days end today: they begin on 2 March.
  expect(funnel).toEqual({ home: 40, apply: 8, submitted: 4, approved: 2, checkout: 0, paid: 2 })
  expect(decisions!.rows).toHaveLength(30)
  expect(decisions!.rows.find(({ day }) => day === '2027-03-29')!.submitted).toBe(1)
  expect(decisions!.median).toBe(48)
  expect(decisions!.count).toBe(2)
  expect(revenue!.map((row) => [row.type, row.paidPence, row.refundedPence, row.disputedPence]).sort()).toEqual([
    ['ads', 25900, 0, 25900],
    ['award', 19900, 0, 0],
    ['listing', 9800, 5800, 0],
  ])
  const year = await overview('?days=365')
  expect(year.decisions!.span).toBe('week')
  expect(year.decisions!.rows.reduce((sum, row) => sum + row.submitted, 0)).toBe(5)
})

test('what waits opens by itself, with its day or amount; what nobody waits for is not shown', async () => {
  await site.sql`
    insert into complaints (reference, name, email, about, message, received_at)
    values ('C-ONE', 'Robin Example', 'robin@harbour-lights.example', 'event', 'Too loud.', now())`
  await site.sql`
    select graphile_worker.add_job('nothing-takes-this', max_attempts := 1) from generate_series(1, 2)`
  const [concern] = await site.sql`
    insert into concerns (reference, about, in_danger, event, happened, received_at, promised_at)
    values ('CON-ONE', 'safety', true, 'A fair', 'Hello', now(), '2027-03-01') returning id`
  const [running] = await site.sql`
    update graphile_worker._private_jobs set attempts = 1,
      locked_at = case when id = (select max(id) from graphile_worker._private_jobs) then now() end
    where max_attempts = 1 and attempts = 0 returning id`
  expect(running).toBeDefined()
  const { work } = await overview()
  const counts = Object.fromEntries(work.map(({ kind, total }) => [kind, total]))
  expect(counts).toMatchObject({ complaints: 1, concerns: 1, failedJobs: 1, applications: 3, disputes: 2 })
  expect(Object.keys(counts)).not.toContain('appeals')
  const html = await text('')
  expect(html).toContain(`href="/admin/concerns/${concern!.id}"`)
  expect(html).toContain('Start by 1 March 2027 (late)')
  expect(html).toContain('£49.00')
  expect(html).not.toContain('open appeal')
})

test('each person sees their own: a proposal is not for who made it, a case for who looks after it, votes for the panel', async () => {
  const people = []
  for (const [name, role] of [
    ['Pia', 'reviewer'],
    ['Sal', 'reviewer'],
    ['Pat', 'panel'],
  ] as const) {
    const credentials = { email: `${name}@beaa.example`, password: 'a long enough password' }
    const id = await site.services.auth.setPassword({ ...credentials, name, roles: [role] })
    people.push({ id, cookie: await signInAdmin(site, credentials) })
  }
  const [pia, sal, pat] = people as [Person, Person, Person]
  expect(await text('', pat.cookie)).toContain('Nothing is waiting for you.')
  const added = await addApplication(site.sql, {
    status: 'approved',
    draft: { title: 'Lantern Walk', date: '2027-08-21' },
  })
  const [found] = await site.sql`
    update assessments set status = 'proposed', assigned_to = ${pia.id} where application_id = ${added.id} returning id`
  await site.sql`
    insert into assessment_steps (assessment_id, step, by_id, by_name, outcome, taken_at)
    values (${found!.id}, 'proposed', ${pia.id}, 'Pia', 'accredit', now())`
  const kinds = async ({ cookie }: Person) => (await overview('', cookie)).work.map(({ kind }) => kind)
  expect(await kinds(pia)).toContain('mine')
  expect(await kinds(pia)).not.toContain('proposals')
  expect(await kinds(sal)).toContain('proposals')
  expect(await kinds(sal)).not.toContain('mine')
  expect(await text('', pia.cookie)).toContain('Event on 21 August 2027')
  const [referral] = await site.sql`
    insert into assessment_steps (assessment_id, step, by_id, by_name, taken_at)
    values (${found!.id}, 'referred', ${pia.id}, 'Pia', now()) returning id`
  await site.sql`update assessments set status = 'panel' where id = ${found!.id}`
  await site.sql`
    insert into assessment_panel (referral_id, person_id, person_name, named_at)
    values (${referral!.id}, ${pat.id}, 'Pat', now())`
  expect(await kinds(pat)).toEqual(['votes'])
  expect(await text('', pat.cookie)).toContain(`href="/admin/panel/${found!.id}"`)
  await site.sql`
    insert into assessment_steps (assessment_id, step, by_id, by_name, reason, taken_at)
    values (${found!.id}, 'conflict', ${pat.id}, 'Pat', 'Cousin', now())`
  expect(await kinds(pat)).toEqual([])
})

test('each role sees what its permissions cover', async () => {
  for (const [role, sees] of [
    ['reviewer', { funnel: true, decisions: true, revenue: false, register: false }],
    ['editor', { funnel: false, decisions: false, revenue: false, register: true }],
    ['finance', { funnel: true, decisions: false, revenue: true, register: false }],
  ] as const) {
    const credentials = { email: `${role}@beaa.example`, password: 'a long enough password' }
    await site.services.auth.setPassword({ ...credentials, name: role, roles: [role] })
    const data = await overview('', await signInAdmin(site, credentials))
    const shown = Object.fromEntries(
      (['funnel', 'decisions', 'revenue', 'register'] as const).map((key) => [key, data[key] !== null]),
    )
    expect({ role, ...shown }).toEqual({ role, ...sees })
  }
})

test('each picture has its table, and none has a style attribute', async () => {
  const html = await (await fetch(`${site.origin}/admin`, { headers: { cookie: owner } })).text()
  // The pictures follow the page (ui/deferred-section.tsx).
  const main = html.slice(html.indexOf('<main'))
  expect(main.match(/The figures/g)).toHaveLength(5)
  expect(main).toContain('role="img"')
  expect(main).not.toContain('style=')
})

test('opened pages of the funnel are counted, kept ones too, and written when the site stops', async () => {
  const other = await openTestSite({ demoData: false })
  for (const path of ['/apply-accreditation', '/apply-accreditation', '/about', '/']) {
    await (await fetch(other.origin + path)).text()
  }
  await other.stop()
  const rows = await other.sql`select page, visits from daily_visits order by page`
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { page: 'apply', visits: 2 },
    { page: 'home', visits: 1 },
  ])
  await other.close().catch(() => {})
})

test('durations and scales read well', () => {
  expect([0.5, 1, 5.25, 47, 48, 80].map(durationWords)).toEqual([
    '30 minutes',
    '1 hour',
    '6 hours',
    '47 hours',
    '2 days',
    '4 days',
  ])
  expect([3, 40, 47, 208.3].map(durationTop).map(durationWords)).toEqual(['5 hours', '2 days', '2 days', '10 days'])
  expect([0, 1, 2, 3, 7, 11, 100, 101].map(roundTop)).toEqual([1, 1, 2, 5, 10, 20, 100, 200])
})
