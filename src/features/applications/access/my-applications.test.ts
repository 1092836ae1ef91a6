import { expect, test } from 'bun:test'
import { defaultBrand } from '#brand.ts'
import { publishEntry } from '#features/register/server/publish-entry.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'

const site = await siteOfFile()

const cookieFor = (...ids: string[]) => ownershipCookie('', ids, site.services).split(';')[0]!
const page = (cookie: string) => fetch(`${site.origin}/my-applications`, { headers: { cookie } })

test('lists what the cookie names and nothing else, never kept', async () => {
  const mine = await addApplication(site.sql, { status: 'approved', draft: { title: 'Mine, and <b>mine</b> alone' } })
  const other = await addApplication(site.sql, {
    organisationId: mine.organisationId,
    draft: { title: 'Of the same firm' },
  })
  const response = await page(cookieFor(mine.organisationId, mine.id))
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  const html = await response.text()
  expect(html).toContain('Mine, and &lt;b&gt;mine&lt;/b&gt; alone')
  expect(html).toContain(mine.reference)
  expect(html).toContain(`href="/checkout/listing/${mine.id}"`)
  expect(html).not.toContain(other.id)
})

test.each([
  ['stands', 'paid', 300, 'Accredited: declared, no documents checked', 'Certificate, orders and billing', false],
  ['has outlived its year', 'cancelled', -1, 'Lapsed', 'Orders and billing', true],
])('a listing that %s is shown as that', async (_, order, days, badge, link, isRenewed) => {
  const { sql } = site
  const { id: applicationId, organisationId } = await addApplication(sql, { status: 'approved' })
  await sql`insert into orders (application_id, organisation_id, type, amount_pence, discount_pence, status)
    values (${applicationId}, ${organisationId}, 'listing', 4900, 0, ${order})`
  const validUntil = new Date(Date.now() + days * 86_400_000).toISOString()
  const publication = { applicationId, validUntil, cause: 'order of a test', brand: defaultBrand, now: new Date() }
  await sql.begin((tx) => publishEntry(tx, publication))
  const html = await (await page(cookieFor(applicationId))).text()
  expect(html).toContain(`>${badge}<`)
  expect(html).toContain(`>${link}<`)
  expect(html.includes('Renew the listing')).toBe(isRenewed)
  expect(html.includes(`/checkout/listing/${applicationId}`)).toBe(isRenewed)
})

test('a listing that is paid and not published says so and leads to what is waited for', async () => {
  const { sql } = site
  const { id, organisationId } = await addApplication(sql, { status: 'approved', isConfirmed: false })
  await sql`insert into orders (application_id, organisation_id, type, amount_pence, status, covers_until, waits_since)
    values (${id}, ${organisationId}, 'listing', 4900, 'paid', now() + interval '1 year', now())`
  const cookie = cookieFor(id)
  const html = await (await page(cookie)).text()
  expect(html).toContain('Paid, not published yet')
  expect(html).toContain(`href="/funnel/success/${id}"`)
  const order = await (await fetch(`${site.origin}/funnel/success/${id}`, { headers: { cookie } })).text()
  expect(order).toContain('Your event is not published yet.')
  expect(order).toContain('Send the email again')
  // The link alone tells no whole address.
  expect(order).toContain('•••@')
  expect(order).not.toContain('Download Certificate')
  const checkout = await (await fetch(`${site.origin}/checkout/listing/${id}`, { headers: { cookie } })).text()
  expect(checkout).toContain('Your event is not published yet')
})

test('a stranger, and a cookie that was changed, have none', async () => {
  const theirs = await addApplication(site.sql)
  const cookie = cookieFor(theirs.id)
  for (const value of [
    '',
    `${cookie.slice(0, -1)}x`,
    cookie.replace(theirs.id, crypto.randomUUID()),
    'mine=.',
    'mine=x.y',
  ]) {
    const html = await (await page(value)).text()
    expect(html).toContain('There are no applications in this browser.')
    expect(html).not.toContain(theirs.reference)
  }
})

test('a shared browser lets go of them', async () => {
  const mine = await addApplication(site.sql)
  const cookie = cookieFor(mine.id)
  const response = await site.post('/my-applications', { intent: 'forget' }, { cookie })
  expect(response.status).toBe(303)
  const [line] = response.headers.getSetCookie()
  expect(line).toContain('Max-Age=0')
  const html = await (await page(line!.split(';')[0]!)).text()
  expect(html).not.toContain(mine.reference)
})

test('once let go of, a copy of the cookie opens nothing either, and what follows is not lost with it', async () => {
  const mine = await addApplication(site.sql, { status: 'approved' })
  const cookie = cookieFor(mine.id, mine.organisationId)
  const post = (path: string, body: BodyInit, type: string) =>
    fetch(site.origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, origin: site.origin, 'content-type': type },
      body,
    })
  const seePhone = async () =>
    (await (
      await fetch(`${site.origin}/api/organisations/${mine.organisationId}`, { headers: { cookie } })
    ).json()) as { phone?: string }
  expect((await seePhone()).phone).toBe('0161 496 0199')
  await post('/my-applications', 'intent=forget', 'application/x-www-form-urlencoded')
  expect((await seePhone()).phone).toBeUndefined()
  expect(await (await page(cookie)).text()).not.toContain(mine.reference)

  // The answer that took the cookie away was lost: what this browser makes now is its own all the same.
  const organisation = { name: 'Fern', contactName: 'Odo', email: 'odo@fern.example', phone: '0161 496 0101' }
  const made = await post('/api/organisations', JSON.stringify(organisation), 'application/json')
  const { id } = (await made.json()) as { id: string }
  const next = made.headers.get('set-cookie')!.split(';')[0]!
  expect(next).not.toContain(mine.id)
  const own = await fetch(`${site.origin}/api/organisations/${id}`, { headers: { cookie: next } })
  expect(await own.json()).toMatchObject({ phone: '0161 496 0101' })
})

test('half a year after it was given, an application is no longer named by the cookie, whatever came to it since', async () => {
  const { env } = site.services
  const at = (days: number) => ({ env, now: () => new Date(Date.now() + days * 86_400_000) })
  const [old, young] = [await addApplication(site.sql), await addApplication(site.sql)]
  const first = ownershipCookie('', [old.id], at(-181)).split(';')[0]!
  expect(await (await page(first)).text()).not.toContain(old.reference)
  const html = await (await page(ownershipCookie(first, [young.id], at(-179)).split(';')[0]!)).text()
  expect(html).not.toContain(old.reference)
  expect(html).toContain(young.reference)
})
