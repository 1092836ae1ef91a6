import { expect, setDefaultTimeout, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { createAccessLink } from '#features/applications/access/server/create-access-link.ts'
import { keyHash } from '#features/proof/open-data/server/within-limit.ts'
import { projectRoot } from '#process/project-root.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'

// Passwords are hashed slowly, on purpose.
setDefaultTimeout(60_000)

const site = await siteOfFile({ demoData: false })

const get = async (path: string, cookie = '') => (await site.get(path, { cookie })).status
const post = (path: string, form: Record<string, string>, cookie = '') => site.post(path, form, { cookie })

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

  const given = { env: site.services.env, now: () => new Date(Date.now() - 5000) }
  const mine = ownershipCookie('', [id], given).split(';')[0]!
  // As earlier releases wrote it: the day alone, of today.
  const text = `${crypto.randomUUID()}~${id}_${Math.floor(Date.now() / 86_400_000).toString(36)}`
  const signature = createHmac('sha256', site.services.env.sessionSecret)
    .update(`ownership ${text}`)
    .digest('base64url')
  const older = `${mine.split('=')[0]}=${text}.${signature}`
  const sees = async (own: string) =>
    (await (await fetch(`${site.origin}/my-applications`, { headers: { cookie: own } })).text()).includes(id)
  expect([await sees(mine), await sees(older)]).toEqual([true, true])
  const key = `rk_${'k'.repeat(43)}`
  await site.sql`insert into api_keys (key_hash, link_hash, ending, name, email, created_at)
    values (${keyHash(key)}, 'link', 'kkkk', 'A reader', 'reader@example.org', now())`
  const called = async () =>
    (await fetch(`${site.origin}/api/changes`, { headers: { authorization: `Bearer ${key}` } })).status
  expect(await called()).toBe(200)
  const tokenHash = Buffer.from(new Uint8Array(32))
  await site.sql`insert into webhook_links (token_hash, email, created_at, expires_at)
    values (${tokenHash}, 'reader@example.org', now(), now() + interval '1 day')`
  const [remark] =
    await site.sql`insert into application_remarks (application_id, kind, text) values (${id}, 'asked', '?') returning id`
  await site.sql`insert into application_questions (token_hash, application_id, remark_id, created_at, expires_at)
    values (${tokenHash}, ${id}, ${remark!.id}, now(), now() + interval '1 day')`
  await site.sql`insert into follow_requests (token_hash, email, subject, cadence, consent, created_at, expires_at)
    values (${tokenHash}, 'reader@example.org', 'entry=1', 'weekly', 'Yes', now(), now() + interval '1 day')`

  const file = await Bun.file(join(projectRoot, 'deploy/after-restore.sql')).text()
  const [counted] = await site.sql.unsafe(file)
  expect(counted!.after).toMatchObject({
    sessions: 1,
    invitations: 1,
    links: 1,
    keys: 1,
    webhookLinks: 1,
    questions: 1,
    requests: 1,
    browsers: 1,
  })
  expect([await sees(mine), await sees(older)]).toEqual([false, false])
  expect(await called()).toBe(401)
  const alsoOpen = await site.sql`
    select from webhook_links union all select from application_questions where expires_at > now() union all select from follow_requests`
  expect(alsoOpen).toHaveLength(0)

  expect(await get('/admin/people', cookie)).toBe(303)
  expect(await get(invitation)).toBe(410)
  expect((await post(invitation, { password: 'a wardrobe full of herring' })).status).toBe(410)
  const opened = await post(link, {})
  expect(opened.status).toBe(410)
  expect(opened.headers.get('set-cookie')).toBeNull()
  expect(await waits()).toBe('failed')
  const logged = await site.sql`select actor_kind from audit_log where action = 'database.restored'`
  expect(logged.map((row) => row.actor_kind)).toEqual(['command'])
  // Whoever is given it again has it.
  expect(
    await sees(ownershipCookie('', [id], { ...given, now: () => new Date(Date.now() + 2000) }).split(';')[0]!),
  ).toBe(true)
  // Whoever may, signs in again.
  expect(await get('/admin/people', await signInAdmin(site))).toBe(200)
})
