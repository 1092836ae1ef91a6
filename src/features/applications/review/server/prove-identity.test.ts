import { expect, test } from 'bun:test'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'

const site = await siteOfFile({ demoData: false })
const cookie = await signInAdmin(site)

let made = 0
/** A paid listing that waits, as its booking leaves it. */
async function waiting(
  given: { email?: string; companyNo?: string | null; paidPence?: number; isConfirmed?: boolean } = {},
) {
  const application = await addApplication(site.sql, {
    status: 'approved',
    isConfirmed: given.isConfirmed ?? true,
    organisation: {
      email: given.email ?? `someone-${++made}@elsewhere.example`,
      company_no: given.companyNo === undefined ? String(60_000_000 + ++made) : given.companyNo,
    },
    draft: { title: `Waiting Fair ${++made}` },
  })
  await site.sql`
    insert into orders (application_id, organisation_id, type, status, amount_pence, discount_pence, paid_at, covers_until, waits_since)
    values (${application.id}, ${application.organisationId}, 'listing', 'paid', 4900, ${4900 - (given.paidPence ?? 0)}, now(),
      now() + interval '1 year', now())`
  return { ...application, title: `Waiting Fair ${made}` }
}

const page = async (path: string) => await (await fetch(site.origin + path, { headers: { cookie } })).text()
const post = (id: string, form: Record<string, string>, headers: Record<string, string> = { cookie }) =>
  site.post(`/review/${id}/decision`, form, headers)
const entries = async (id: string) =>
  (await site.sql`select 1 from register_entries where application_id = ${id}`).length
const logged = async (id: string, action: string) =>
  (await site.sql`select 1 from audit_log where subject_id = ${id} and action = ${`application.${action}`}`).length

test('what is paid and not published stands in the queue with what is known about who applies', async () => {
  const first = await waiting({ companyNo: '09876543', email: 'ann@fairs-of-old.co.uk', isConfirmed: false })
  await addApplication(site.sql, { status: 'rejected', organisation: { company_no: '9876543' } })
  const queue = await page('/admin/applications?status=identity')
  for (const piece of [
    first.title,
    first.reference,
    '09876543',
    'ann@fairs-of-old.co.uk',
    'Not confirmed yet',
    '1 application, 0 entries',
  ])
    expect(queue).toContain(piece)
  const review = await page(`/review/${first.id}/decision`)
  for (const piece of [
    'Identity to confirm',
    'not confirmed yet',
    'fairs-of-old.co.uk',
    'refused application has this number',
  ])
    expect(review).toContain(piece)
})

test('let through with a reason, it is published and logged; without one nothing happens and nothing typed is lost', async () => {
  const { id } = await waiting()
  const refused = await post(id, { intent: 'waive-identity', release: ' ', withdrawal: 'Half a reason' })
  expect(refused.status).toBe(422)
  const shown = await refused.text()
  expect(shown).toContain('Say how you know')
  expect(shown).toContain('Half a reason')
  expect(await entries(id)).toBe(0)
  for (let press = 0; press < 2; press++) {
    expect((await post(id, { intent: 'waive-identity', release: 'Called the registered office' })).status).toBe(303)
  }
  expect([await entries(id), await logged(id, 'let-through')]).toEqual([1, 1])
  expect(await page(`/review/${id}/decision`)).toContain('Called the registered office')
  const mails = await site.sql`select kind from mails where kind = 'listing-published'`
  expect(mails).toHaveLength(1)
})

test('let through before the address is confirmed, it still waits for that', async () => {
  const { id } = await waiting({ isConfirmed: false })
  await post(id, { intent: 'waive-identity', release: 'Known to us' })
  expect([await entries(id), await logged(id, 'let-through')]).toEqual([0, 1])
})

test('a confirmed domain publishes everything that waits for this company number from there, and nothing else', async () => {
  const companyNo = '08765432'
  const here = await waiting({ companyNo, email: 'ann@post.lantern-fairs.co.uk' })
  const same = await waiting({ companyNo: '8765432', email: 'bob@lantern-fairs.co.uk' })
  const elsewhere = await waiting({ companyNo, email: 'eve@elsewhere.co.uk' })
  const another = await waiting({ companyNo: '08765433', email: 'dan@lantern-fairs.co.uk' })
  expect((await post(here.id, { intent: 'confirm-domain', domain: 'lantern-fairs.com' })).status).toBe(409)
  expect((await post(here.id, { intent: 'confirm-domain', domain: 'lantern-fairs.co.uk' })).status).toBe(303)
  const published = await Promise.all([here, same, elsewhere, another].map(({ id }) => entries(id)))
  expect(published).toEqual([1, 1, 0, 0])
  expect(await logged(here.id, 'domain-confirmed')).toBe(1)
})

test('free mail is confirmed for nobody, nor a domain without a company number', async () => {
  const free = await waiting({ email: 'harbour.lights@gmail.com' })
  expect(await page(`/review/${free.id}/decision`)).not.toContain('Confirm gmail.com')
  const refused = await post(free.id, { intent: 'confirm-domain', domain: 'gmail.com' })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('The domain was not confirmed')
  const nameless = await waiting({ email: 'ann@lantern-folk.co.uk', companyNo: null })
  expect((await post(nameless.id, { intent: 'confirm-domain', domain: 'lantern-folk.co.uk' })).status).toBe(422)
  expect(
    await site.sql`select 1 from company_domains where domain in ('gmail.com', 'lantern-folk.co.uk')`,
  ).toHaveLength(0)
})
