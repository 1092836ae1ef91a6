import { beforeEach, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import type { mail } from '#features/mailbox/server.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { PageData } from '#page/page.ts'
import { createMailgunBounces } from '#providers/bounces/mailgun-bounces.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import type { suppressed } from '../server.ts'
import { receiveBounces } from './receive-bounces.ts'

const secret = 'a secret of the mail provider'
const email = 'robin@harbour.example'
const site = await siteOfFile({ demoData: false, env: { bounces: { source: 'json', secrets: [secret] } } })
const cookie = await signInAdmin(site)
beforeEach(async () => {
  for (const table of ['mails', 'bounces', 'suppressed_addresses', 'rate_limits'])
    await site.sql`delete from ${site.sql(table)}`
})

let ids = 0
const event = (type: string, more: object = {}) => ({ id: `report-${++ids}`, type, email, ...more })
async function report(events: object[], password = secret) {
  const response = await fetch(`${site.origin}/api/mail/bounces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${btoa(`provider:${password}`)}` },
    body: JSON.stringify({ events }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const suppressions = async () => [
  ...(await site.sql<{ id: string; email: string; cause: string }[]>`
    select id, email, cause from suppressed_addresses where lifted_at is null order by email`),
]
const page = async (path: string, own = cookie) =>
  (await (await fetch(site.origin + path, { headers: { cookie: own } })).text()).replaceAll('<!-- -->', '')
const data = async <Data>(path: string) => {
  const response = await fetch(site.origin + path, { headers: { cookie, accept: 'application/json' } })
  return ((await response.json()) as { data: Data }).data
}
const post = (path: string, form: Record<string, string>) => site.post(path, form, { cookie })

/** Writes a mail and waits for what becomes of it. */
async function write(to = email) {
  const body = [{ kind: 'paragraph' as const, text: 'Hello' }]
  await site.sql.begin((transaction) =>
    queueMail(
      transaction,
      { kind: 'test', causedBy: 'system', to: { name: '', email: to }, subject: 'Hello', body },
      site.services,
    ),
  )
  for (let tries = 0; tries < 400; tries++) {
    const [mail] = await site.sql<{ id: string; state: string }[]>`select id, state from mails order by id desc limit 1`
    if (mail!.state !== 'waiting') return mail!
    await Bun.sleep(10)
  }
  throw new Error('The mail still waits.')
}
/** What a mail server has taken: without one, mails are kept. */
async function sent() {
  const { id } = await write()
  await site.sql`update mails set state = 'sent' where id = ${id}`
  return id
}

test('without the secret nothing is taken', async () => {
  for (const password of ['', 'another secret'])
    expect(await report([event('bounce')], password)).toMatchObject({ status: 401, body: { kind: 'unauthenticated' } })
  expect((await report([event('bounce')], '')).headers.get('www-authenticate')).toStartWith('Basic')
  expect((await report([event('opened')])).status).toBe(400)
  expect(await site.sql`select from bounces`).toHaveLength(0)
})

test('an address whose mail came back gets no more, until somebody says so', async () => {
  const mailId = await sent()
  const bounce = event('bounce', {
    email: 'Robin@Harbour.example',
    reason: '550 5.1.1 unknown',
    messageId: `<${mailId}@x>`,
  })
  const answers = await Promise.all(Array.from({ length: 5 }, () => report([bounce])))
  expect(answers.map(({ status, body }) => [status, body.received])).toEqual(Array(5).fill([200, 1]))
  expect(await site.sql`select from bounces`).toHaveLength(1)
  expect(await suppressions()).toMatchObject([{ email, cause: 'hard' }])
  expect((await data<PageData<typeof mail>>(`/admin/mailbox/${mailId}`)).mail).toMatchObject({
    state: 'bounced',
    reason: '550 5.1.1 unknown',
  })

  const next = await write('ROBIN@harbour.example')
  expect(next.state).toBe('suppressed')
  const shown = await page(`/admin/mailbox/${next.id}`)
  expect(shown).toContain('Not sent, because the address is suppressed')
  expect(shown).not.toContain('Send again')
  expect(await page('/admin/mailbox')).toContain('/admin/mailbox/suppressed')
  expect((await write('another@harbour.example')).state).toBe('kept')

  const listed = await data<PageData<typeof suppressed>>('/admin/mailbox/suppressed?q=ROBIN')
  expect(listed.addresses).toMatchObject([{ email, cause: 'hard', reason: '550 5.1.1 unknown' }])
  expect((await data<PageData<typeof suppressed>>('/admin/mailbox/suppressed?q=other')).addresses).toEqual([])
  const lifted = await post('/admin/mailbox/suppressed', { address: listed.addresses[0]!.id })
  expect(lifted.headers.get('location')).toBe('/admin/mailbox/suppressed?done=lifted')
  expect(await page(lifted.headers.get('location')!)).toContain('Emails are sent to the address again')
  await post('/admin/mailbox/suppressed', { address: listed.addresses[0]!.id })
  const logged = await site.sql`select before, after from audit_log where action = 'suppressed-address.lifted'`
  expect(logged.map((row) => ({ ...row }))).toEqual([{ before: { cause: 'hard' }, after: null }])
  expect(await suppressions()).toEqual([])
  // The provider sends the same report again, and later another one.
  await report([bounce])
  expect((await write()).state).toBe('kept')
  expect((await post(`/admin/mailbox/${next.id}`, {})).headers.get('location')).toContain('again=1')
  await report([event('bounce')])
  expect((await write()).state).toBe('suppressed')
})

test('a report names nobody else’s mail', async () => {
  const mailId = await sent()
  await report([event('bounce', { email: 'another@harbour.example', messageId: `<${mailId}@x>` })])
  expect((await data<PageData<typeof mail>>(`/admin/mailbox/${mailId}`)).mail.state).toBe('sent')
})

test('what failed for once counts, and three within a week are enough', async () => {
  await report([event('soft-bounce'), event('soft-bounce')])
  await site.sql`update bounces set received_at = now() - interval '8 days'`
  await report([event('soft-bounce'), event('soft-bounce')])
  expect(await suppressions()).toEqual([])
  await report([event('soft-bounce')])
  const [held] = await suppressions()
  expect(held).toMatchObject({ cause: 'soft' })
  await post('/admin/mailbox/suppressed', { address: held!.id })
  // It begins anew.
  await report([event('soft-bounce'), event('soft-bounce')])
  expect(await suppressions()).toEqual([])
})

test('a complaint suppresses too, and says so where a bounce did before; the mail did arrive', async () => {
  const mailId = await sent()
  await report([event('bounce')])
  await report([event('complaint', { messageId: `<${mailId}@x>` })])
  await report([event('bounce')])
  expect(await suppressions()).toMatchObject([{ cause: 'complaint' }])
  expect((await data<PageData<typeof mail>>(`/admin/mailbox/${mailId}`)).mail.state).toBe('sent')
})

test('what is no address is left out', async () => {
  const odd = event('bounce', { id: `x\u0000y${'🎪'.repeat(120)}`.slice(0, 199), reason: 'a\u0000b\ud800' })
  expect((await report([event('bounce', { email: 'robin' }), odd])).body).toEqual({ received: 2 })
  expect(await suppressions()).toHaveLength(1)
})

test('reviewers and the applicant read that our emails do not arrive', async () => {
  const { id } = await addApplication(site.sql, { organisation: { email } })
  const own = ownershipCookie('', [id], site.services).split(';')[0]!
  const read = () => Promise.all([page(`/review/${id}`), page(`/my-applications/${id}`, own)])
  for (const text of await read()) expect(text).not.toMatch(/emails do not (arrive|reach)/)
  await report([event('bounce', { reason: '550 5.1.1 unknown' })])
  const [review, theirs] = await read()
  expect(review).toContain('Our emails do not arrive')
  expect(review).toContain('550 5.1.1 unknown')
  expect(theirs).toContain('Our emails to r•••@harbour.example come back')
  expect(theirs).toContain(`/my-applications/${id}/change`)
  await site.sql`insert into application_decisions (application_id, decision, decided_by, decided_by_name)
    select ${id}, 'approved', id, name from people limit 1`
  await report([event('complaint')])
  const [, later] = await read()
  expect(later).toContain('was reported as spam')
  expect(later).toContain('from another one and quote')
})

test('what proves a report of Mailgun counts once, whatever is said with it the next time', async () => {
  const mailgun = createMailgunBounces([secret])
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signed = (token: string) => ({
    timestamp,
    token,
    signature: createHmac('sha256', secret)
      .update(timestamp + token)
      .digest('hex'),
  })
  const send = async (token: string, event: object) => {
    const raw = JSON.stringify({ signature: signed(token), 'event-data': event })
    const services = {
      ...site.services,
      bounces: mailgun,
      env: { ...site.services.env, bounces: { source: 'mailgun' } },
    }
    const call = { raw, headers: new Headers(), services } as unknown as Parameters<typeof receiveBounces.run>[0]
    return await receiveBounces.run(call)
  }
  const failed = (recipient: string, id: string) => ({
    event: 'failed',
    severity: 'permanent',
    reason: 'bounce',
    id,
    recipient,
  })
  expect(await send('one', { event: 'delivered' })).toMatchObject({ answer: { received: 0 } })
  expect(await send('two', failed('a@harbour.example', '1'))).toMatchObject({ answer: { received: 1 } })
  for (const token of ['one', 'two'])
    expect(await send(token, failed('victim@harbour.example', '2'))).toMatchObject({ answer: { received: 0 } })
  expect((await suppressions()).map((row) => row.email)).toEqual(['a@harbour.example'])
  // Not kept for longer than a signature holds.
  await site.sql`update seen_bounce_tokens set seen_at = now() - interval '25 hours'`
  await send('three', failed('b@harbour.example', '3'))
  expect(await site.sql`select from seen_bounce_tokens`).toHaveLength(1)
})
