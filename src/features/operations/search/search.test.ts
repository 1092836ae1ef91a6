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
    organisation: { name: 'Zebedee Trust', email: 'post@zebedee.example' },
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

async function found(q: string, cookie = owner): Promise<string[]> {
  const response = await fetch(`${site.origin}/api/admin/search?q=${encodeURIComponent(q)}`, { headers: { cookie } })
  expect(response.status).toBe(200)
  const { hits } = (await response.json()) as { hits: SearchHit[] }
  return hits.map(({ kind, title }) => `${kind}: ${title}`)
}

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
