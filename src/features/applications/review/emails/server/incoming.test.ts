import { beforeEach, expect, test } from 'bun:test'
import { caseAddress } from '#mail/case-address.ts'
import { type AddedApplication, addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { until } from '#test/until.ts'
import { signIncoming } from './receive-mail.ts'

const secret = 'a secret of the relay'
const domain = 'replies.register.example'
const site = await siteOfFile({
  demoData: false,
  env: { incoming: { domain, secrets: ['an old secret here', secret] } },
})
const { sql } = site
beforeEach(async () => {
  await sql`delete from rate_limits`
})

const codeOf = async ({ id, email }: AddedApplication) =>
  (await caseAddress(sql, { applicationId: id, email }, site.services.env))!

type Message = { from?: string; headers?: string[]; body?: string; subject?: string }
let messages = 0
const messageOf = ({ from = 'robin@harbour.example', headers = [], body = 'Hello', subject = 'Plans' }: Message) =>
  Buffer.from(
    [`From: ${from}`, `Subject: ${subject}`, `Message-ID: <${++messages}@x.example>`, ...headers, '', body].join(
      '\r\n',
    ),
  )

async function post(
  payload: unknown,
  { key = secret, at = Date.now(), headers = {} }: { key?: string; at?: number; headers?: Record<string, string> } = {},
) {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const timestamp = String(Math.floor(at / 1000))
  const response = await fetch(`${site.origin}/api/mail/incoming`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-timestamp': timestamp,
      'webhook-signature': signIncoming(key, timestamp, Buffer.from(body)),
      ...headers,
    },
    body,
  })
  return { status: response.status, body: (await response.json()) as { received?: number } }
}
const deliver = (recipient: string, message: Message | Buffer, more: object = {}) =>
  post({ recipient, raw: (Buffer.isBuffer(message) ? message : messageOf(message)).toString('base64'), ...more })

/** The newest that came in, once it has been read. */
const arrived = () =>
  until(async () => {
    const [mail] = await sql`select * from incoming_mails order by id desc limit 1`
    return mail && mail.state !== 'waiting' ? mail : null
  })
const count = async () => (await sql`select from incoming_mails`).length

test('an answer comes into its case', async () => {
  const application = await addApplication(sql)
  expect(await deliver(await codeOf(application), { from: `Robin <${application.email}>` })).toEqual({
    status: 200,
    body: { received: 1 },
  })
  expect(await arrived()).toMatchObject({
    application_id: application.id,
    state: 'filed',
    from_name: 'Robin',
    is_from_other: false,
    is_automatic: false,
    text_body: 'Hello',
  })
  // Nothing of it is in the log.
  expect(site.logged.join('\n')).not.toMatch(/harbour|Plans|case-[0-9a-f]{8}/)
})

test('an unsigned, wrongly signed or old message is refused before it is read', async () => {
  const before = await count()
  const payload = { recipient: `case-${'0'.repeat(32)}@${domain}`, raw: messageOf({}).toString('base64') }
  const signature = (headers: Record<string, string>) => post(payload, { headers })
  for (const refused of [
    await post(payload, { key: 'another secret of 20' }),
    await post(payload, { at: Date.now() - 301_000 }),
    await post(payload, { at: Date.now() + 301_000 }),
    await signature({ 'webhook-signature': '' }),
    await signature({ 'webhook-signature': `v1=${'0'.repeat(64)}` }),
    await signature({ 'webhook-signature': secret }),
    await signature({ 'webhook-timestamp': '1e3' }),
    await signature({ authorization: `Bearer ${secret}`, 'webhook-signature': 'v1=' }),
  ])
    expect(refused).toMatchObject({ status: 401, body: { kind: 'unauthenticated' } })
  expect(await count()).toBe(before)
})

test('a body that is compressed or no JSON is refused by its headers', async () => {
  const payload = { recipient: `hello@${domain}`, raw: messageOf({}).toString('base64') }
  expect((await post(payload, { headers: { 'content-encoding': 'gzip' } })).status).toBe(415)
})

test('a second secret is accepted while it is changed', async () => {
  const raw = messageOf({}).toString('base64')
  expect((await post({ recipient: `hello@${domain}`, raw }, { key: 'an old secret here' })).status).toBe(200)
})

test('a message that is sent again changes nothing, whoever sends it', async () => {
  const application = await addApplication(sql)
  const recipient = await codeOf(application)
  const message = messageOf({ from: application.email })
  const answers = await Promise.all(Array.from({ length: 3 }, () => deliver(recipient, message)))
  expect(answers.map(({ body }) => body.received).toSorted()).toEqual([0, 0, 1])
  expect((await deliver(recipient.toUpperCase(), message)).body).toEqual({ received: 0 })
  expect(await sql`select from incoming_mails where application_id = ${application.id}`).toHaveLength(1)
})

test('what has another shape is malformed', async () => {
  for (const payload of [
    '',
    'null',
    '[]',
    '{"recipient":"a@b.example"}',
    { recipient: 'a@b.example', raw: '<html>' },
    { recipient: 'a@b.example', raw: '' },
    { recipient: 'x'.repeat(400), raw: 'aGVsbG8=' },
    '['.repeat(200_000),
    '{"recipient":"a@b.example","raw":"aGVsbG8=","raw":"aGVsbG8="}',
    '{"recipient":"a@b.example","raw":"aGVs=bG8"}',
    '{"recipient":"a@b.example","raw":"aGVsbG8',
    { recipient: 'a@b.example', raw: `${'A'.repeat(600_000)}*AAA` },
    { recipient: 'a@b.example', raw: 'aGVsbG8=', more: 'x'.repeat(10_000) },
  ])
    expect((await post(payload)).status).toBe(400)
})

test('the message is found in any order of the fields, and to the last byte', async () => {
  const message = messageOf({ body: `${'é'.repeat(400_000)} end` })
  const recipient = `"raw":"x"@${domain}`
  expect(await post({ sender: 'a@b.example', raw: message.toString('base64'), recipient })).toMatchObject({
    status: 200,
  })
  const [{ id, bytes }] = (await sql`select id, bytes from incoming_mails order by id desc limit 1`) as [
    { id: string; bytes: number },
  ]
  expect(bytes).toBe(message.length)
  const kept = await site.services.files.read(`evidence/${id}`)
  expect(Buffer.from(await new Response(kept).arrayBuffer()).equals(message)).toBe(true)
})

test('what a sender writes in HTML is never HTML on the page of its case', async () => {
  const application = await addApplication(sql)
  await deliver(await codeOf(application), {
    from: application.email,
    headers: ['Content-Type: text/html; charset=utf-8'],
    body: '<p>Hello<script>alert(1)</script> <img src=x onerror=alert(2)></p>',
    subject: '<b>Plans</b>',
  })
  expect(await arrived()).toMatchObject({ state: 'filed', text_body: expect.stringContaining('Hello') })
  const page = await (await site.get(`/review/${application.id}/mails`, { cookie: await signInAdmin(site) })).text()
  expect(page).toContain('&lt;b&gt;Plans&lt;/b&gt;')
  expect(page).not.toMatch(/<b>Plans|onerror=alert|alert\(1\)/)
})

test('30 MB are cut off, announced or not', async () => {
  const before = await count()
  const big = 'A'.repeat(30 * 1024 * 1024)
  expect((await post(`{"recipient":"a@b.example","raw":"${big}"}`)).status).toBe(413)
  const timestamp = String(Math.floor(Date.now() / 1000))
  let sent = 0
  const response = await fetch(`${site.origin}/api/mail/incoming`, {
    method: 'POST',
    headers: { 'webhook-timestamp': timestamp, 'webhook-signature': `v1=${'0'.repeat(64)}` },
    body: new ReadableStream({
      async pull(controller) {
        sent += 1024 * 1024
        if (sent > 30 * 1024 * 1024) controller.close()
        else controller.enqueue(new Uint8Array(1024 * 1024))
      },
    }),
  }).catch(() => null)
  if (response) expect(response.status).toBe(413)
  expect(sent).toBeLessThan(30 * 1024 * 1024)
  expect((await deliver(`hello@${domain}`, Buffer.alloc(10 * 1024 * 1024 + 1, 'x'))).status).toBe(413)
  expect(await count()).toBe(before)
  // One of 10 MB is taken.
  const large = messageOf({ body: 'x'.repeat(10 * 1024 * 1024 - 2000) })
  expect((await deliver(`hello@${domain}`, large)).status).toBe(200)
  expect((await arrived()).text_body).toHaveLength(50_000)
}, 120_000)

test('a sender who only pretends gets nowhere: the code alone names a case', async () => {
  const application = await addApplication(sql)
  await deliver(`hello@${domain}`, { from: application.email, subject: 'About nothing' })
  expect(await arrived()).toMatchObject({
    application_id: null,
    suggested_id: application.id,
    suggested_by: 'sender',
    state: 'read',
  })
  await deliver(`case-${'f'.repeat(32)}@${domain}`, { subject: `Re: hello (${application.reference})` })
  expect(await arrived()).toMatchObject({
    application_id: null,
    suggested_id: application.id,
    suggested_by: 'reference',
  })
  await deliver((await codeOf(application)).replace(domain, 'elsewhere.example'), { subject: 'x' })
  expect(await arrived()).toMatchObject({ application_id: null, suggested_by: null })
})

test('the code of a case with another sender is marked, and one of another case goes there', async () => {
  const [mine, other] = [await addApplication(sql), await addApplication(sql)]
  await deliver(await codeOf(mine), { from: 'stranger@elsewhere.example' })
  expect(await arrived()).toMatchObject({ application_id: mine.id, is_from_other: true })
  await deliver(await codeOf(other), { from: mine.email })
  expect(await arrived()).toMatchObject({ application_id: other.id, is_from_other: true })
})

test('an address of before a correction is spent', async () => {
  const application = await addApplication(sql)
  const recipient = await codeOf(application)
  await sql`update organisations set email = 'new@harbour.example' where id = ${application.organisationId}`
  await deliver(recipient, { from: application.email })
  expect(await arrived()).toMatchObject({ application_id: null, suggested_id: application.id, suggested_by: 'code' })
})

test('automatic replies are marked, and no email answers them', async () => {
  const application = await addApplication(sql)
  const recipient = await codeOf(application)
  const before = (await sql`select from mails`).length
  const marked = async (message: Message, more: object = {}) => {
    await deliver(recipient, { from: application.email, ...message }, more)
    expect(await arrived()).toMatchObject({ application_id: application.id, is_automatic: true })
  }
  await marked({ headers: ['Auto-Submitted: auto-replied'] })
  await marked({}, { sender: '' })
  // Our own emails that come back to us.
  await marked({ from: site.services.env.smtp.from.email })
  expect(await sql`select from mails`).toHaveLength(before)
})

test('a loop ends after so many emails in a day', async () => {
  const application = await addApplication(sql)
  const recipient = await codeOf(application)
  await deliver(recipient, {})
  await sql`update rate_limits set count = 60 where key like 'incoming-mails-of-case:%'`
  expect((await deliver(recipient, {})).status).toBe(429)
  expect((await deliver(await codeOf(await addApplication(sql)), {})).status).toBe(200)
})

test('a bomb of nested parts is kept as unreadable, and the next one is read', async () => {
  const application = await addApplication(sql)
  const recipient = await codeOf(application)
  const bomb = Array.from(
    { length: 5000 },
    (_, level) => `--b${level}\r\nContent-Type: multipart/mixed; boundary=b${level + 1}\r\n`,
  )
  await deliver(recipient, { headers: ['Content-Type: multipart/mixed; boundary=b0'], body: bomb.join('\r\n') })
  expect(await arrived()).toMatchObject({ application_id: application.id, state: 'unreadable', text_body: '' })
  await deliver(recipient, { body: 'And now the text' })
  expect(await arrived()).toMatchObject({ state: 'filed', text_body: 'And now the text' })
}, 60_000)

const withFile = (name: string, content: Uint8Array): Message => ({
  headers: ['Content-Type: multipart/mixed; boundary=b'],
  body: [
    '--b\r\nContent-Type: text/plain\r\n\r\nSee the plan',
    `--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}`,
    '--b--',
  ].join('\r\n'),
})
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const filesOf = (application: AddedApplication) =>
  until(async () => {
    const files =
      await sql`select * from evidence_files where application_id = ${application.id} order by uploaded_at, id`
    return files.length > 0 && files.every(({ state }) => state !== 'checking') ? files : null
  })

test('attachments go the way of every document: recognised by content, refused or kept', async () => {
  const application = await addApplication(sql)
  const recipient = await codeOf(application)
  await deliver(recipient, withFile('../../plan.pdf', png))
  expect(await filesOf(application)).toMatchObject([
    { name: 'plan.png', media_type: 'image/png', state: 'ready', criterion_id: 'email' },
  ])
  const program = await addApplication(sql)
  await deliver(await codeOf(program), withFile('plan.pdf', Buffer.from('MZ this is a program')))
  expect(await filesOf(program)).toMatchObject([{ state: 'refused' }])
  // The bytes as they came are gone.
  expect(await sql`select from stored_file_pieces where key = ${`evidence/${(await arrived()).id}`}`).toHaveLength(0)
})

test('an attachment that the limits of the application refuse is named with the reason', async () => {
  const application = await addApplication(sql)
  await sql`
    insert into evidence_files (application_id, criterion_id, name, bytes, state, media_type, sha256)
    select ${application.id}, 'x', 'x', 20971520, 'ready', 'application/pdf', '\\x00' from generate_series(1, 10)`
  await deliver(await codeOf(application), withFile('plan.png', png))
  const { files } = (await arrived()) as { files: { name: string; refused: string }[] }
  expect(files).toMatchObject([{ name: 'plan.png', refused: expect.stringContaining('200 MB') }])
})
