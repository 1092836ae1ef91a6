import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type LogRunner, runLog } from '#features/proof/server/run-log.ts'
import { publishEntry } from '#features/register/server/publish-entry.ts'
import { createLog } from '#process/log.ts'
import { projectRoot } from '#process/project-root.ts'
import { addApplication } from '#test/add-application.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { until } from '#test/until.ts'
import { type CredentialRunner, runCredentials } from './run-credentials.ts'
import { tellCredentialHolders } from './tell-credential-holders.ts'

const folder = mkdtempSync(join(tmpdir(), 'corrected-'))
let site: TestSite
let log: LogRunner
let runner: CredentialRunner

beforeAll(async () => {
  site = await openTestSite({ demoData: false })
  const { sql } = site
  const now = () => new Date()
  const shared = {
    sql,
    log: createLog((line) => site.logged.push(line)),
    now,
    secret: 'a-secret-of-thirty-two-characters',
  }
  log = runLog({ ...shared, origin: 'test.example/log', file: join(folder, 'checkpoint'), isDemonstration: true })
  runner = runCredentials({ ...shared, issuer: { publicUrl: site.origin, name: site.services.brand.name } })
  // It signs when the test says so: a round of its own would meet a database that is half as the release before left it.
  await runner.stop()
}, 60_000)
afterAll(async () => {
  await log.stop()
  await site.close()
  rmSync(folder, { recursive: true })
})

async function numberLeaves() {
  // Its own rounds may be under way.
  while ((await log.round()).kind === 'busy') await Bun.sleep(20)
}

async function sign() {
  await numberLeaves()
  await runner.round()
}

async function addEntry(name: string) {
  const { id: applicationId } = await addApplication(site.sql, {
    status: 'approved',
    organisation: { contact_name: name, email: `${name}@holders.example` },
  })
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
  return { id: published.entryId, number: published.number, applicationId }
}

type Places = { list: number; place: number }[]

/** Whether the bits of an entry's credentials are set in the list that is served, the oldest credential first. */
async function bits(purpose: 'revocation' | 'suspension', places: Places) {
  const found: boolean[] = []
  for (const { list, place } of places) {
    const served = await fetch(`${site.origin}/credentials/status/${purpose}/${list}`)
    const { credentialSubject } = (await served.json()) as { credentialSubject: { encodedList: string } }
    const bytes = gunzipSync(Buffer.from(credentialSubject.encodedList.slice(1), 'base64url'))
    found.push((bytes[place >> 3]! & (128 >> (place & 7))) !== 0)
  }
  return found
}

const mailsTo = async () => {
  const mails = await site.sql<{ to_email: string }[]>`
    select to_email from mails where kind = 'credential-corrected' order by to_email`
  return mails.map(({ to_email }) => to_email.split('@')[0])
}

test('a corrected credential of before is no longer called revoked, one that was withdrawn still is, and its holder hears of it once', async () => {
  const { sql } = site
  const names = ['corrected', 'suppressed', 'erased', 'suspended', 'revoked', 'untouched'] as const
  const entries = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await addEntry(name)] as const)),
  ) as Record<(typeof names)[number], Awaited<ReturnType<typeof addEntry>>>
  await sign()
  const idsOf = (...of: (typeof names)[number][]) => of.map((name) => entries[name].id)
  await sql`update register_entries set title = 'Corrected' where id = any(${idsOf('corrected', 'suppressed', 'erased', 'suspended', 'revoked')})`
  await sign()
  const order = Object.fromEntries(
    await Promise.all(
      names.map(
        async (name) =>
          [
            name,
            await sql`select list, place from credential_places where entry_id = ${entries[name].id}
              order by corrected_at nulls last`,
          ] as const,
      ),
    ),
  ) as unknown as Record<(typeof names)[number], Places>
  expect(names.map((name) => order[name].length)).toEqual([2, 2, 2, 2, 2, 1])

  // The database as the release before left it: a correction revoked, and a suspension had a bit of its own.
  await sql`
    update credential_places set revoked_at = corrected_at, claims = '' where corrected_at is not null`
  await sql`update register_entries set status = 'suspended' where id = ${entries.suspended.id}`
  await sql`update credential_places set suspended_at = now() where entry_id = ${entries.suspended.id} and corrected_at is null`
  await sql`update register_entries set status = 'revoked' where id = ${entries.revoked.id}`
  await sql`
    update credential_places set revoked_at = now(), claims = '' where entry_id = ${entries.revoked.id} and corrected_at is null`
  await sql`delete from entry_credentials where entry_id = any(${idsOf('suspended', 'revoked')})`
  await numberLeaves()
  await sql`update credential_progress set position = (select max(position) from register_leaves)`
  await sql`update credential_status_lists set form = ''`
  await runner.round()
  expect(await bits('revocation', order.corrected)).toEqual([true, false])
  await sql`alter table credential_places drop column corrected_at`
  await sql`drop index credential_places_standing`
  await sql`create unique index credential_places_current on credential_places (entry_id) where revoked_at is null`
  await sql`update organisations set email = 'erased-' || id || '@erased.invalid' where email like 'erased@%'`
  await sql`insert into suppressed_addresses (email, cause, reason) values ('suppressed@holders.example', 'hard', 'No such address.')`

  const read = (name: string) => readFileSync(join(projectRoot, 'sql/migrations', name), 'utf8')
  await sql.unsafe(read('00071_corrected-credentials.sql'))
  await sql`update schema_migrations set applied_at = now() where version = 71`
  await sql`update register_entries set title = 'Corrected between' where id = ${entries.untouched.id}`
  await sign()
  // Its table is there, with the rights of the roles.
  await sql.unsafe(read('00072_tell-of-corrected-credentials.sql').replace(/^create table .*;$/m, ''))
  await sign()
  for (const name of ['corrected', 'suppressed', 'erased'] as const)
    expect(await bits('revocation', order[name])).toEqual([false, false])
  // The present one of a suspended entry says so in the list of suspensions, which credentials of before name as well.
  expect(await bits('revocation', order.suspended)).toEqual([true, false])
  expect(await bits('suspension', order.suspended)).toEqual([false, true])
  expect(await bits('revocation', order.revoked)).toEqual([true, true])
  expect(await bits('revocation', order.untouched)).toEqual([false])

  // The queue does it by itself, and doing it again changes nothing.
  await until(async () => (await mailsTo()).length === 2)
  expect(await mailsTo()).toEqual(['corrected', 'suppressed'])
  await Promise.all([tellCredentialHolders({}, site.services), tellCredentialHolders({}, site.services)])
  await tellCredentialHolders({}, site.services)
  expect(await mailsTo()).toEqual(['corrected', 'suppressed'])
  const [mail] = await sql<{ subject: string; text_body: string }[]>`
    select subject, text_body from mails where kind = 'credential-corrected' and to_email like 'corrected@%'`
  const { number } = entries.corrected
  expect(mail!.subject).toContain(`${number} was corrected, not revoked`)
  for (const path of ['/events/', `/api/certificates/${number}.pdf`, `/credentials/${number}.png`])
    expect(mail!.text_body).toContain(site.origin + path)
  // Its address takes no mail.
  const [kept] = await sql<{ id: string }[]>`
    select id from mails where kind = 'credential-corrected' and to_email like 'suppressed@%'`
  const stateOf = async () => (await sql`select state from mails where id = ${kept!.id}`)[0]!.state
  await until(async () => (await stateOf()) === 'suppressed')
  expect(await stateOf()).toBe('suppressed')

  // A correction after the update is none of these.
  await sql`update register_entries set title = 'Corrected later' where id = any(${idsOf('corrected', 'untouched')})`
  await sign()
  await sql`update credential_status_lists set form = ''`
  await sign()
  await tellCredentialHolders({}, site.services)
  expect(await mailsTo()).toEqual(['corrected', 'suppressed'])
  expect(await bits('revocation', [...order.corrected, ...order.untouched])).toEqual([false, false, false])
}, 60_000)

test('version 0.1.0 beside corrected credentials: it can correct once more, and what is withdrawn is withdrawn whole', async () => {
  const { sql } = site
  const [corrected, ended] = [await addEntry('beside'), await addEntry('ended')]
  await sign()
  await sql`update register_entries set title = 'Corrected' where id = any(${[corrected.id, ended.id]})`
  await sign()
  const placesOf = async (id: string) =>
    await sql<{ list: number; place: number; is_current: boolean; is_revoked: boolean }[]>`
      select list, place, corrected_at is null and revoked_at is null as is_current, revoked_at is not null as is_revoked
      from credential_places where entry_id = ${id} order by is_current, place`
  // Its statements: whichever place it takes for the present one gets a bit, and another one is taken.
  const revoke = async ({ list, place }: { list: number; place: number }) =>
    await sql`
      update credential_places set valid_until = valid_until, revoked_at = now(), suspended_at = null
      where list = ${list} and place = ${place}`
  const take = async (id: string, place: number) =>
    await sql`
      insert into credential_places (list, place, entry_id, claims, valid_until)
      values (1, ${place}, ${id}, decode('00', 'hex'), '2099-01-01') on conflict (list, place) do nothing returning list, place`
  const [first] = await placesOf(corrected.id)
  expect(first!.is_current).toBe(false)
  await revoke(first!)
  expect(await take(corrected.id, 131_071)).toEqual([{ list: 1, place: 131_071 }] as never)
  expect((await placesOf(corrected.id)).filter(({ is_current }) => is_current)).toMatchObject([{ place: 131_071 }])
  expect((await placesOf(corrected.id)).filter(({ is_revoked }) => is_revoked)).toMatchObject([{ place: first!.place }])

  await sql`update register_entries set status = 'revoked' where id = ${ended.id}`
  const [other] = await placesOf(ended.id)
  await revoke(other!)
  expect((await placesOf(ended.id)).map(({ is_revoked }) => is_revoked)).toEqual([true, true])
  expect(await sql`select from credential_status_lists where form = '' and list = ${other!.list}`).not.toHaveLength(0)
  // The next release finds nothing that it does not understand.
  await sign()
  expect(await bits('revocation', [...(await placesOf(ended.id))])).toEqual([true, true])
}, 60_000)
