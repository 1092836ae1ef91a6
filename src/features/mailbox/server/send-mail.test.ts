import { afterEach, beforeEach, expect, test } from 'bun:test'
import { defaultBrand } from '#brand.ts'
import { camel } from '#database/camel.ts'
import { readEnv } from '#env.ts'
import { runJobs } from '#jobs/run-jobs.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { createLog } from '#process/log.ts'
import { createFiles } from '#providers/files/create-files.ts'
import type { Mail, OutgoingMail } from '#providers/mail/mail.ts'
import { createSmtpMail } from '#providers/mail/smtp-mail.ts'
import { type SmtpServerFixture, startSmtpServer } from '#providers/mail/smtp-server-fixture.ts'
import type { Services } from '#requests/services.ts'
import { addApplication } from '#test/add-application.ts'
import { databaseOfFile } from '#test/of-file.ts'
import { until } from '#test/until.ts'
import { sendAgain as sendAgainIn, sendMail } from './send-mail.ts'

const read = readEnv({})
if ('problems' in read) throw new Error(read.problems.join())
const { env } = read
const site = { env, brand: defaultBrand }
const kept: Mail = { send: async () => ({ kind: 'kept' }) }

const sendAgain = (id: string) => database.sql.begin((transaction) => sendAgainIn(camel(transaction), id))

let server: SmtpServerFixture
const database = await databaseOfFile()
const services = { sql: database.sql, env, files: createFiles(env, database.sql) }
beforeEach(async () => {
  server = startSmtpServer()
  for (const table of ['mails', 'bounces', 'suppressed_addresses', 'graphile_worker._private_jobs'])
    await database.sql`delete from ${database.sql(table)}`
})
afterEach(() => {
  server.close()
})

const draft = (given: Partial<MailDraft> = {}): MailDraft => ({
  kind: 'test',
  causedBy: 'system',
  to: { name: 'Robin Example', email: 'robin@harbour.example' },
  subject: 'Your application',
  body: [{ kind: 'paragraph', text: 'Hello Robin' }],
  ...given,
})
const write = (given: Partial<MailDraft> = {}) =>
  database.sql.begin((transaction) => queueMail(transaction, draft(given), site))
const mails = () =>
  database.sql<{ id: string; state: string; attempts: number; reason: string | null; to_email: string }[]>`
    select id, state, attempts, reason, to_email from mails order by id`
const jobs = () =>
  database.sql<{ task_identifier: string }[]>`
    select task_identifier from graphile_worker.jobs where task_identifier = 'send-mail'`
const smtp = (given = server) =>
  createSmtpMail({ url: given.url, from: env.smtp.from }, { connect: 500, silence: 500, total: 1500 })

/** Writes one mail and hands it over once. */
async function attempt(mail: Mail, given: Partial<MailDraft> = {}) {
  await write(given)
  const { id } = (await mails())[0]!
  const problem = await sendMail({ mailId: id }, { ...services, mail }).catch((thrown: Error) => thrown)
  const [row] = await mails()
  return { id, problem: problem as Error | undefined, row: row! }
}

test('a mail and its job are written with the change that causes it, or not at all', async () => {
  expect(await write()).toBe(true)
  expect(await mails()).toHaveLength(1)
  expect(await jobs()).toHaveLength(1)
  const failed = database.sql.begin(async (transaction) => {
    await queueMail(transaction, draft(), site)
    throw new Error('the change did not happen')
  })
  await expect(failed).rejects.toThrow('the change did not happen')
  expect(await mails()).toHaveLength(1)
  expect(await jobs()).toHaveLength(1)
})

test('what happens once is mailed once, however many say so at the same time', async () => {
  const written = await Promise.all(Array.from({ length: 12 }, () => write({ once: 'approved:1' })))
  expect(written.filter(Boolean)).toHaveLength(1)
  expect(await write({ once: 'approved:1' })).toBe(false)
  expect(await mails()).toHaveLength(1)
  expect(await jobs()).toHaveLength(1)
  expect(await write({ once: 'approved:2' })).toBe(true)
})

test('the one that waits for a mail which is then not written writes its own', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: hasWritten, resolve: wrote } = Promise.withResolvers<void>()
  const first = database.sql.begin(async (transaction) => {
    await queueMail(transaction, draft({ once: 'approved:1' }), site)
    wrote()
    await mayEnd
    throw new Error('rolled back')
  })
  first.catch(() => {})
  await hasWritten
  const second = write({ once: 'approved:1' })
  end()
  await expect(first).rejects.toThrow('rolled back')
  expect(await second).toBe(true)
  expect(await mails()).toHaveLength(1)
})

test('a sent mail is sent word for word, with its files', async () => {
  const content = new TextEncoder().encode('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')
  const { row } = await attempt(smtp(), {
    attachments: [{ name: 'call.ics', contentType: 'text/calendar', method: 'REQUEST', content }],
  })
  expect(row).toMatchObject({ state: 'sent', attempts: 1, reason: null })
  const [taken] = server.taken
  expect(taken!.to).toEqual(['robin@harbour.example'])
  expect(taken!.message).toContain('Hello Robin')
  expect(taken!.message).toContain('method=REQUEST')
  expect(taken!.message).toContain(`Message-ID: <${row.id}@`)
  expect(taken!.message.replaceAll('\r\n', '')).toContain(Buffer.from(content).toString('base64'))
})

test('an email of a case says where answers go, and one that a person wrote is not automatic', async () => {
  const { id: application } = await addApplication(database.sql)
  const incoming = { domain: 'replies.example', secrets: [] }
  const send = async (given: Partial<MailDraft>) => {
    await write(given)
    const { id } = (await mails()).at(-1)!
    await sendMail({ mailId: id }, { ...services, env: { ...env, incoming }, mail: smtp() })
    return server.taken.at(-1)!.message
  }
  const first = await send({ application })
  const replyTo = /^Reply-To: (case-[0-9a-f]{32}@replies\.example)\r?$/m.exec(first)?.[1]
  expect(replyTo).toBeString()
  expect(first).toContain('Auto-Submitted: auto-generated')
  const written = await send({ application, author: { name: 'Sam', inReplyTo: '<a@b.example>' } })
  expect(written).toContain(`Reply-To: ${replyTo}`)
  expect(written).toContain('In-Reply-To: <a@b.example>')
  expect(written).not.toContain('Auto-Submitted')
  // Another mailbox and another case have codes of their own; every other email has none.
  expect(await send({ application, to: { name: '', email: 'other@harbour.example' } })).not.toContain(replyTo!)
  const other = await addApplication(database.sql)
  expect(await send({ application: other.id })).not.toContain(replyTo!)
  expect(await send({})).not.toContain('Reply-To')
  // The code itself is kept nowhere.
  const kept = await database.sql`select * from case_addresses`
  expect(kept).toHaveLength(3)
  expect(JSON.stringify(kept)).not.toContain(replyTo!.slice(5, 37))
})

test('without a mail server it is kept', async () => {
  const { row } = await attempt(kept)
  expect(row).toMatchObject({ state: 'kept', attempts: 1 })
})

test('two replicas with the same job send once', async () => {
  server.close()
  server = startSmtpServer({ delay: 60 })
  await write()
  const { id } = (await mails())[0]!
  await Promise.all(Array.from({ length: 5 }, () => sendMail({ mailId: id }, { ...services, mail: smtp() })))
  await sendMail({ mailId: id }, { ...services, mail: smtp() })
  expect(server.taken).toHaveLength(1)
  expect((await mails())[0]).toMatchObject({ state: 'sent', attempts: 1 })
})

test('a refused recipient ends the mail with its reason, and gets no more until somebody says so', async () => {
  server.close()
  server = startSmtpServer({ answers: { RCPT: '550 5.1.1 no such mailbox' } })
  const { row, problem } = await attempt(smtp())
  expect(problem).toBeUndefined()
  expect(row).toMatchObject({ state: 'bounced', reason: '550 5.1.1 no such mailbox' })
  server.close()
  server = startSmtpServer()
  await write({ to: { name: '', email: 'Robin@Harbour.example' } })
  const second = (await mails()).at(-1)!
  await sendMail({ mailId: second.id }, { ...services, mail: smtp() })
  expect((await mails()).at(-1)).toMatchObject({
    state: 'suppressed',
    reason: 'Not sent, because the address is suppressed. An email to it came back: the address does not take mail.',
  })
  expect(server.taken).toEqual([])
  await database.sql`update suppressed_addresses set lifted_at = now()`
  expect(await sendAgain(second.id)).toBe(true)
  await sendMail({ mailId: second.id }, { ...services, mail: smtp() })
  expect((await mails()).at(-1)).toMatchObject({ state: 'sent', reason: null })
})

test('what a server refuses without saying that the address is wrong suppresses nothing', async () => {
  server.close()
  server = startSmtpServer({ answers: { RCPT: '550 5.7.1 relaying denied' } })
  const { row } = await attempt(smtp())
  expect(row).toMatchObject({ state: 'failed', reason: '550 5.7.1 relaying denied' })
  expect(await database.sql`select from suppressed_addresses`).toHaveLength(0)
})

test('a server that is not there leaves the mail waiting, and the queue with a reason to try again', async () => {
  server.close()
  const { id, row, problem } = await attempt(smtp())
  expect(problem!.message).not.toContain('robin')
  expect(row).toMatchObject({ state: 'waiting', attempts: 1 })
  expect(row.reason).toContain('ESOCKET')
  server = startSmtpServer()
  await sendMail({ mailId: id }, { ...services, mail: smtp() })
  expect((await mails())[0]).toMatchObject({ state: 'sent', attempts: 2, reason: null })
})

test('after sixteen attempts it is given up; sending again begins anew', async () => {
  server.close()
  await write()
  const { id } = (await mails())[0]!
  await database.sql`update mails set attempts = 14`
  const mail = smtp()
  await expect(sendMail({ mailId: id }, { ...services, mail })).rejects.toThrow('We will try again')
  await sendMail({ mailId: id }, { ...services, mail })
  const [row] = await mails()
  expect(row).toMatchObject({ state: 'failed', attempts: 16 })
  expect(row!.reason).toStartWith('Failed after 16 attempts.')

  server = startSmtpServer()
  await database.sql`delete from graphile_worker._private_jobs`
  const woken = await Promise.all([sendAgain(id), sendAgain(id)])
  expect(woken.filter(Boolean)).toHaveLength(1)
  expect(await jobs()).toHaveLength(1)
  expect((await mails())[0]).toMatchObject({ state: 'waiting', attempts: 0, reason: null })
  await sendMail({ mailId: id }, { ...services, mail: smtp() })
  expect((await mails())[0]).toMatchObject({ state: 'sent' })
  expect(await sendAgain(id)).toBe(false)
})

test('an address that is none fails alone: what caused the mail stands', async () => {
  for (const email of ['', 'robin', 'robin@harbour.example\r\nBcc: all@evil.example', 'a\u0000b@c.example\ud800']) {
    const { row, problem } = await attempt(smtp(), { to: { name: '', email } })
    expect(problem).toBeUndefined()
    expect(row).toMatchObject({ state: 'failed', reason: 'Emails cannot be sent to this address.' })
    await database.sql`delete from mails`
  }
  expect(server.commands).toEqual([])
})

test('a mail that another process is handing over is looked at again when its time is over; one that it died with is not sent twice', async () => {
  for (const once of ['in-hand', 'done', 'died']) await write({ once })
  await database.sql`update mails set sending_until = now() + interval '1 minute' where once_key = 'in-hand'`
  await database.sql`update mails set state = 'sent', sending_until = null where once_key = 'done'`
  await database.sql`update mails set sending_until = now() - interval '1 second', attempts = 1 where once_key = 'died'`
  await database.sql`delete from graphile_worker._private_jobs`
  for (const { id } of await mails()) await sendMail({ mailId: id }, { ...services, mail: smtp() })
  expect(server.taken).toEqual([])
  const [died] = await database.sql`select state, reason from mails where once_key = 'died'`
  expect(died).toEqual({ state: 'failed', reason: expect.stringContaining('it may have arrived') })
  const again = await database.sql<{ seconds: number }[]>`
    select extract(epoch from run_at - now())::float8 as seconds from graphile_worker._private_jobs`
  expect(again).toHaveLength(1)
  expect(again[0]!.seconds).toBeWithin(50, 61)
})

test('a mail whose file cannot be read has not been handed over: it is not in doubt, and sent once the files are there', async () => {
  const fileKey = 'evidence/plan'
  await services.files.put(fileKey, [new TextEncoder().encode('the plan')], 'text/plain')
  await write({ attachments: [{ name: 'plan.txt', contentType: 'text/plain', fileKey }] })
  const { id } = (await mails())[0]!
  const away = { ...services.files, read: () => Promise.reject(new Error('the store is away')) }
  const first = sendMail({ mailId: id }, { ...services, files: away, mail: smtp() })
  await expect(first).rejects.toThrow('the store is away')
  expect((await mails())[0]).toMatchObject({ state: 'waiting', attempts: 1, reason: null })
  await sendMail({ mailId: id }, { ...services, mail: smtp() })
  expect((await mails())[0]).toMatchObject({ state: 'sent', attempts: 2 })
  expect(server.taken).toHaveLength(1)
})

test('through the queue: refused once, taken the second time, and the log names nobody', async () => {
  server.close()
  const mailServer = startSmtpServer({ answers: { RCPT: '451 4.7.1 robin@harbour.example is greylisted' } })
  let mail = smtp(mailServer)
  const logged: string[] = []
  const services = { ...site, sql: database.sql, log: createLog((line) => logged.push(line)) }
  const runner = await runJobs(
    {
      ...services,
      mail: { send: (message: OutgoingMail) => mail.send(message) },
      now: () => new Date(),
    } as unknown as Services,
    database.url,
  )
  await write()
  await until(async () => (await mails())[0]?.reason?.includes('greylisted') === true)
  server = startSmtpServer()
  mail = smtp(server)
  // What the backoff waits for.
  await database.sql`update graphile_worker._private_jobs set run_at = now()`
  await until(async () => (await mails())[0]?.state === 'sent')
  await runner.stop()
  mailServer.close()
  expect(server.taken).toHaveLength(1)
  expect(logged.join('')).toContain('job failed')
  expect(logged.join('')).not.toContain('robin')
}, 30_000)
