import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { changeStatus } from '#features/register/admin/server/change-register-status.ts'
import { lapseExpired } from '#features/register/server/end-entry.ts'
import { publishEntry } from '#features/register/server/publish-entry.ts'
import { setAssurance } from '#features/register/server/set-assurance.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { addApplication } from '#test/add-application.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { isFailure } from '#wire/failure.ts'
import { tellHolders, tellingKinds } from './tell-holders.ts'

const admin = { id: 'a', name: 'Registry', email: 'registry@desk.example', roles: ['owner'] } as never

let site: TestSite
beforeAll(async () => {
  site = await openTestSite({ demoData: false })
})
beforeEach(async () => await emptyTables(site.sql, 'mails cascade'))
afterAll(async () => await site.close())

/** As the log's own process numbers them; then they are read on. */
async function mailsToHolders(): Promise<string[]> {
  await site.sql`
    update register_leaves as l set position = n.first + n.nth - 1
    from (
      select id, row_number() over (order by id) as nth, (select coalesce(max(position) + 1, 0) from register_leaves) as first
      from register_leaves where position is null
    ) as n where l.id = n.id`
  await Promise.all([tellHolders({}, site.services), tellHolders({}, site.services)])
  const mails = await site.sql<{ kind: string; subject: string }[]>`select kind, subject from mails order by id`
  return mails.map(({ kind, subject }) => (kind === 'entry-changed' ? `${kind} ${subject}` : kind))
}

async function addEntry(organisation: Record<string, unknown> = {}) {
  const { id: applicationId } = await addApplication(site.sql, { status: 'approved', organisation })
  const published = await site.sql.begin((tx) =>
    publishEntry(tx, {
      applicationId,
      validUntil: '2099-01-01T00:00:00Z',
      cause: 'test',
      brand: site.services.brand,
      now: new Date(),
    }),
  )
  if (published.kind !== 'published') throw new Error(published.kind)
  return { ...published, applicationId, holder: { id: published.entryId, admin } }
}

test('a change that no other mail tells of is told to the holder once, and one that a mail tells of is not told again', async () => {
  const { number, entryId, holder } = await addEntry()
  expect(await mailsToHolders()).toEqual([`entry-changed ${number}: entered in the register`])
  await emptyTables(site.sql, 'mails cascade')
  const [entry] = await site.sql`select status as seen from register_entries where id = ${entryId}`
  const change = { ...holder, act: 'suspend', seen: entry!.seen as string, reason: 'Stewards were missing.' } as const
  await site.sql.begin(async (tx) => {
    const changed = await changeStatus(tx, site.services, change)
    if (isFailure(changed)) throw new Error(changed.message)
    for (const mail of changed.mails) await queueMail(tx, mail, site.services)
  })
  expect(await mailsToHolders()).toEqual(['register-status-changed'])
  await site.sql`update register_entries set title = 'A corrected title' where id = ${entryId}`
  expect(await mailsToHolders()).toEqual(['register-status-changed', `entry-changed ${number}: corrected`])
  const [mail] = await site.sql`select text_body, to_email from mails where kind = 'entry-changed'`
  expect(mail!.text_body).toContain('A corrected title')
  expect(mail!.text_body).toContain(`${site.origin}/log/entries/${number}`)
})

test('documents that were accepted raise how far an entry was checked, and its holder hears of it', async () => {
  const { number, entryId } = await addEntry()
  await mailsToHolders()
  await emptyTables(site.sql, 'mails cascade')
  await site.sql.begin((tx) =>
    setAssurance(
      tx,
      {
        entryId,
        cause: 'test',
        assurance: 'evidence',
        assuredOn: '2026-11-01',
        nextReviewOn: null,
        score: null,
        checks: [],
        refused: false,
      } as never,
      site.services,
    ),
  )
  const all = await mailsToHolders()
  expect(all.length).toBe(1)
  expect(all[0]).toBeOneOf(['entry-accredited', `entry-changed ${number}: checked again`])
})

test('an entry that lapses is told by its own mail alone; many changes of one holder are one mail', async () => {
  const { entryId } = await addEntry()
  await mailsToHolders()
  await emptyTables(site.sql, 'mails cascade')
  await site.sql`update register_entries set valid_until = now() - interval '1 minute' where id = ${entryId}`
  await lapseExpired(site.services)
  const all = await mailsToHolders()
  expect(all.filter((kind) => kind === 'entry-lapsed')).toHaveLength(1)
  // The end that this test moved by hand.
  expect(all.filter((kind) => kind.startsWith('entry-changed'))).toHaveLength(1)
  await emptyTables(site.sql, 'mails cascade')
  for (const title of ['One', 'Two', 'Three'])
    await site.sql`update register_entries set title = ${title} where id = ${entryId}`
  expect(await mailsToHolders()).toEqual(['entry-changed 3 changes in your entries'])
})

test('nobody is told of history, and nothing is sent to who was erased or to an entry without an applicant', async () => {
  const { entryId, applicationId } = await addEntry()
  await mailsToHolders()
  await emptyTables(site.sql, 'mails cascade')
  await site.sql`update register_entries set title = 'Old', updated_at = now() - interval '2 days' where id = ${entryId}`
  await site.sql`
    insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector)
    values ('OWN-1', 'own-1', 'active', now(), 'Own', 'Us', 'Other', 'culture')`
  expect(await mailsToHolders()).toEqual([])
  await site.sql`
    update organisations set email = 'erased-' || id || '@erased.invalid'
    where id = (select organisation_id from applications where id = ${applicationId})`
  await site.sql`update register_entries set title = 'New', updated_at = now() where id = ${entryId}`
  expect(await mailsToHolders()).toEqual([])
})

test('every mail that is said to tell of a change is one of ours', async () => {
  const sources: string[] = []
  for await (const path of new Bun.Glob('src/features/**/*.ts').scan('.'))
    if (!path.includes('/watching/') && !path.endsWith('.test.ts')) sources.push(await Bun.file(path).text())
  const written = sources.join('\n')
  const isWritten = (kind: string) =>
    written.includes(`kind: '${kind}'`) ||
    new RegExp(`[mM]ail\\(\\s*'${kind}',`).test(written) ||
    (/^order-(cancelled|refunded|disputed)$/.test(kind) && /[mM]ail\(`order-\$\{status\}`, /.test(written))
  expect(tellingKinds.filter((kind) => !isWritten(kind))).toEqual([])
})
