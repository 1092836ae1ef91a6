import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { addApplication } from '#test/add-application.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import type { QueueData } from './server.ts'

let riley: string
const site = await siteOfFile({ demoData: false })
const cookie = await signInAdmin(site)
beforeAll(async () => {
  const password = 'a long enough password'
  riley = await site.services.auth.setPassword({
    email: 'riley@beaa.example',
    password,
    name: 'Riley Reviewer',
    roles: ['reviewer'],
  })
  await site.services.auth.setPassword({ email: 'eden@beaa.example', password, name: 'Eden Editor', roles: ['editor'] })
})
beforeEach(async () => {
  await emptyTables(site.sql, 'application_remarks, applications cascade')
})

const get = (path: string) => fetch(site.origin + path, { headers: { cookie } })
async function listed(query: string): Promise<QueueData> {
  const headers = { cookie, accept: 'application/json' }
  const response = await fetch(`${site.origin}/admin/applications?${query}`, { headers })
  return ((await response.json()) as { data: QueueData }).data
}
const titles = async (query: string) => (await listed(query)).applications.map(({ title }) => title)
const post = (query: string, fields: [string, string][]) =>
  site.post(`/admin/applications?${query}`, fields, { cookie })

test('the list is sorted by its headings, and the address says how', async () => {
  for (const [title, day] of [
    ['beta', '01'],
    ['Gamma', '02'],
    ['Álpha', '03'],
  ])
    await addApplication(site.sql, { draft: { title }, submittedAt: `2026-10-${day}T10:00:00Z` })
  expect(await titles('')).toEqual(['beta', 'Gamma', 'Álpha'])
  expect(await titles('sort=-submitted')).toEqual(['Álpha', 'Gamma', 'beta'])
  expect(await titles('sort=title')).toEqual(['Álpha', 'beta', 'Gamma'])
  expect(await titles('sort=-title')).toEqual(['Gamma', 'beta', 'Álpha'])
  expect(await titles('sort=password')).toEqual(['beta', 'Gamma', 'Álpha'])
  const html = await (await get('/admin/applications?sort=title&q=a')).text()
  expect(html).toContain('aria-sort="ascending"')
  expect(html).toContain('href="/admin/applications?q=a&amp;sort=-title"')
  expect(html).toContain('<input type="hidden" name="sort" value="title"/>')
})

test('several applications are handed over at once, and the log has each of them', async () => {
  const ids: string[] = []
  for (const title of ['One', 'Two', 'Three']) ids.push((await addApplication(site.sql, { draft: { title } })).id)
  const [one, two, three] = ids as [string, string, string]
  const chosen = (person: string, ...of: string[]): [string, string][] => [
    ...of.map((id): [string, string] => ['applications[]', id]),
    ['person', person],
  ]
  const taken = await post('q=e&sort=title&page=1', chosen(riley, one, three, one))
  expect(taken.headers.get('location')).toStartWith('/admin/applications?q=e&sort=title&page=1&handed=2&undo=')
  expect(await (await get('/admin/applications?handed=2')).text()).toContain('2 applications were handed over')
  expect((await titles('whose=nobody')).toSorted()).toEqual(['Two'])
  // What is Riley's already changes nothing, and one that is gone is passed over.
  const again = await post('', chosen(riley, one, two, '0190b5b1-7e57-4000-8000-000000000000'))
  expect(again.headers.get('location')).toStartWith('/admin/applications?handed=1&undo=')
  const logged =
    await site.sql`select subject_id, after from audit_log where action = 'application.assigned' order by id`
  expect(logged.map(({ subject_id, after }) => [subject_id, after.assignedTo])).toEqual(
    [...[one, three].toSorted(), two].map((id) => [id, 'Riley Reviewer']),
  )
  expect((await post('', chosen('nobody', one, two, three))).headers.get('location')).toContain('handed=3')
  expect(await titles('whose=nobody')).toHaveLength(3)
})

test('handing over is taken back by who did it, once, and not where somebody else was faster', async () => {
  const ids: string[] = []
  for (const title of ['One', 'Two']) ids.push((await addApplication(site.sql, { draft: { title } })).id)
  const fields = ids.map((id): [string, string] => ['applications[]', id])
  const to = new URL((await post('q=o', [...fields, ['person', riley]])).headers.get('location')!, site.origin)
  expect(await (await get(to.pathname + to.search)).text()).toContain('>Undo</button>')
  await site.sql`update applications set assigned_to = null where id = ${ids[1]!}`
  const undo = (change = to.searchParams.get('undo')!): [string, string][] => [
    ['intent', 'undo'],
    ['change', change],
  ]
  const back = async () => (await post('q=o', undo())).headers.get('location')
  expect(await back()).toBe('/admin/applications?q=o&undone=1')
  expect(await (await get('/admin/applications?undone=1')).text()).toContain('1 application was given back')
  expect(await titles('whose=nobody')).toHaveLength(2)
  expect(await back()).toBe('/admin/applications?q=o&undone=0')
  expect((await post('', undo('x'))).headers.get('location')).toBe('/admin/applications?undone=0')
})

test('what cannot be handed over says why, and the choice stays', async () => {
  const { id } = await addApplication(site.sql, { draft: { title: 'Kept choice' } })
  const [eden] = await site.sql`select id from people where email = 'eden@beaa.example'`
  for (const person of ['', 'somebody', eden!.id as string]) {
    const refused = await post('', [
      ['applications[]', id],
      ['person', person],
    ])
    expect([person, refused.status]).toEqual([person, 422])
    const html = await refused.text()
    expect(html).toContain('Choose who is to look after them')
    expect(html).toMatch(
      new RegExp(
        `name="applications\\[\\]" checked="" value="${id}"|value="${id}"[^>]* checked=""|checked=""[^>]*value="${id}"`,
      ),
    )
  }
  const none = await post('', [['person', riley]])
  expect(none.status).toBe(422)
  expect(await none.text()).toContain('Choose the applications to hand over')
  expect(
    (
      await post('', [
        ['applications[]', 'x'],
        ['person', riley],
      ])
    ).status,
  ).toBe(422)
})

test('the list goes home as a file with its filters, formulas made text, and the log knows', async () => {
  await addApplication(site.sql, {
    draft: { title: '=1+1 Fair', city: 'Whitby' },
    organisation: { name: '@Harbour', email: 'file@harbour.example' },
    submittedAt: '2026-10-01T10:00:00Z',
  })
  await addApplication(site.sql, { draft: { title: 'Second' }, submittedAt: '2026-10-02T10:00:00Z' })
  await addApplication(site.sql, { draft: { title: 'Approved one' }, status: 'approved' })
  const response = await get('/api/admin/applications.csv?status=submitted')
  expect(response.headers.get('content-type')).toStartWith('text/csv')
  const lines = (await response.text()).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(",'=1+1 Fair,")
  expect(lines[1]).toContain(",'@Harbour,")
  expect(lines[2]).toContain('Second')
  const found = await (await get('/api/admin/applications.csv?q=second&older=2&whose=nobody')).text()
  expect(found.trim().split('\r\n')).toHaveLength(2)
  const mine = await (await get('/api/admin/applications.csv?whose=mine')).text()
  expect(mine.trim().split('\r\n')).toHaveLength(1)
  const logged =
    await site.sql`select after from audit_log where subject_kind = 'export' and subject_id = 'applications' order by id`
  expect(logged.map(({ after }) => after.filters)).toEqual([['status'], ['q', 'older', 'whose'], ['whose']])
})
