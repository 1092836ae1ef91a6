import { beforeEach, expect, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'

const site = await siteOfFile({ demoData: false })
const cookie = await signInAdmin(site)
beforeEach(async () => {
  await site.sql`delete from rate_limits`
})

const get = (path: string, headers: Record<string, string> = { cookie }) => site.get(path, headers)
const post = (path: string, form: Record<string, string>, headers: Record<string, string> = { cookie }) =>
  site.post(path, form, headers)
const count = async (table: string, where = 'true') =>
  (await site.sql.unsafe(`select count(*)::int as rows from ${table} where ${where}`))[0]!.rows as number

const complaint = {
  about: 'decision',
  concerns: 'APP-7K3M9Q',
  message: 'It took a year.\r\nAnd a <b>day</b>.',
  name: 'Wilma Thistle',
  email: 'Wilma@Thistle.example',
}

test('a complaint is stored, acknowledged, seen in the admin area, answered once and closed', async () => {
  const wrong = await post('/complaints', { ...complaint, about: '', email: 'wilma' }, {})
  expect(wrong.status).toBe(422)
  const shown = await wrong.text()
  expect(shown).toContain('Choose what it is about')
  expect(shown).toContain('Enter an email address, like name@example.com')
  expect(shown).toContain('It took a year.')
  expect(await count('complaints')).toBe(0)

  const taken = await post('/complaints', complaint, {})
  expect(taken.status).toBe(303)
  const received = taken.headers.get('location')!
  const reference = new URL(received, site.origin).searchParams.get('received')!
  expect(reference).toMatch(/^C-[\dA-Y]{6}$/)
  expect(await (await get(received, {})).text()).toContain(reference)
  const mails = await site.sql`select kind, to_email, text_body from mails where kind like 'complaint%' order by kind`
  expect(mails.map(({ kind, to_email }) => [kind, to_email])).toEqual([
    ['complaint', site.services.brand.complianceEmail],
    ['complaint-received', 'Wilma@Thistle.example'],
  ])
  // What was typed stays in the admin area, so that it can go.
  expect(mails[0]!.text_body).not.toContain('Thistle')

  const [row] = await site.sql`select id from complaints`
  expect(await (await get('/admin/complaints')).text()).toContain(reference)
  const page = await (await get(`/admin/complaints/${row!.id}`)).text()
  expect(page).toContain('And a &lt;b&gt;day&lt;/b&gt;.')
  expect((await post(`/admin/complaints/${row!.id}`, { finding: 'upheld', outcome: ' ' })).status).toBe(422)
  const open = await post(`/admin/complaints/${row!.id}`, { outcome: 'We are sorry.' })
  expect(open.status).toBe(422)
  const again = await open.text()
  expect(again).toContain('Choose whether it was upheld')
  expect(again).toContain('We are sorry.')
  const answers = await Promise.all(
    [1, 2, 3].map((number) => post(`/admin/complaints/${row!.id}`, { finding: 'upheld', outcome: `Answer ${number}` })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409])
  expect(await count('mails', "kind = 'complaint-closed'")).toBe(1)
  expect(await count('audit_log', "action = 'complaint.closed'")).toBe(1)
  expect(await (await get(`/admin/complaints/${row!.id}`)).text()).toContain('Upheld in whole or in part')
  expect(await (await get('/admin/complaints')).text()).not.toContain(reference)
  expect(await (await get('/admin/complaints?state=closed')).text()).toContain(reference)
  expect(await (await get('/admin/complaints?state=closed&sort=received')).text()).toContain(
    'href="/admin/complaints?state=closed"',
  )
})

test('a program that fills in whatever it finds stores nothing, and a flood is told to wait', async () => {
  const before = await count('complaints')
  expect((await post('/complaints', { ...complaint, internal_note: 'x' }, {})).status).toBe(303)
  expect(await count('complaints')).toBe(before)
  for (let index = 0; index < 4; index++) await post('/complaints', complaint, {})
  const flood = await post('/complaints', complaint, {})
  expect(flood.status).toBe(429)
  expect(Number(flood.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await flood.text()).toContain('It took a year.')
})
