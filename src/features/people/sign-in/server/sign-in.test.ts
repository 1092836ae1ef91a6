import { beforeEach, expect, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'

const site = await siteOfFile({ env: { trustProxy: 1 } })
beforeEach(async () => {
  await site.sql`delete from rate_limits`
})

const { post } = site

test('the admin area sends a stranger to the sign-in page and, once signed in, back', async () => {
  const asked = await site.get('/admin?status=approved')
  expect(asked.status).toBe(303)
  const signIn = asked.headers.get('location')!
  expect(signIn).toBe('/admin/sign-in?next=%2Fadmin%3Fstatus%3Dapproved')
  const page = await (await fetch(site.origin + signIn)).text()
  expect(page).toContain('value="/admin?status=approved"')
  const done = await post(signIn, site.admin)
  expect(done.status).toBe(303)
  expect(done.headers.get('location')).toBe('/admin?status=approved')
  expect(done.headers.get('set-cookie')).toMatch(/HttpOnly/i)
  expect(done.headers.get('set-cookie')).toMatch(/SameSite=Lax/i)
})

test('after sign-in nobody is sent to another site', async () => {
  const done = await post('/admin/sign-in', { ...site.admin, next: '//elsewhere.example/admin' })
  expect(done.headers.get('location')).toBe('/admin')
})

test('an unknown address and a wrong password get the same answer', async () => {
  const wrong = await post('/admin/sign-in', { email: site.admin.email, password: 'not the password' })
  const unknown = await post('/admin/sign-in', { email: 'nobody@beaa.example', password: 'not the password' })
  expect([wrong.status, unknown.status]).toEqual([422, 422])
  const [first, second] = [await wrong.text(), await unknown.text()]
  expect(first).toContain('The email address or the password is not right.')
  expect(second.replaceAll('nobody@beaa.example', site.admin.email)).toBe(first)
  expect(first).not.toContain('not the password')
  expect(wrong.headers.get('set-cookie')).toBeNull()
})

test('one address that guesses has to wait, another one does not', async () => {
  let attempts = 0
  const from = (address: string) =>
    post(
      '/admin/sign-in',
      { email: `person-${++attempts}@beaa.example`, password: 'guess' },
      { 'x-forwarded-for': address },
    )
  for (let attempt = 0; attempt < 12; attempt++) expect((await from('192.0.2.1')).status).not.toBe(429)
  const refused = await from('192.0.2.1')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await from('192.0.2.2')).status).toBe(422)
}, 40_000)

test('guessing at an account slows it down and never shuts its owner out', async () => {
  for (let attempt = 0; attempt < 8; attempt++) {
    await post(
      '/admin/sign-in',
      { email: site.admin.email, password: 'guess' },
      { 'x-forwarded-for': `192.0.2.${attempt}` },
    )
  }
  const before = Date.now()
  // Capitals and blanks are no way around the count.
  const owner = await post(
    '/admin/sign-in',
    { ...site.admin, email: ` ${site.admin.email.toUpperCase()} ` },
    { 'x-forwarded-for': '198.51.100.7' },
  )
  expect(owner.status).toBe(303)
  expect(Date.now() - before).toBeGreaterThanOrEqual(1_400)
}, 30_000)

test('a browser that the person was seen in before is kept out by nobody: not by its network, not by guesses elsewhere', async () => {
  const network = { 'x-forwarded-for': '192.0.2.77' }
  const first = await post('/admin/sign-in', site.admin, network)
  const known = first.headers.getSetCookie().find((line) => line.startsWith('known='))!
  expect(known).toMatch(/HttpOnly; SameSite=Lax/)
  const cookie = known.split(';')[0]!
  for (let attempt = 0; attempt < 14; attempt++) {
    await post('/admin/sign-in', { email: `other-${attempt}@beaa.example`, password: 'guess' }, network)
  }
  expect((await post('/admin/sign-in', site.admin, network)).status).toBe(429)
  expect((await post('/admin/sign-in', site.admin, { ...network, cookie })).status).toBe(303)
  // It is for this person alone, opens nothing, and does not let anybody guess on without an end.
  const other = { email: 'somebody@beaa.example', password: 'a wardrobe full of herring' }
  await site.services.auth.setPassword({ ...other, name: 'Somebody', roles: ['reviewer'] })
  expect((await post('/admin/sign-in', other, { ...network, cookie })).status).toBe(429)
  expect((await site.get('/admin', { cookie })).status).toBe(303)
  const guesses = []
  for (let attempt = 0; attempt < 14; attempt++) {
    const guess = { email: site.admin.email, password: 'guess' }
    guesses.push((await post('/admin/sign-in', guess, { ...network, cookie })).status)
  }
  expect(guesses.filter((status) => status === 422).length).toBe(11)
  expect(guesses.at(-1)).toBe(429)
}, 60_000)

test('signing out ends the session itself, not only the cookie', async () => {
  const cookie = await signInAdmin(site)
  expect((await site.get('/admin', { cookie })).status).toBe(200)
  const out = await post('/admin/account', { intent: 'sign-out' }, { cookie })
  expect(out.status).toBe(303)
  expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
  expect((await site.get('/admin', { cookie })).status).toBe(303)
})

test('a new password needs the present one, ends other sessions and keeps this one', async () => {
  const credentials = { email: 'reviewer@beaa.example', password: 'a first long password' }
  await site.services.auth.setPassword({ ...credentials, name: 'Sam Reviewer', roles: ['reviewer'] })
  const here = await signInAdmin(site, credentials)
  const elsewhere = await signInAdmin(site, credentials)
  const change = (form: Record<string, string>) =>
    post('/admin/account', { intent: 'change-password', ...form }, { cookie: here })

  const wrong = await change({ current_password: 'not it', password: 'a second long password' })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('The current password is not right.')
  const short = await change({ current_password: credentials.password, password: 'short' })
  expect(short.status).toBe(422)
  expect(await short.text()).toContain('shorter than 12')
  const common = await change({ current_password: credentials.password, password: 'Password1234!' })
  expect(common.status).toBe(422)
  expect(await common.text()).toContain('many people choose')

  const changed = await change({ current_password: credentials.password, password: 'a second long password' })
  expect(changed.status).toBe(303)
  const newHeaders = changed.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const admin = (cookie: string) => site.get('/admin', { cookie })
  expect((await admin(newHeaders)).status).toBe(200)
  expect((await admin(elsewhere)).status).toBe(303)
  expect((await admin(here)).status).toBe(303)
  expect(await signInAdmin(site, { ...credentials, password: 'a second long password' })).not.toBe('')
})

test('sign-in leaves no address and no password in the log', async () => {
  await post('/admin/sign-in', { email: 'secret-person@beaa.example', password: 'a secret word' })
  expect(site.logged.join('\n')).not.toMatch(/secret-person|a secret word/)
})
