import { expect, test } from 'bun:test'
import { confirmAddress } from '#mail/confirm-address.ts'
import { addApplication } from '#test/add-application.ts'
import { confirmationPath } from '#test/confirm-address.ts'
import { siteOfFile } from '#test/of-file.ts'
import { runAs } from '#test/run-as.ts'
import { until } from '#test/until.ts'
import { adminApprove } from '../review/server/decide-application.ts'

const site = await siteOfFile({ demoData: false })

const organisation = {
  name: 'Larkmoor & Fettle Events Ltd',
  contactName: 'Perpetua Inkwell',
  email: 'perpetua@larkmoor.example',
  phone: '0161 496 0177',
  companyNo: '99000001',
}
const eventDraft = { title: 'Bobbin Fair', eventType: 'physical', venue: 'The Bobbin Hall', category: 'Other' }

async function post(path: string, body: unknown, cookie = '') {
  const response = await site.call(path, body, cookie ? { cookie } : {})
  const cookies = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { body: (await response.json()) as { id: string; reference: string; status: string }, cookie: cookies }
}

/** Applies as often as asked, with one submission key. `onFile` stands in the place of the address that was given. */
async function apply(more: Partial<typeof organisation>, times = 1, onFile?: string) {
  await confirm(onFile ?? more.email ?? organisation.email)
  return await applyUnconfirmed(more, times, onFile)
}

async function confirm(email: string) {
  await site.sql.begin((tx) => confirmAddress(tx, email, new Date()))
}

async function applyUnconfirmed(more: Partial<typeof organisation>, times = 1, onFile?: string) {
  const made = await post('/api/organisations', { ...organisation, ...more })
  if (onFile) await site.sql`update organisations set email = ${onFile} where id = ${made.body.id}`
  const body = { organisationId: made.body.id, eventDraft, status: 'approved', submissionKey: crypto.randomUUID() }
  const sent = await Promise.all(Array.from({ length: times }, () => post('/api/applications', body, made.cookie)))
  return sent[0]!.body
}

const mailsOf = (application: { id: string }) =>
  site.sql<{ kind: string; to_name: string; to_email: string; subject: string; text_body: string }[]>`
    select kind, to_name, to_email, subject, text_body from mails where once_key like ${`%:${application.id}%`} order by id`

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

test("approved on the registry's word, the way to the application's page, which leads to the listing, follows at once", async () => {
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
  expect(opened.headers.get('location')).toBe(`/my-applications/${application.id}`)
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

test('a stranger’s address gets nothing that was typed, and everything once when it is confirmed', async () => {
  const email = 'stranger@larkmoor.example'
  const typed = { contactName: 'SPAM at evil.example', name: organisation.name }
  const application = await applyUnconfirmed({ ...typed, email }, 3)
  expect(application.status).toBe('approved')
  const toStranger = () =>
    site.sql<{ kind: string; to_name: string; subject: string; text_body: string; html_body: string }[]>`
      select kind, to_name, subject, text_body, html_body from mails where to_email = ${email} order by id`
  const before = await toStranger()
  expect(before.map(({ kind }) => kind)).toEqual(['address-confirmation'])
  for (const piece of ['SPAM', 'evil', 'Bobbin', 'Larkmoor &']) expect(JSON.stringify(before)).not.toContain(piece)

  const path = await confirmationPath(site.sql, email)
  for (let press = 0; press < 2; press++) {
    const pressed = await fetch(site.origin + path, {
      method: 'POST',
      headers: { origin: site.origin },
      body: new URLSearchParams(),
    })
    expect(pressed.status).toBe(200)
  }
  await until(async () => (await toStranger()).length >= 3)
  expect((await toStranger()).map(({ kind }) => kind)).toEqual([
    'address-confirmation',
    'application-received',
    'application-approved',
  ])
  expect(await mailsOf(application)).toHaveLength(2)
})

test('a decision on an application whose address is not confirmed is told without what was typed', async () => {
  const email = 'unread@larkmoor.example'
  const { id, reference } = await addApplication(site.sql, {
    isConfirmed: false,
    organisation: { email, contact_name: 'SPAM' },
    draft: { title: 'SPAM' },
  })
  const admin = { id: 'reviewer-of-tests', name: 'Reviewer', roles: ['reviewer'] } as const
  await site.sql`insert into people (id, name, email, roles) values (${admin.id}, ${admin.name}, 'r@tests.example', '{reviewer}')`
  await runAs(admin, site.services, adminApprove, { applicationId: id, status: 'approved' })
  const [mail] = await site.sql`select to_name, subject, text_body, html_body from mails where to_email = ${email}`
  expect(JSON.stringify(mail)).not.toContain('SPAM')
  expect(mail!.text_body).toContain(`Your application ${reference} has been approved.`)
  expect(mail!.text_body).toContain(`${site.origin}/access/`)
})
