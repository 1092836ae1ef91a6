import { expect, test } from 'bun:test'
import { type AddedApplication, addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { until } from '#test/until.ts'
import { erasePerson } from './erase-person.ts'
import { exportPerson } from './queries.ts'
import { runRetention } from './run-retention.ts'

const now = new Date('2026-11-20T12:00:00Z')
const site = await siteOfFile({ demoData: false, now: () => now })
const { sql } = site

async function addMail(application: AddedApplication | null, from: string, receivedAt = '2026-11-01T12:00:00Z') {
  const [mail] = await sql<{ id: string }[]>`
    insert into incoming_mails (digest, application_id, state, from_email, subject, text_body, bytes, received_at)
    values (${crypto.getRandomValues(Buffer.alloc(32))}, ${application?.id ?? null}, 'read', ${from}, 'Plans', 'A secret', 10, ${receivedAt})
    returning id`
  await site.services.files.put(`evidence/${mail!.id}`, [Buffer.from('raw')], 'message/rfc822')
  return mail!.id
}
async function addAttachment(application: AddedApplication, mailId: string) {
  const [file] = await sql<{ id: string }[]>`
    insert into evidence_files (application_id, criterion_id, name, media_type, bytes, sha256, state, scan, mail_id)
    values (${application.id}, 'email', 'Plan by Robin.pdf', 'application/pdf', 4, '\\x00', 'ready', 'clean', ${mailId})
    returning id`
  await site.services.files.put(`evidence/${file!.id}`, [Buffer.from('plan')], 'application/pdf')
  return file!.id
}
const isGone = (id: string) => until(async () => !(await site.services.files.exists(`evidence/${id}`)))
const left = async () => (await sql`select id from incoming_mails`).map(({ id }) => id as string)

test('an erasure takes the emails that came from somebody, those of their case, and the attachments of both', async () => {
  const [mine, other] = [await addApplication(sql, { status: 'rejected' }), await addApplication(sql)]
  const [own, ofColleague] = [await addMail(mine, mine.email), await addMail(mine, 'colleague@harbour.example')]
  const [without, strange, theirs] = [
    await addMail(null, mine.email),
    await addMail(other, mine.email),
    await addMail(other, other.email),
  ]
  const files = [await addAttachment(mine, ofColleague), await addAttachment(other, strange)]
  const kept = await addAttachment(other, theirs)
  await sql`insert into case_addresses (code_hash, application_id, email) values (${Buffer.alloc(32)}, ${mine.id}, ${mine.email})`
  const [held] = await exportPerson(sql, { email: mine.email })
  expect(held!.held.incoming_mails).toHaveLength(3)
  const { erased } = await sql.begin((tx) => erasePerson(tx, { email: mine.email, now: now.toISOString() }))
  expect(erased).toContainEqual({ what: 'Emails about applications that came to us', count: 2 })
  expect(erased).toContainEqual({ what: 'Emails that came from this address', count: 2 })
  expect(await left()).toEqual([theirs])
  for (const id of [own, ofColleague, without, strange, ...files]) expect(await isGone(id)).toBe(true)
  expect(await sql`select name, state from evidence_files where id = any(${files})`).toMatchObject([
    { name: '', state: 'purged' },
    { name: '', state: 'purged' },
  ])
  expect(await site.services.files.exists(`evidence/${kept}`)).toBe(true)
  expect(await sql`select from case_addresses`).toHaveLength(0)
  await sql`delete from incoming_mails`
})

test('emails of a case that goes on are kept with it', async () => {
  const waiting = await addApplication(sql)
  const kept = await addMail(waiting, waiting.email)
  await addMail(null, waiting.email)
  await sql.begin((tx) => erasePerson(tx, { email: waiting.email, now: now.toISOString() }))
  expect(await left()).toEqual([kept])
  await sql`delete from incoming_mails`
})

test('emails go after twelve months, and after three where nobody has added them to a case', async () => {
  const application = await addApplication(sql)
  const old = await addMail(application, application.email, '2025-11-01T12:00:00Z')
  const [kept, recent] = [
    await addMail(application, application.email, '2026-07-01T12:00:00Z'),
    await addMail(null, 'a@b.example', '2026-10-01T12:00:00Z'),
  ]
  const without = await addMail(null, 'a@b.example', '2026-07-01T12:00:00Z')
  await runRetention({}, site.services)
  expect((await left()).toSorted()).toEqual([kept, recent].toSorted())
  for (const id of [old, without]) expect(await isGone(id)).toBe(true)
})
