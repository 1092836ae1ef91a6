import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { type AddedApplication, addApplication } from '#test/add-application.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { openTestSite, type TestSite } from '#test/site.ts'

const secret = 'a secret of the sales side'
let status = 204
let received = 0
const crm = Bun.serve({
  port: 0,
  fetch: () => {
    received++
    return new Response(null, { status })
  },
})

let site: TestSite
let alone: TestSite
let cookies: { site: string; alone: string }
beforeAll(async () => {
  const settings = { url: `http://127.0.0.1:${crm.port}/hook`, secret }
  ;[site, alone] = await Promise.all([
    openTestSite({ demoData: false, env: { crm: settings } }),
    openTestSite({ demoData: false }),
  ])
  cookies = { site: await signInAdmin(site), alone: await signInAdmin(alone) }
})
beforeEach(async () => {
  status = 204
  received = 0
  for (const one of [site, alone]) await emptyTables(one.sql, 'crm_updates, crm_deliveries')
})
afterAll(async () => {
  await Promise.all([site.close(), alone.close()])
  await crm.stop(true)
})

async function add(one: TestSite, state: string, application?: AddedApplication): Promise<string> {
  const { id } = application ?? (await addApplication(one.sql, { draft: { title: 'Fern <Fair>' } }))
  const [row] = await one.sql`
    insert into crm_updates (application_id, status, selected_options, state, attempts)
    values (${id}, 'assessment_requested', '{gold}', ${state}, 16) returning id`
  await one.sql`
    insert into crm_deliveries (update_id, http_status, outcome) values (${row!.id}, 503, 'The CRM answered with 503.')`
  return row!.id
}
const read = async (one: TestSite, cookie: string, query = '') =>
  await (await fetch(`${one.origin}/admin/crm-updates${query}`, { headers: { cookie } })).text()
const send = (one: TestSite, cookie: string, update: string) =>
  fetch(`${one.origin}/admin/crm-updates?state=failed`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: one.origin, cookie },
    body: new URLSearchParams({ update }),
  })
const stateOf = async (one: TestSite, id: string) =>
  (await one.sql`select state from crm_updates where id = ${id}`)[0]!.state as string

test('shows what was told, in which state, and what came of it', async () => {
  await add(alone, 'kept')
  const html = await read(alone, cookies.alone)
  for (const words of [
    'No CRM is connected',
    'Fern &lt;Fair&gt;',
    'Assessment requested',
    'Gold Standard Accreditation',
    'The CRM answered with 503.',
  ]) {
    expect([words, html.includes(words)]).toEqual([words, true])
  }
  expect(html.includes('Send again')).toBe(false)
  expect((await read(alone, cookies.alone, '?state=delivered')).includes('No update is delivered.')).toBe(true)
})

test('has page numbers and is sorted by when an update was written', async () => {
  const application = await addApplication(alone.sql)
  const ids: string[] = []
  for (let number = 0; number < 51; number++) ids.push(await add(alone, 'kept', application))
  await alone.sql`update crm_updates set status = 'pre_approved' where id = ${ids[0]!}`
  const isOldestIn = async (query: string) => (await read(alone, cookies.alone, query)).includes('Pre-approved')
  expect(await read(alone, cookies.alone, '?state=kept')).toContain('href="/admin/crm-updates?state=kept&amp;page=2"')
  expect(await isOldestIn('?state=kept')).toBe(false)
  expect(await isOldestIn('?state=kept&page=2')).toBe(true)
  expect(await isOldestIn('?sort=written')).toBe(true)
})

test('a failed one is sent again once, however often it is pressed, and the log says by whom', async () => {
  const id = await add(site, 'failed')
  expect((await read(site, cookies.site)).includes('Send again')).toBe(true)
  const pressed = await Promise.all([1, 2, 3].map(() => send(site, cookies.site, id)))
  const landings = pressed.map((answer) => answer.headers.get('location')!)
  expect(landings.filter((to) => to === '/admin/crm-updates?state=failed&done=sent')).toHaveLength(1)
  const end = Date.now() + 10_000
  while ((await stateOf(site, id)) !== 'delivered' && Date.now() < end) await Bun.sleep(25)
  expect(await stateOf(site, id)).toBe('delivered')
  expect(received).toBe(1)
  const log = await site.sql`select actor_name, action from audit_log where subject_id = ${id}`
  expect(log.map(({ action }) => action)).toEqual(['crm-update.sent-again'])
  // Delivered is delivered.
  expect((await send(site, cookies.site, id)).headers.get('location')).toContain('done=unchanged')
})

test('without a CRM nothing is sent, and without a sign-in nothing is seen', async () => {
  const id = await add(alone, 'kept')
  expect((await send(alone, cookies.alone, id)).headers.get('location')).toContain('done=unchanged')
  expect(await stateOf(alone, id)).toBe('kept')
  const html = await read(alone, '')
  expect(html.includes('Fern &lt;Fair&gt;')).toBe(false)
  await send(alone, '', id)
  expect(await stateOf(alone, id)).toBe('kept')
  expect((await send(alone, cookies.alone, 'x')).status).toBe(404)
})
