import { beforeAll, expect, test } from 'bun:test'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import type { SearchHit } from './server.ts'

let reviewer: string
let order: string
let reference: string
const site = await siteOfFile()
const owner = await signInAdmin(site)
beforeAll(async () => {
  const credentials = { email: 'riley@beaa.example', password: 'a long enough password' }
  await site.services.auth.setPassword({ ...credentials, name: 'Riley Zebedee', roles: ['reviewer'] })
  reviewer = await signInAdmin(site, credentials)
  const added = await addApplication(site.sql, {
    status: 'approved',
    draft: { title: 'Zebedee Lantern Walk' },
    organisation: {
      name: 'Zebedee Trust',
      contact_name: 'Odette Hrabowska',
      email: 'post@zebedee.example',
      phone: '+44 (0)161 496 0733',
    },
  })
  reference = added.reference
  const [paid] = await site.sql`
    insert into orders (application_id, organisation_id, type, status, amount_pence, checkout_session_id)
    values (${added.id}, ${added.organisationId}, 'award', 'paid', 19900, 'cs_zebedee') returning id`
  order = paid!.id
  await site.sql`
    insert into mails (kind, to_email, subject, text_body, html_body, state)
    values ('test', 'post@zebedee.example', 'About 100% of it', '', '', 'sent')`
})

const asked = async (q: string, cookie = owner) => {
  const response = await fetch(`${site.origin}/api/admin/search?q=${encodeURIComponent(q)}`, { headers: { cookie } })
  expect(response.status).toBe(200)
  return (await response.json()) as { hits: SearchHit[]; areSimilar: boolean }
}
const found = async (q: string, cookie = owner) =>
  (await asked(q, cookie)).hits.map(({ kind, title }) => `${kind}: ${title}`)

test('people are found by contact, telephone number however it is typed, and part of an address', async () => {
  const application = 'Applications: Zebedee Lantern Walk'
  for (const q of ['odette', 'Hrabowska', '0161 496 0733', '+441614960733', '0044 161 4960733', 'post@zebedee'])
    expect([q, (await found(q, reviewer)).includes(application)]).toEqual([q, true])
  const [hit] = (await asked('odette', reviewer)).hits
  expect(hit).toMatchObject({ state: 'Approved', detail: `${reference}, Zebedee Trust, Odette Hrabowska` })
})

test('what is spelt wrongly is found where nothing is spelt so, and says so', async () => {
  const application = 'Applications: Zebedee Lantern Walk'
  for (const q of ['zebdee trust', 'Lantren Walk', 'Odete Hrabovska', 'pots@zebedee.example'])
    expect([q, (await found(q, reviewer)).includes(application)]).toEqual([q, true])
  expect((await asked('zebdee trust')).areSimilar).toBe(true)
  expect((await asked('zebedee')).areSimilar).toBe(false)
  const html = await (
    await fetch(`${site.origin}/admin/search?q=zebdee+trust`, { headers: { cookie: reviewer } })
  ).text()
  expect(html).toContain('These are spelt similarly.')
})

test('everything that holds what was typed is found, by whatever names it', async () => {
  const application = 'Applications: Zebedee Lantern Walk'
  expect(await found('zebedee')).toEqual([
    application,
    'Orders: Gold Award',
    'People: Riley Zebedee',
    'Emails: About 100% of it',
  ])
  expect(await found(reference)).toEqual([application, 'Orders: Gold Award'])
  expect(await found('POST@zebedee.example')).toEqual([application, 'Orders: Gold Award', 'Emails: About 100% of it'])
  expect(await found(order)).toEqual(['Orders: Gold Award'])
  expect(await found('cs_zebedee')).toEqual(['Orders: Gold Award'])
  expect(await found('00% of')).toEqual(['Emails: About 100% of it'])
  const [entry] = await site.sql`select number, title from register_entries limit 1`
  expect(await found(entry!.number)).toEqual([`Register: ${entry!.title}`])
})

test('nobody finds what their roles do not open', async () => {
  expect(await found('zebedee', reviewer)).toEqual(['Applications: Zebedee Lantern Walk'])
  const page = await fetch(`${site.origin}/admin/search?q=zebedee`, { headers: { cookie: reviewer } })
  const html = await page.text()
  expect(html).toContain('Zebedee Lantern Walk')
  expect(html).not.toContain('Gold Award')
  expect(html).toContain('Your roles open applications.')
})

test('the page of results works without a script, and short texts are asked to be longer', async () => {
  const get = async (q: string) =>
    await (await fetch(`${site.origin}/admin/search?q=${q}`, { headers: { cookie: owner } })).text()
  expect(await get('zebedee')).toContain(`href="/admin/orders/${order}"`)
  expect(await get('ze')).toContain('Type at least <!-- -->3<!-- --> characters.')
  expect(await get('qqqqqq')).toContain('Nothing was found.')
  expect(await found('%%%')).toEqual([])
})

test('a reference of any kind is found, for those whose roles open it', async () => {
  const { sql } = site
  const [{ id } = { id: '' }] = await sql<{ id: string }[]>`select id from applications where reference = ${reference}`
  await sql`
    insert into concerns (reference, about, in_danger, event, happened, received_at, promised_at)
    values ('CON-ZZ9ZZZ', 'safety', false, 'Some fair', 'Hello', now(), now())`
  const [decision] = await sql`
    insert into application_decisions (application_id, decision, decided_by_name, decided_at)
    values (${id}, 'rejected', 'X', now()) returning id`
  await sql`
    insert into appeals (reference, application_id, against, decision_id, grounds, state, received_at)
    values ('APL-ZZ9ZZZ', ${id}, 'rejection', ${decision!.id}, 'Wrong', 'received', now())`
  await sql`
    insert into complaints (reference, name, email, about, message, received_at)
    values ('C-ZZ9ZZZ', 'Robin Example', 'robin@harbour-lights.example', 'event', 'Too loud.', now())`
  const [enquiry] = await sql`
    insert into contact_enquiries (name, email, company, phone, subject, message)
    values ('Quill Example', 'quill@letters.example', '', '01632 960111', 'A question', 'Hello') returning id`
  expect(await found('con-zz9zzz')).toEqual(['Concerns: Some fair'])
  expect(await found('apl-zz9zzz')).toEqual(['Applications: Zebedee Lantern Walk', 'Appeals: Zebedee Lantern Walk'])
  expect(await found('apl-zz9zzz', reviewer)).toEqual(['Applications: Zebedee Lantern Walk'])
  expect(await found('C-ZZ9ZZZ')).toEqual(['Complaints: Robin Example'])
  for (const q of ['quill@letters', '01632 960 111', String(enquiry!.id)])
    expect([q, ...(await found(q))]).toEqual([q, 'Correspondence: Quill Example'])
  expect(await found('con-zz9zzz', reviewer)).toEqual([])
})
