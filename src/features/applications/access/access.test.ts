import { beforeEach, expect, test } from 'bun:test'
import { addApplication } from '#test/add-application.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { siteOfFile } from '#test/of-file.ts'
import { createAccessLink, evenMs } from './server/create-access-link.ts'

const day = 24 * 60 * 60 * 1000
let clock = new Date()
const site = await siteOfFile({ demoData: false, now: () => clock })
beforeEach(async () => {
  clock = new Date()
  await emptyTables(site.sql, 'rate_limits')
})

async function made(status: 'submitted' | 'approved' = 'approved') {
  const application = await addApplication(site.sql, { status })
  const path = await createAccessLink(site.sql, { applicationId: application.id, email: application.email, now: clock })
  return { ...application, path }
}

const { get, post } = site
const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''
const mailsTo = async (applicationId: string) =>
  await site.sql<{ text_body: string }[]>`
    select m.text_body from mails as m, applications as a, organisations as o
    where a.id = ${applicationId} and o.id = a.organisation_id and m.to_email = o.email and m.kind = 'access-link'`

test('looking at a link uses nothing up, however often; the button does', async () => {
  const { path, id } = await made()
  for (let look = 0; look < 5; look++) {
    const page = await get(path, look % 2 ? { accept: 'application/json' } : {})
    expect(page.status).toBe(200)
    expect(page.headers.get('set-cookie')).toBeNull()
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    const text = await page.text()
    if (look % 2 === 0) expect(text).toContain('Continue to your application')
    expect(text).not.toContain(id)
  }
  expect((await fetch(site.origin + path, { method: 'HEAD' })).status).toBe(200)
  const opened = await post(path)
  expect(opened.status).toBe(303)
  expect(opened.headers.get('location')).toBe(`/my-applications/${id}`)
})

test('the token is random, and the database does not hold it', async () => {
  const first = await made()
  const second = await made()
  const [, token] = first.path.match(/^\/access\/([\w-]{43})$/)!
  expect(second.path).not.toBe(first.path)
  const kept = await site.sql`select encode(token_hash, 'escape') as hash, token_hash::text as hex from access_links`
  expect(JSON.stringify(kept)).not.toContain(token)
  expect(site.logged.join('\n')).not.toContain(token)
})

test('of twenty presses at once one gets the cookie', async () => {
  const { path } = await made()
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(path)))
  expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(19).fill(410)])
  expect(answers.filter((answer) => cookieOf(answer) !== '')).toHaveLength(1)
})

test('a used link says so, and leads its own browser straight on', async () => {
  const { path, id } = await made('submitted')
  const opened = await post(path)
  expect(opened.headers.get('location')).toBe(`/my-applications/${id}`)
  const another = await get(path)
  expect(another.status).toBe(410)
  expect(await another.text()).toContain('This link has been used')
  for (const answer of [
    await get(path, { cookie: cookieOf(opened) }),
    await post(path, {}, { cookie: cookieOf(opened) }),
  ]) {
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`/my-applications/${id}`)
  }
})

test('a link runs out after fourteen days', async () => {
  const { path } = await made()
  clock = new Date(clock.getTime() + 14 * day - 1000)
  expect((await get(path)).status).toBe(200)
  clock = new Date(clock.getTime() + 2000)
  const late = await post(path)
  expect(late.status).toBe(410)
  expect(cookieOf(late)).toBe('')
  expect(await late.text()).toContain('This link has expired')
})

test('a wrong token is 404 in plain words and opens nothing', async () => {
  const { path } = await made()
  const wrong = [`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`, '/access/x', `${path}AAAA`, '/access/%00']
  for (const address of wrong) {
    for (const answer of [await get(address), await post(address)]) {
      expect(answer.status).toBe(404)
      expect(cookieOf(answer)).toBe('')
    }
  }
  expect(await (await get(wrong[0]!)).text()).toContain('This link does not work')
  expect((await post(path)).status).toBe(303)
})

test('whoever floods an address with applications hides neither what was paid for nor what was approved', async () => {
  const email = 'flooded@harbour-lights.example'
  const early = { organisation: { email }, submittedAt: '2026-01-01T09:00:00Z' }
  const paid = await addApplication(site.sql, { ...early, status: 'approved' })
  const approved = await addApplication(site.sql, { ...early, status: 'approved' })
  await site.sql`insert into orders (application_id, organisation_id, type, status, amount_pence)
    values (${paid.id}, ${paid.organisationId}, 'listing', 'paid', 4900)`
  for (let fake = 0; fake < 30; fake++) await addApplication(site.sql, { organisation: { email } })
  expect((await post('/access', { email })).status).toBe(303)
  const [mail] = await site.sql`select text_body from mails where to_email = ${email} and kind = 'access-link'`
  const named = [...mail!.text_body.matchAll(/Continue with (\S+):/g)].map(([, reference]) => reference)
  expect(named.slice(0, 2)).toEqual([paid.reference, approved.reference])
  expect(named).toHaveLength(32)
})

test('with the cookie from a link, another device pays', async () => {
  const { path, id } = await made()
  const checkout = `/checkout/listing/${id}`
  const before = await (await get(checkout)).text()
  expect(before).toContain('Email me a link')
  expect((await post(checkout, { coupon: '' })).status).toBe(403)
  const cookie = cookieOf(await post(path))
  expect(await (await get(checkout, { cookie })).text()).not.toContain('Email me a link')
  const paying = await post(checkout, { coupon: '' }, { cookie })
  expect(paying.status).toBe(303)
  expect(paying.headers.get('location')).toContain('/sandbox/pay/')
  const [order] = await site.sql`select status from orders where application_id = ${id}`
  expect(order!.status).toBe('pending')
})

test('what a browser had before, it keeps', async () => {
  const first = await made()
  const second = await made()
  const one = cookieOf(await post(first.path))
  const both = cookieOf(await post(second.path, {}, { cookie: one }))
  for (const { id } of [first, second]) {
    expect(await (await get(`/checkout/listing/${id}`, { cookie: both })).text()).not.toContain('Email me a link')
  }
})

test('the checkout mails a link to the address on file and nowhere else', async () => {
  const { id } = await made()
  const asked = await post('/access', { application_id: id, email: 'thief@elsewhere.example' })
  expect(asked.status).toBe(303)
  expect(asked.headers.get('location')).toBe('/access?sent=1')
  const mails = await mailsTo(id)
  expect(mails).toHaveLength(1)
  const [link] = mails[0]!.text_body.match(/http\S+\/access\/\S+/)!
  expect((await post(new URL(link).pathname)).headers.get('location')).toBe(`/my-applications/${id}`)
  expect(await site.sql`select 1 from mails where to_email = 'thief@elsewhere.example'`).toHaveLength(0)
})

test('an address gets a link to each of its applications', async () => {
  const { id, organisationId } = await made()
  await addApplication(site.sql, { organisationId })
  const [organisation] = await site.sql`select email from organisations where id = ${organisationId}`
  await post('/access', { email: ` ${String(organisation!.email).toUpperCase()} ` })
  const [mail] = await mailsTo(id)
  expect(mail!.text_body.match(/\/access\//g)).toHaveLength(2)
})

test('whoever asks learns nothing: known or not, the answer is the same', async () => {
  const { path, id } = await made()
  await post(path)
  const asked = [
    () => post('/access', { application_id: id }),
    () => post('/access', { application_id: crypto.randomUUID() }),
    () => post('/access', { email: 'nobody@elsewhere.example' }),
    () => post('/access', { email: 'not an address' }),
    () => post(path, { intent: 'renew' }),
    () => post('/access/unknown', { intent: 'renew' }),
  ]
  for (const ask of asked) {
    const begun = performance.now()
    const answer = await ask()
    // A clock of whole milliseconds may wake a sleeper one early.
    expect(performance.now() - begun).toBeGreaterThan(evenMs - 2)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/access?sent=1')
  }
  expect(await mailsTo(id)).toHaveLength(2)
  const page = await get('/access?sent=1')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(await page.text()).toContain('Check your email')
})

test('asking is limited by visitor, openly, and by address, silently', async () => {
  const { id, path } = await made()
  await post(path)
  for (let time = 0; time < 5; time++) expect((await post('/access', { application_id: id })).status).toBe(303)
  expect(await mailsTo(id)).toHaveLength(3)
  expect((await post(path, { intent: 'renew' })).status).toBe(303)
  for (const answer of [await post(path, { intent: 'renew' }), await post('/access', { application_id: id })]) {
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.text()).toContain('You have tried too many times')
  }
})
