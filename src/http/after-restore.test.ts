import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { addApplication } from '../../test/add-application.ts'
import { signInAdmin } from '../../test/sign-in.ts'
import { openTestSite, type TestSite } from '../../test/site.ts'
import { createAccessLink } from '../features/applications/access/server/create-access-link.ts'
import { projectRoot } from '../process/project-root.ts'

// Passwords are hashed slowly, on purpose.
setDefaultTimeout(60_000)

let site: TestSite
beforeAll(async () => {
  site = await openTestSite({ demoData: false })
})
afterAll(async () => {
  await site.close()
})

const get = async (path: string, cookie = '') =>
  (await fetch(site.origin + path, { redirect: 'manual', headers: { cookie } })).status
const post = (path: string, form: Record<string, string>, cookie = '') =>
  fetch(site.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: site.origin, cookie },
    body: new URLSearchParams(form),
  })

test('after a restore no session, link or invitation of the backup opens anything, and no mail of it leaves', async () => {
  const cookie = await signInAdmin(site)
  await post('/admin/people', { name: 'Ina Vited', email: 'ina@beaa.example', roles: 'reviewer' }, cookie)
  const [mail] = await site.sql`select text_body from mails where to_email = 'ina@beaa.example'`
  const invitation = /\/admin\/invitation\/[\w-]+/.exec(mail!.text_body)![0]
  const { id, email } = await addApplication(site.sql, { status: 'approved' })
  const link = await createAccessLink(site.sql, { applicationId: id, email, now: new Date() })
  for (const [path, as] of [['/admin/people', cookie], [invitation], [link]] as const) {
    expect(await get(path, as)).toBe(200)
  }
  await site.sql`
    insert into mails (kind, to_email, subject, text_body, html_body)
    values ('order-paid', 'late@beaa.example', 'Paid: Annual Listing', 'Thank you.', '<p>Thank you.</p>')`
  const waits = async () => (await site.sql`select state from mails where to_email = 'late@beaa.example'`)[0]!.state
  expect(await waits()).toBe('waiting')

  const file = await Bun.file(join(projectRoot, 'deploy/after-restore.sql')).text()
  const [counted] = await site.sql.unsafe(file)
  expect(counted!.after).toMatchObject({ sessions: 1, invitations: 1, links: 1 })

  expect(await get('/admin/people', cookie)).toBe(303)
  expect(await get(invitation)).toBe(410)
  expect((await post(invitation, { password: 'a wardrobe full of herring' })).status).toBe(410)
  const opened = await post(link, {})
  expect(opened.status).toBe(410)
  expect(opened.headers.get('set-cookie')).toBeNull()
  expect(await waits()).toBe('failed')
  const logged = await site.sql`select actor_kind from audit_log where action = 'database.restored'`
  expect(logged.map((row) => row.actor_kind)).toEqual(['command'])
  // Whoever may, signs in again.
  expect(await get('/admin/people', await signInAdmin(site))).toBe(200)
})
