import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openTestSite, type TestSite } from '../../../test/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite({ demoData: false })
})
afterAll(async () => {
  await site.close()
})

const organisation = {
  name: 'Larkmoor & Fettle Events Ltd',
  contactName: 'Perpetua Inkwell',
  email: 'perpetua@larkmoor.example',
  phone: '0161 496 0177',
  companyNo: '99000001',
}
const eventDraft = { title: 'Bobbin Fair', eventType: 'physical', venue: 'The Bobbin Hall', category: 'Other' }

async function post(path: string, body: unknown, cookie = '') {
  const response = await fetch(site.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.origin, ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
  })
  const cookies = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { body: (await response.json()) as { id: string; reference: string; status: string }, cookie: cookies }
}

/** Applies as often as asked, with one submission key. `onFile` stands in the place of the address that was given. */
async function apply(more: Partial<typeof organisation>, times = 1, onFile?: string) {
  const made = await post('/api/organisations', { ...organisation, ...more })
  if (onFile) await site.sql`update organisations set email = ${onFile} where id = ${made.body.id}`
  const body = { organisationId: made.body.id, eventDraft, status: 'approved', submissionKey: crypto.randomUUID() }
  const sent = await Promise.all(Array.from({ length: times }, () => post('/api/applications', body, made.cookie)))
  return sent[0]!.body
}

const mailsOf = (application: { id: string }) =>
  site.sql<{ kind: string; to_name: string; to_email: string; subject: string; text_body: string }[]>`
    select kind, to_name, to_email, subject, text_body from mails where once_key like ${`%:${application.id}`} order by id`

test('an application is confirmed by mail with a copy of its answers', async () => {
  const application = await apply({ companyNo: '' })
  expect(application.status).toBe('submitted')
  const mails = await mailsOf(application)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({
    kind: 'application-received',
    to_name: 'Perpetua Inkwell',
    to_email: 'perpetua@larkmoor.example',
    subject: `We have your application ${application.reference}`,
  })
  for (const piece of ['Bobbin Fair', 'The Bobbin Hall', 'Larkmoor & Fettle Events Ltd', `${site.origin}/access/`])
    expect(mails[0]!.text_body).toContain(piece)
})

test("approved on the registry's word, the way to the listing follows at once", async () => {
  const application = await apply({})
  expect(application.status).toBe('approved')
  const mails = await mailsOf(application)
  expect(mails.map(({ kind }) => kind)).toEqual(['application-received', 'application-approved'])
  const [link] = mails[1]!.text_body.match(/http\S+\/access\/\S+/)!
  const opened = await fetch(link, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: site.origin },
    body: new URLSearchParams(),
  })
  expect(opened.headers.get('location')).toBe(`/checkout/listing/${application.id}`)
})

test('an application that is sent several times is confirmed once', async () => {
  const application = await apply({ companyNo: '' }, 4)
  expect(await mailsOf(application)).toHaveLength(1)
})

test('an address on file that mail cannot be sent to does not stop an application', async () => {
  const application = await apply({ companyNo: '' }, 1, 'a,<b>@larkmoor.example')
  expect(application.status).toBe('submitted')
  expect(await mailsOf(application)).toHaveLength(1)
})
