import { expect, test } from 'bun:test'
import { defaultBrand } from '#brand.ts'
import { camel } from '#database/camel.ts'
import type { AccreditAfter } from '#domain/assurance.ts'
import { readEnv } from '#env.ts'
import { criteriaFor } from '#features/assessments/criteria/criterion.ts'
import { changeStatus } from '#features/register/admin/server/change-register-status.ts'
import { lapseEntry } from '#features/register/server/end-entry.ts'
import { publishEntry } from '#features/register/server/publish-entry.ts'
import { addApplication } from '#test/add-application.ts'
import { databaseOfFile } from '#test/of-file.ts'
import { publishAssurance } from './publish-assurance.ts'
import { findCase } from './queries.ts'

const read = readEnv({})
if ('problems' in read) throw new Error(read.problems.join())
const { env } = read

const database = await databaseOfFile()

const now = new Date('2026-11-22T10:00:00Z')

async function publishedCase(accreditAfter: AccreditAfter = 'listing') {
  const { sql } = database
  const { id: applicationId } = await addApplication(sql, { status: 'approved' })
  const published = await sql.begin((tx) =>
    publishEntry(tx, {
      applicationId,
      validUntil: '2027-06-30T10:00:00Z',
      cause: 'order x',
      brand: { ...defaultBrand, accreditAfter },
      now,
    }),
  )
  if (published.kind !== 'published') throw new Error(published.kind)
  const [assessment] = await sql`select id from assessments where application_id = ${applicationId}`
  const [found] = await findCase(camel(sql), { id: assessment!.id })
  const criteria = criteriaFor(found!.criteria, found!.eventDraft)
  return { applicationId, entryId: published.entryId, id: assessment!.id as string, criteria }
}

const publish = async (applicationId: string, accreditAfter: AccreditAfter = 'listing') => {
  const services = { now: () => now, env, brand: { ...env.brand, accreditAfter } }
  await database.sql.begin((tx) => publishAssurance(tx, { applicationId }, services))
}
const historyOf = async (entryId: string) =>
  (
    await database.sql`
      select change, to_status, reason from register_history where entry_id = ${entryId} and change <> 'assurance' order by id`
  ).map(({ change, to_status: to, reason }) => [change, to, reason !== null])
const mailKinds = async (applicationId: string) =>
  (
    await database.sql`
      select m.kind from mails m join organisations o on o.email = m.to_email join applications a on a.organisation_id = o.id
      where a.id = ${applicationId} order by m.id`
  ).map(({ kind }) => kind)
const summary = async (entryId: string) =>
  (
    await database.sql`
      select assurance, assured_on, next_review_on, score from register_entries where id = ${entryId}`
  )[0]!
const checks = async (entryId: string) =>
  await database.sql`select result, checked_by, checked_on from register_checks where entry_id = ${entryId} order by position`

async function settle(id: string, criterionId: string, state: string) {
  await database.sql`
    insert into assessment_criteria (assessment_id, criterion_id, state, verdict, state_at)
    values (${id}, ${criterionId}, ${state}, ${state === 'not-applicable' ? state : null}, '2026-11-20T23:30:00Z')
    on conflict (assessment_id, criterion_id) do update set state = excluded.state, verdict = excluded.verdict`
}

test('an entry is declared until the evidence of every must is settled, and again when it is not any more', async () => {
  const { applicationId, entryId, id, criteria } = await publishedCase()
  const must = criteria.filter(({ level }) => level === 'must')
  expect([criteria.length, must.length]).toEqual([16, 15])
  for (const [index, { id: criterionId }] of must.entries()) {
    await publish(applicationId)
    expect((await summary(entryId)).assurance).toBe('declared')
    await settle(id, criterionId, index === 0 ? 'not-applicable' : 'accepted')
  }
  await publish(applicationId)
  await publish(applicationId)
  expect(await summary(entryId)).toEqual({
    assurance: 'evidence',
    assured_on: '2026-11-20',
    // Its last day, which comes before twelve months.
    next_review_on: '2027-06-30',
    score: null,
  })
  const found = await checks(entryId)
  expect(found).toHaveLength(must.length)
  expect(found[0]).toEqual({ result: 'not-applicable', checked_by: 'Assessor', checked_on: '2026-11-20' })
  const changes = await database.sql`
    select change from register_history where entry_id = ${entryId} and change = 'assurance'`
  expect(changes).toHaveLength(1)
  // That something does not apply is what its applicant says, until an assessor finds the same.
  await database.sql`update assessment_criteria set verdict = null where assessment_id = ${id} and state = 'not-applicable'`
  await publish(applicationId)
  expect([(await summary(entryId)).assurance, (await checks(entryId)).length]).toEqual(['declared', 0])
})

test('a decision makes it assessed by whom it was decided, and a refusal takes that back', async () => {
  const { applicationId, entryId, id, criteria } = await publishedCase()
  for (const { id: criterionId } of criteria)
    await database.sql`
      insert into assessment_criteria (assessment_id, criterion_id, verdict, score) values (${id}, ${criterionId}, 'met', 3)`
  await database.sql`
    update assessments set status = 'decided', outcome = 'accredit', decided_by = 'panel', score = 75, decided_at = '2026-04-01T09:00:00Z'
    where id = ${id}`
  await publish(applicationId)
  expect(await summary(entryId)).toEqual({
    assurance: 'assessed',
    assured_on: '2026-04-01',
    next_review_on: '2027-04-01',
    score: 75,
  })
  expect((await checks(entryId))[0]).toEqual({ result: 'met', checked_by: 'Panel', checked_on: '2026-04-01' })
  // A renewal that is still open changes nothing; one that ends in a refusal does.
  const [renewal] = await database.sql`
    insert into assessments (application_id, kind, criteria_version) values (${applicationId}, 'renewal', 1) returning id`
  await publish(applicationId)
  expect((await summary(entryId)).assurance).toBe('assessed')
  await database.sql`
    update assessments set status = 'decided', outcome = 'refuse', decided_by = 'assessors', decided_at = now() where id = ${renewal!.id}`
  await publish(applicationId)
  expect(await summary(entryId)).toEqual({ assurance: 'declared', assured_on: null, next_review_on: null, score: null })
  // Upheld, an appeal brings back what had been found before the renewal was refused.
  await database.sql`
    insert into assessments (application_id, kind, criteria_version, opened_at) values (${applicationId}, 'appeal', 1, now() + interval '1 minute')`
  await publish(applicationId)
  expect((await summary(entryId)).assurance).toBe('assessed')
})

test.each([
  ['listing', 'active'],
  ['assessment', 'listed'],
] as const)(
  'accredited after %s: a refused entry says so at once, through suspension, end and payment, until an appeal is upheld',
  async (after, before) => {
    const { applicationId, entryId, id } = await publishedCase(after)
    const statusOf = async () =>
      (await database.sql`select status, status_reason from register_entries where id = ${entryId}`)[0]!
    const services = { now: () => now, env, brand: { ...env.brand, accreditAfter: after } }
    const admin = { id: 'a', name: 'Ada', roles: ['owner' as const] }
    const act = (name: 'suspend' | 'reinstate') =>
      database.sql.begin((tx) =>
        changeStatus(tx, services, { id: entryId, admin, act: name, seen: null, reason: 'Looked into.' }),
      )
    expect((await statusOf()).status).toBe(before)
    await database.sql`
      update assessments set status = 'decided', outcome = 'refuse', decided_by = 'assessors', decided_at = now() where id = ${id}`
    await publish(applicationId, after)
    await publish(applicationId, after)
    expect(await statusOf()).toEqual({
      status: 'refused',
      status_reason: 'It was assessed against the criteria, and does not meet what an accreditation asks for.',
    })
    expect(await mailKinds(applicationId)).toEqual(['entry-refused'])
    // Neither a suspension that is lifted nor money brings it back.
    await act('suspend')
    await act('reinstate')
    expect((await statusOf()).status).toBe('refused')
    const lapse = { applicationId, reason: 'The payment was refunded.', cause: 'refund', now }
    await database.sql.begin((tx) => lapseEntry(tx, lapse, services))
    expect((await statusOf()).status).toBe('lapsed')
    const again = { applicationId, validUntil: '2028-06-30T10:00:00Z', cause: 'order y', brand: services.brand, now }
    await database.sql.begin((tx) => publishEntry(tx, again))
    expect((await statusOf()).status).toBe('refused')
    await database.sql`
      insert into assessments (application_id, kind, criteria_version, opened_at) values (${applicationId}, 'appeal', 1, now() + interval '1 minute')`
    await publish(applicationId, after)
    expect(await statusOf()).toEqual({ status: before, status_reason: null })
    expect(await historyOf(entryId)).toEqual([
      ['published', before, false],
      ['refused', 'refused', true],
      ['suspended', 'suspended', true],
      ['reinstated', 'refused', true],
      ['lapsed', 'lapsed', true],
      ['reinstated', 'refused', false],
      // 'Became accredited' says the level.
      ['reopened', before, before === 'active'],
    ])
    expect((await mailKinds(applicationId)).at(-1)).toBe(before === 'active' ? 'entry-accredited' : 'entry-reopened')
  },
)

test('an application without an entry is left alone', async () => {
  const { id: applicationId } = await addApplication(database.sql, { status: 'approved' })
  await publish(applicationId)
  expect(await database.sql`select from register_entries where application_id = ${applicationId}`).toHaveLength(0)
})
