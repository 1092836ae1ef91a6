import { beforeEach, expect, test } from 'bun:test'
import { erasePerson } from '#features/people/privacy/server/erase-person.ts'
import { exportPerson } from '#features/people/privacy/server/queries.ts'
import { runRetention } from '#features/people/privacy/server/run-retention.ts'
import { keyLimit, keysOfAddressLimit } from '#features/proof/open-data/limits.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { maxKeys } from '../limits.ts'

const site = await siteOfFile({ env: { logRequests: true } })
beforeEach(async () => {
  await site.sql`delete from rate_limits`
})

const postForm = (path: string, form: Record<string, string>, cookie = '') => site.post(path, form, { cookie })
const pageOf = async (response: Response) => ({ status: response.status, text: await response.text() })
const askForKey = async (email: string, name = 'Ticket seller') => {
  const { status, text } = await pageOf(await postForm('/developers', { name, email }))
  const [key] = /rk_[\w-]{43}/.exec(text) ?? []
  return { status, text, key: key ?? '' }
}
const ask = (key: string, path = '/api/changes') =>
  fetch(site.origin + path, { headers: key ? { authorization: `Bearer ${key}` } : {} })
const linkOf = async (email: string) => {
  const [mail] = await site.sql<{ text_body: string }[]>`
    select text_body from mails where to_email = ${email} order by id desc limit 1`
  return /\/developers\/keys\/[\w-]{43}/.exec(mail!.text_body)![0]
}

test('a key is granted at once, shown once, and kept as a hash alone', async () => {
  const { status, key } = await askForKey('one@tickets.example')
  expect({ status, isKey: key.length }).toEqual({ status: 200, isKey: 46 })
  const answer = await ask(key)
  expect({ status: answer.status, policy: answer.headers.get('ratelimit-policy') }).toEqual({
    status: 200,
    policy: '"key";q=600;w=60',
  })
  const rows = await site.sql`select * from api_keys`
  const mails = await site.sql`select text_body, html_body from mails`
  expect(JSON.stringify([rows, mails, site.logged])).not.toContain(key)
  expect(await (await fetch(`${site.origin}/developers`)).text()).not.toContain('rk_')
  expect(await (await fetch(site.origin + (await linkOf('one@tickets.example')))).text()).not.toContain(key)
})

test('the form says what is missing, keeps what was typed, and lets one address have five keys', async () => {
  const { status, text } = await pageOf(await postForm('/developers', { name: 'Council of Leeds', email: 'nobody' }))
  expect(status).toBe(422)
  expect(text).toContain('Enter an email address, like name@example.com')
  expect(text).toContain('value="Council of Leeds"')
  for (let n = 0; n < maxKeys; n++) expect((await askForKey('many@tickets.example')).status).toBe(200)
  await site.sql`delete from rate_limits`
  const sixth = await askForKey('Many@tickets.example')
  expect({ status: sixth.status, key: sixth.key }).toEqual({ status: 409, key: '' })
  // Of several that ask at once for the last one, one gets it.
  await site.sql`
    delete from api_keys where id = (select id from api_keys where email = 'many@tickets.example' order by id limit 1)`
  await site.sql`delete from rate_limits`
  const atOnce = await Promise.all([1, 2, 3, 4, 5].map(() => askForKey('many@tickets.example')))
  expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  await site.sql`delete from rate_limits`
  const bot = { name: 'x', email: 'bot@tickets.example', [honeypotName]: 'x' }
  expect((await postForm('/developers', bot)).status).toBe(200)
  expect(await site.sql`select from api_keys where email = ${bot.email}`).toHaveLength(0)
})

test('a key that is unknown, in the address or used too often is refused', async () => {
  const { key } = await askForKey('two@tickets.example')
  const unknown = await ask(`rk_${'x'.repeat(43)}`)
  expect({ status: unknown.status, how: unknown.headers.get('www-authenticate') }).toEqual({
    status: 401,
    how: 'Bearer realm="open data"',
  })
  expect(unknown.headers.get('ratelimit-policy')).toStartWith('"address"')
  expect((await ask('nothing like a key')).status).toBe(401)
  const misplaced = await fetch(`${site.origin}/api/changes?log=${key}`)
  expect(misplaced.status).toBe(400)
  expect(await misplaced.json()).toMatchObject({ error: expect.stringContaining('never in the address') })
  const check = (query: string, authorization: string) =>
    fetch(`${site.origin}/api/check${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
      body: '{"events":[{"number":"BEAA-2026-AAAAAA"}]}',
    })
  expect((await check(`?key=${key}`, '')).status).toBe(400)
  expect((await check('', 'Bearer x')).status).toBe(401)
  expect((await check('', `Bearer ${key}`)).status).toBe(200)
  await site.sql`update rate_limits set count = ${keyLimit.points} where key like 'open-data-key:%'`
  expect((await ask(key)).status).toBe(429)
  // Another key helps until all calls of the address are used up.
  const { key: another } = await askForKey('two@tickets.example')
  expect((await ask(another)).status).toBe(200)
  await site.sql`update rate_limits set count = ${keysOfAddressLimit.points} where key like 'open-data-keys:%'`
  const refused = await ask(another)
  expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([429, '"keys-of-address";q=1200;w=60'])
  expect((await ask('')).status).toBe(200)
  expect(site.logged.join('\n')).not.toContain(key)
})

test('its use is charted for its holder, who revokes it by the link alone', async () => {
  const { key } = await askForKey('three@tickets.example')
  await Promise.all([ask(key), ask(key), ask(key)])
  await site.services.keyUses.write()
  const link = await linkOf('three@tickets.example')
  const before = await (await fetch(site.origin + link)).text()
  expect(before).toContain('Revoke the key')
  expect(before).toMatch(/<svg[^>]*height="96"/)
  expect(before).toMatch(/<td[^>]*>3<\/td>/)
  expect((await ask(key)).status).toBe(200)
  expect(await (await postForm(link, {})).text()).toContain('This key is revoked')
  expect((await ask(key)).status).toBe(401)
  expect((await fetch(`${site.origin}/developers/keys/${'a'.repeat(43)}`)).status).toBe(404)
})

test('admins see who has keys and how they are used, and revoke one with a line in the audit log', async () => {
  const { key } = await askForKey('four@tickets.example', 'Ticket office <b>')
  await ask(key)
  await site.services.keyUses.write()
  const cookie = await signInAdmin(site)
  const list = await (await fetch(`${site.origin}/admin/api-keys`, { headers: { cookie } })).text()
  expect(list).toContain('Ticket office &lt;b&gt;')
  const [row] = await site.sql<{ id: string }[]>`select id from api_keys where email = 'four@tickets.example'`
  expect((await postForm('/admin/api-keys', { key: row!.id }, cookie)).status).toBe(303)
  expect((await ask(key)).status).toBe(401)
  expect(await site.sql`select action from audit_log where subject_id = ${row!.id}`).toMatchObject([
    { action: 'api-key.revoked' },
  ])
  const all = await (await fetch(`${site.origin}/admin/api-keys?all=1`, { headers: { cookie } })).text()
  expect(all).toContain('Revoked by us')
  expect((await postForm('/admin/api-keys', { key: 'x' }, cookie)).status).toBe(404)
})

test('keys are exported, erased, and purged when nobody has used them for two years', async () => {
  const email = 'five@tickets.example'
  const { key } = await askForKey(email)
  await ask(key)
  await site.services.keyUses.write()
  const [row] = await exportPerson(site.sql, { email })
  expect(row!.held.api_keys).toMatchObject([{ email, ends_in: key.slice(-4), uses: [{ call: 'changes', calls: 1 }] }])
  const report = await site.sql.begin((tx) => erasePerson(tx, { email, now: new Date().toISOString() }))
  expect(report.erased).toContainEqual({ what: 'API keys', count: 1 })
  expect((await ask(key)).status).toBe(401)
  const old = await askForKey('old@tickets.example')
  await ask(old.key)
  await site.services.keyUses.write()
  await site.sql`update api_keys set created_at = now() - interval '3 years'`
  await site.sql`update api_key_uses set day = day - 1000 where key_id <> (select id from api_keys where email = 'old@tickets.example')`
  await runRetention({}, site.services)
  expect(await site.sql`select email from api_keys`).toEqual([{ email: 'old@tickets.example' }] as never)
})
