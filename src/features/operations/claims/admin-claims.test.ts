import { expect, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { until } from '#test/until.ts'

const now = new Date('2026-06-15T12:00:00Z')
const site = await siteOfFile({ demoData: false, now: () => now, env: { mode: 'production' } })
const cookie = await signInAdmin(site)

const read = async (path: string) =>
  (await (await fetch(site.origin + path, { headers: { cookie } })).text())
    .replaceAll('<!-- -->', '')
    .replaceAll('&amp;', '&')
const post = (path: string, form: Record<string, string>) => site.post(path, form, { cookie })
/** What an open form holds, by the names of its fields. */
async function formOn(path: string): Promise<Record<string, string>> {
  const response = await fetch(site.origin + path, { headers: { cookie, accept: 'application/json' } })
  const { data } = (await response.json()) as {
    data: { form: { typed: Record<string, string>; seen: string; place: string } }
  }
  const { typed, seen, place } = data.form
  return { ...typed, seen, place }
}
const editOf = async (label: string) => {
  const [row] = await site.sql`select id from claims where label = ${label} and place = 'home-figures'`
  return `/admin/claims?edit=${row!.id}`
}
const logged = async () => [
  ...(await site.sql`select action, before, after from audit_log where subject_kind = 'claim' order by id`),
]
const proof = {
  source: 'Annual report 2025, page 4',
  proof: 'https://authority.example/2025.pdf',
  owner: 'Wilhelmina Stoat',
  validFrom: '2026-01-01',
  validUntil: '2026-12-31',
}

test('a claim gets its proof, is shown at once, and the log has what changed', async () => {
  expect(await read('/admin/claims')).toMatch(/No proof: 63\./)
  expect(await read('/')).not.toContain('2,500+')
  const path = await editOf('accredited events')
  const form = await formOn(path)
  expect(form).toMatchObject({ value: '2,500+', label: 'accredited events', kind: 'figure', owner: '', validFrom: '' })
  const saved = await post(path, { ...form, ...proof })
  expect([saved.status, saved.headers.get('location')]).toEqual([303, '/admin/claims?done=saved'])
  await until(async () => (await read('/')).includes('2,500+'))
  const list = await read('/admin/claims?done=saved')
  expect(list).toContain('The claim was saved')
  expect(list).toMatch(/Shown: 1\. No proof: 62\./)
  expect(list).toContain('1 January 2026 to 31 December 2026')
  expect(await read(path)).toMatch(/Changed <time[^>]*>15 June 2026/)
  const lines = await logged()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ action: 'claim.changed', before: { owner: '' }, after: proof })
  expect(lines[0]!.after).not.toHaveProperty('value')
  // The same form, sent twice, is one change.
  expect((await post(path, { ...form, ...proof })).status).toBe(303)
  expect(await logged()).toHaveLength(1)
})

test('what does not fit is said beside its field, and nothing typed is lost', async () => {
  const path = await editOf('partner organisations')
  const form = await formOn(path)
  const typed = { ...form, ...proof, value: '', proof: 'javascript://x', validFrom: '2026-02-30', position: 'first' }
  const wrong = await post(path, typed)
  expect(wrong.status).toBe(422)
  const page = await wrong.text()
  for (const text of ['Enter a link that starts with https://', 'Give the day as YYYY-MM-DD', 'Use a whole number'])
    expect(page).toContain(text)
  expect(page).toContain('Fill in “Figure or words”')
  for (const text of ['value="javascript://x"', 'value="2026-02-30"', 'value="first"', `value="${proof.source}"`])
    expect(page).toContain(text)
  const order = await post(path, { ...form, ...proof, value: '', validUntil: '2025-12-31' })
  const again = await order.text()
  expect(again).toContain('Fill in “Figure or words”')
  expect(again).toContain('The last day is before the first day')
  const [stored] = await site.sql`select owner from claims where label = 'partner organisations'`
  expect(stored!.owner).toBe('')
})

test('of two editors neither writes over the other unseen', async () => {
  const path = await editOf('safety compliance')
  const form = await formOn(path)
  await post(path, { ...form, ...proof })
  const late = await post(path, { ...form, value: '97%' })
  expect(late.status).toBe(409)
  const page = await late.text()
  expect(page).toContain('the claim has changed since you opened it')
  expect(page).toContain('value="97%"')
  expect((await post(path, { intent: 'remove', seen: form.seen! })).status).toBe(409)
  await post(path, { ...(await formOn(path)), value: '97%' })
  const [stored] = await site.sql`select value, owner, revision from claims where label = 'safety compliance'`
  expect(stored).toEqual({ value: '97%', owner: proof.owner, revision: 3 })
})

test('a press quote is added once and removed; the page has its heading only while there is one', async () => {
  expect(await read('/press')).not.toContain('id="quotes"')
  const path = '/admin/claims?add=press-quotes'
  const form = await formOn(path)
  const quote = { ...form, ...proof, quote: 'A register worth reading.', name: 'The Fettle Gazette' }
  expect((await post(path, { ...form, name: '' })).status).toBe(422)
  const replies = await Promise.all([post(path, quote), post(path, quote)])
  expect(replies.map(({ status }) => status)).toEqual([303, 303])
  expect((await post(path, { ...quote, quote: 'Another one.' })).status).toBe(409)
  await until(async () => (await read('/press')).includes('A register worth reading.'))
  expect(await read('/press')).toContain('id="quotes"')
  const [{ id } = { id: '' }] = await site.sql<{ id: string }[]>`select id from claims where place = 'press-quotes'`
  const edit = `/admin/claims?edit=${id}`
  const removed = await post(edit, { intent: 'remove', seen: (await formOn(edit)).seen! })
  expect(removed.headers.get('location')).toBe('/admin/claims?done=removed')
  await until(async () => !(await read('/press')).includes('id="quotes"'))
  const lines = (await logged()).slice(-2)
  expect(lines).toMatchObject([{ action: 'claim.added' }, { action: 'claim.removed', before: { owner: proof.owner } }])
  expect((await post(edit, { intent: 'remove', seen: '1' })).status).toBe(404)
  expect((await post(edit, quote)).status).toBe(404)
})

test('prices and drawings are checked, and a kind stays at its places', async () => {
  const price = await formOn('/admin/claims?add=award-was')
  const refused = await post('/admin/claims?add=award-was', { ...price, value: 'a lot' })
  expect(await refused.text()).toContain('Give the price like £249 or £1,495')
  const logo = await formOn('/admin/claims?add=header')
  expect((await post('/admin/claims?add=header', { ...logo, name: 'Ours', value: 'no-such' })).status).toBe(422)
  const release = { ...logo, kind: 'press-release', name: 'No such release', value: 'no-such' }
  const unknown = await post('/admin/claims?add=press-releases', release)
  expect([unknown.status, await unknown.text()]).toEqual([422, expect.stringContaining('Enter one of: national-')])
  const moved = await post('/admin/claims?add=header', { ...logo, kind: 'figure', value: '1', label: 'one' })
  expect(moved.status).toBe(422)
  const path = await editOf('economic impact')
  const quote = { ...(await formOn(path)), place: 'press-quotes', kind: 'press-quote', quote: 'x', name: 'y' }
  expect((await post(path, quote)).status).toBe(404)
  expect((await fetch(`${site.origin}/admin/claims?edit=none`, { headers: { cookie } })).status).toBe(404)
  expect((await fetch(`${site.origin}/admin/claims?add=none`, { headers: { cookie } })).status).toBe(404)
})

test('a place whose switch is off says so', async () => {
  await site.sql`update content_flags set is_on = false where name = 'savings'`
  expect((await read('/admin/claims')).match(/Switched off under/g)).toHaveLength(3)
  await site.sql`update content_flags set is_on = true`
})
