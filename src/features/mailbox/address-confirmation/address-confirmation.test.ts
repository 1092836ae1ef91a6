import { beforeEach, expect, test } from 'bun:test'
import { createAccessLink } from '#features/applications/access/server/create-access-link.ts'
import { runRetention } from '#features/people/privacy/server/run-retention.ts'
import { isAddressConfirmed } from '#mail/confirm-address.ts'
import { queueAddressConfirmation } from '#mail/queue-address-confirmation.ts'
import { addApplication } from '#test/add-application.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'

const day = 24 * 60 * 60 * 1000
let clock = new Date()
const site = await siteOfFile({ demoData: false, now: () => clock })
beforeEach(async () => {
  clock = new Date()
  await emptyTables(site.sql, 'rate_limits')
})

let made = 0
const newAddress = () => `Reader-${++made}@Fairs.example`
const ask = (email: string) =>
  site.sql.begin((tx) => queueAddressConfirmation(tx, { email, reason: 'application' }, site.services))
const mailsTo = async (email: string) =>
  await site.sql<{ text_body: string }[]>`
    select text_body from mails where lower(to_email) = ${email.toLowerCase()} and kind = 'address-confirmation' order by id`
async function linkFor(email: string): Promise<string> {
  const before = (await mailsTo(email)).length
  expect(await ask(email)).toBe('queued')
  const mail = (await mailsTo(email))[before]!
  return new URL(mail.text_body.match(/http\S+\/confirm\/\S+/)![0]).pathname
}
const { get, post } = site
const isConfirmed = (email: string) => isAddressConfirmed(site.sql, email)

test('looking at the link confirms nothing, however often; the button does', async () => {
  const email = newAddress()
  const path = await linkFor(email)
  for (let look = 0; look < 3; look++) {
    const page = await get(path)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(await page.text()).toContain('Confirm your email address')
  }
  expect(await isConfirmed(email)).toBe(false)
  const pressed = await post(path)
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, path])
  expect(await isConfirmed(email)).toBe(true)
  expect(await (await get(path)).text()).toContain('Your email address is confirmed')
  // Pressed again, it is confirmed as before.
  expect((await post(path)).status).toBe(200)
})

test('one address in another spelling is the same, and any other is another', async () => {
  const email = newAddress()
  await post(await linkFor(email))
  expect(await isConfirmed(email.toLowerCase())).toBe(true)
  expect(await isConfirmed(` ${email.toUpperCase()} `)).toBe(true)
  expect(await isConfirmed(email.replace('@', '+fair@'))).toBe(false)
})

test('whoever has confirmed an address is asked nothing again', async () => {
  const email = newAddress()
  await post(await linkFor(email))
  expect(await ask(email)).toBe('confirmed')
  expect(await mailsTo(email)).toHaveLength(1)
})

test('a wrong or old link confirms nothing', async () => {
  const email = newAddress()
  const path = await linkFor(email)
  expect((await post(`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404)
  clock = new Date(clock.getTime() + 14 * day + 1000)
  expect((await post(path)).status).toBe(410)
  expect(await isConfirmed(email)).toBe(false)
})

test('a link that has run out brings a new one, to its own address, as often as the limits allow', async () => {
  const email = newAddress()
  const path = await linkFor(email)
  clock = new Date(clock.getTime() + 15 * day)
  expect(await (await get(path)).text()).toContain('Email me a new link')
  for (let time = 0; time < 6; time++) {
    const asked = await post(path, { intent: 'renew', email: 'thief@elsewhere.example' })
    expect(asked.status).toBe(303)
    expect(await (await get(asked.headers.get('location')!)).text()).toContain('Check your email')
  }
  // Three an hour, with the one above.
  expect(await mailsTo(email)).toHaveLength(3)
  expect(await mailsTo('thief@elsewhere.example')).toHaveLength(0)
  const flood = await post(path, { intent: 'renew' })
  expect(flood.status).toBe(429)
  expect(Number(flood.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await flood.text()).toContain('You have tried too many times')
})

test('the token stands neither in the database nor in the log', async () => {
  const token = (await linkFor(newAddress())).split('/').at(-1)!
  const kept = await site.sql`select token_hash::text as hex, * from address_confirmations`
  expect(JSON.stringify(kept)).not.toContain(token)
  expect(site.logged.join('\n')).not.toContain(token)
})

test('an access link that is used confirms the address that it was mailed to, and not the one of today', async () => {
  const { id, organisationId, email } = await addApplication(site.sql, { isConfirmed: false, status: 'approved' })
  const path = await createAccessLink(site.sql, { applicationId: id, email, now: clock })
  const changed = newAddress()
  await site.sql`update organisations set email = ${changed} where id = ${organisationId}`
  await get(path)
  expect(await isConfirmed(email)).toBe(false)
  expect((await post(path)).status).toBe(303)
  expect(await isConfirmed(email)).toBe(true)
  expect(await isConfirmed(changed)).toBe(false)
})

test('a confirmation is exported and erased with its person, and forgotten when nobody needs it', async () => {
  const cookie = await signInAdmin(site)
  const email = newAddress().toLowerCase()
  await post(await linkFor(email))
  const exported = await post('/api/admin/privacy/export', { email }, { cookie })
  const text = await exported.text()
  expect(text).toContain('"confirmed_addresses"')
  expect(text).toContain('address application')

  const erased = await post('/admin/privacy', { intent: 'erase', email, reason: 'Asked for', sure: '1' }, { cookie })
  expect(await erased.text()).toContain('Confirmation of the address, and links emailed to it')
  expect(await isConfirmed(email)).toBe(false)
  expect(await site.sql`select from address_confirmations where email = ${email}`).toHaveLength(0)

  const unnamed = newAddress()
  await post(await linkFor(unnamed))
  const { email: named } = await addApplication(site.sql)
  await site.sql`update confirmed_addresses set confirmed_at = now() - interval '3 years'`
  await runRetention({}, site.services)
  expect(await isConfirmed(unnamed)).toBe(false)
  expect(await isConfirmed(named)).toBe(true)
})
