import { expect, test } from 'bun:test'
import { ownershipCookie } from '#requests/ownership.ts'
import { type AddedApplication, addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { purgeUnseenEvidence } from './purge-documents.ts'
import { runRetention } from './run-retention.ts'

let time = new Date('2027-06-01T12:00:00Z')
const site = await siteOfFile({ demoData: false, now: () => time })

/** A document of an application whose last activity it is. */
async function addDocument(application: AddedApplication, uploadedAt: string): Promise<string> {
  const [file] = await site.sql`
    insert into evidence_files (application_id, criterion_id, name, media_type, bytes, sha256, state, scan, uploaded_at)
    values (${application.id}, 'site-plan', 'Plan by Robin.pdf', 'application/pdf', 4, '\\x00', 'ready', 'clean', ${uploadedAt})
    returning id`
  // The database's own clock is elsewhere.
  await site.sql`
    update assessment_criteria set state_at = ${uploadedAt} from assessments as s
    where s.id = assessment_id and s.application_id = ${application.id}`
  await site.services.files.put(`evidence/${file!.id}`, [new TextEncoder().encode('plan')], 'application/pdf')
  return file!.id as string
}

async function idle(uploadedAt: string, given: Parameters<typeof addApplication>[1] = {}) {
  const application = await addApplication(site.sql, { submittedAt: '2027-01-01T09:00:00Z', ...given })
  return { ...application, fileId: await addDocument(application, uploadedAt) }
}
type Idle = Awaited<ReturnType<typeof idle>>

async function runAt(moment: string): Promise<number> {
  time = new Date(moment)
  return await purgeUnseenEvidence(site.services)
}

const stateOf = async (fileId: string) =>
  (await site.sql`select state from evidence_files where id = ${fileId}`)[0]!.state
const mails = async ({ email }: AddedApplication) =>
  await site.sql<{ subject: string; text_body: string }[]>`
    select subject, text_body from mails where to_email = ${email} and kind = 'evidence-ending' order by id`

test('one email 7 days before, then the documents go, the application stays, and its pages say so', async () => {
  const application = await idle('2027-06-01T12:00:00Z')
  await site.sql`
    insert into assessment_criteria (assessment_id, criterion_id, state, state_reason, state_at)
    select id, 'first-aid', 'not-applicable', 'Robin says so', '2027-06-01T11:00:00Z' from assessments
    where application_id = ${application.id}`
  await runAt('2027-06-23T22:59:00Z')
  expect(await mails(application)).toHaveLength(0)
  // Midnight in London.
  await Promise.all([runAt('2027-06-23T23:01:00Z'), runAt('2027-06-23T23:01:00Z')])
  await runAt('2027-06-24T12:00:00Z')
  const [told, ...more] = await mails(application)
  expect(more).toHaveLength(0)
  expect(told!.subject).toBe('We will delete your documents on Thursday 1 July 2027')
  for (const text of [
    'Hello Robin Example,',
    'application for Harbour Lights Festival',
    'send another document',
    'pay for the listing, if your application is approved',
    `write to ${site.services.brand.complianceEmail} and quote ${application.reference}`,
    `/my-applications/${application.id}`,
  ])
    expect(told!.text_body).toContain(text)

  expect(await runAt('2027-06-30T22:59:00Z')).toBe(0)
  expect(await stateOf(application.fileId)).toBe('ready')
  const removed = await Promise.all([runAt('2027-06-30T23:01:00Z'), runAt('2027-06-30T23:01:00Z')])
  expect(removed.toSorted()).toEqual([0, 1])
  expect(await runAt('2027-07-02T12:00:00Z')).toBe(0)
  expect([
    ...(await site.sql`select state, name, purged_by from evidence_files where id = ${application.fileId}`),
  ]).toEqual([{ state: 'purged', name: '', purged_by: 'retention' }])
  const words = await site.sql`
    select state_reason from assessment_criteria c join assessments s on s.id = c.assessment_id
    where s.application_id = ${application.id} and criterion_id = 'first-aid'`
  expect([...words]).toEqual([{ state_reason: 'Robin says so' }])
  expect(await site.sql`select from applications where id = ${application.id} and status = 'submitted'`).toHaveLength(1)
  for (const end = Date.now() + 15_000; await site.services.files.exists(`evidence/${application.fileId}`); ) {
    if (Date.now() > end) throw new Error('The document is still in the store.')
    await Bun.sleep(100)
  }

  const cookie = ownershipCookie('', [application.id], site.services).split(';')[0]!
  const page = async (path: string) => await (await fetch(site.origin + path, { headers: { cookie } })).text()
  expect(await page(`/evidence/${application.id}`)).toContain('We deleted your documents on 1 July 2027')
  expect(await page(`/my-applications/${application.id}`)).toContain('We deleted your documents on 1 July 2027')
  await addDocument(application, '2027-07-03T12:00:00Z')
  expect(await page(`/evidence/${application.id}`)).not.toContain('We deleted your documents')
  await runAt('2027-07-26T12:00:00Z')
  expect(await mails(application)).toHaveLength(2)
})

test('what happens after the email starts it again, and an email that is late still leaves 7 days', async () => {
  const sends = await idle('2027-08-01T12:00:00Z')
  const late = await idle('2027-03-01T12:00:00Z')
  await runAt('2027-08-24T12:00:00Z')
  expect((await mails(sends))[0]!.subject).toContain('31 August 2027')
  expect((await mails(late))[0]!.subject).toContain('31 August 2027')
  const again = await addDocument(sends, '2027-08-30T12:00:00Z')
  await runAt('2027-08-30T12:00:00Z')
  expect(await stateOf(late.fileId)).toBe('ready')
  await runAt('2027-08-31T12:00:00Z')
  expect([await stateOf(late.fileId), await stateOf(sends.fileId)]).toEqual(['purged', 'ready'])
  await runAt('2027-09-21T12:00:00Z')
  expect(await mails(sends)).toHaveLength(1)
  await runAt('2027-09-22T12:00:00Z')
  expect((await mails(sends))[1]!.subject).toContain('29 September 2027')
  await runAt('2027-09-28T12:00:00Z')
  expect(await stateOf(again)).toBe('ready')
  await runAt('2027-09-29T12:00:00Z')
  expect([await stateOf(again), await stateOf(sends.fileId)]).toEqual(['purged', 'purged'])
})

test('days are counted in London: half past midnight there is the next day', async () => {
  const application = await idle('2027-05-01T23:30:00Z')
  await runAt('2027-05-24T12:00:00Z')
  expect(await mails(application)).toHaveLength(0)
  await runAt('2027-05-25T12:00:00Z')
  expect((await mails(application))[0]!.subject).toBe('We will delete your documents on Tuesday 1 June 2027')
})

const anEntry = async ({ id, organisationId, reference }: Idle) => {
  const [entry] = await site.sql`
    insert into register_entries (application_id, organisation_id, number, slug, status, valid_from, valid_until, title, organiser,
      description, event_type, category, sector, published_at, updated_at)
    values (${id}, ${organisationId}, ${reference}, ${reference.toLowerCase()}, 'active', '2027-01-01', '2028-01-01', 'X', 'X', '',
      'physical', 'Other', 'business', '2027-01-01', '2027-01-01') returning id`
  return entry!.id as string
}
const anOrder = async ({ id, organisationId }: Idle, status: string, paidAt: string | null) => {
  await site.sql`
    insert into orders (application_id, organisation_id, type, amount_pence, discount_pence, status, paid_at)
    values (${id}, ${organisationId}, 'listing', 4900, 0, ${status}, ${paidAt})`
}
const assessed = async ({ id }: Idle, change: Record<string, unknown>) => {
  await site.sql`update assessments set ${site.sql(change as never)} where application_id = ${id}`
}
const criterion = async ({ id }: Idle, change: Record<string, unknown>) => {
  await site.sql`
    update assessment_criteria set ${site.sql(change as never)}
    where assessment_id = (select id from assessments where application_id = ${id})`
}
const aLook = async ({ fileId }: Idle, action: string, kind = 'person') => {
  await site.sql`
    insert into audit_log (actor_kind, actor_id, actor_name, action, subject_kind, subject_id)
    values (${kind}, 'x', 'X', ${action}, 'evidence', ${fileId})`
}

const kept: [string, (application: Idle) => Promise<unknown>][] = [
  [
    'an entry with an open concern',
    async (application) => {
      await site.sql`
      insert into concerns (reference, about, in_danger, entry_id, event, happened, received_at, promised_at)
      values (${application.reference}, 'safety', false, ${await anEntry(application)}, 'X', 'X', '2027-01-02', '2027-01-03')`
    },
  ],
  ['an entry', anEntry],
  ['a paid order', (application) => anOrder(application, 'paid', '2027-01-02')],
  ['an order that was paid and given back', (application) => anOrder(application, 'refunded', '2027-01-02')],
  ['an order that is being paid', (application) => anOrder(application, 'pending', null)],
  [
    'an open appeal',
    async ({ id }) => {
      await site.sql`
      with decision as (
        insert into application_decisions (application_id, decision, decided_by_name, decided_at)
        values (${id}, 'rejected', 'X', '2027-01-02') returning id
      )
      insert into appeals (reference, application_id, against, decision_id, grounds, received_at)
      select ${id}, ${id}, 'rejection', id, 'X', '2027-01-03' from decision`
    },
  ],
  [
    'a rejection, with its own period',
    ({ id }) => site.sql`update applications set status = 'rejected' where id = ${id}`,
  ],
  [
    'a withdrawal, with its own period',
    ({ id }) => site.sql`update applications set withdrawn_at = '2027-01-02' where id = ${id}`,
  ],
  ['an assessor', async (application) => assessed(application, { assigned_to: await somebody() })],
  [
    'a step that an assessor took',
    ({ id }) => site.sql`
    insert into assessment_steps (assessment_id, step, by_name, taken_at)
    select id, 'no-conflict', 'X', '2027-01-02' from assessments where application_id = ${id}`,
  ],
  ['a proposal', (application) => assessed(application, { status: 'proposed' })],
  ['a panel', (application) => assessed(application, { status: 'panel' })],
  ['a notice of refusal', (application) => assessed(application, { status: 'notice', answer_until: '2027-12-01' })],
  [
    'a decision',
    (application) => assessed(application, { status: 'decided', outcome: 'accredit', decided_at: '2027-01-02' }),
  ],
  ['a judged criterion', (application) => criterion(application, { judged_at: '2027-01-02' })],
  ['an accepted criterion', (application) => criterion(application, { state: 'accepted' })],
  ['a criterion of which more is needed', (application) => criterion(application, { state: 'more-needed' })],
  ['a preview by staff', (application) => aLook(application, 'evidence.previewed')],
  ['a download by staff', (application) => aLook(application, 'evidence.downloaded')],
  [
    'a call that is booked for later',
    ({ id }) => site.sql`
    with slot as (insert into assessment_slots (day, time) values ('2027-11-30', '10:00') on conflict do nothing)
    insert into assessment_calls (application_id, day, time, phone, message, selected_options, booked_at)
    values (${id}, '2027-11-30', '10:00', '', '', '{}', '2027-01-02')`,
  ],
  [
    'an answer to a question',
    ({ id }) => site.sql`
    insert into application_remarks (application_id, kind, text, written_at) values (${id}, 'answered', 'X', '2027-11-01')`,
  ],
  [
    'a decision on the application',
    ({ id }) => site.sql`
    insert into application_decisions (application_id, decision, decided_by_name, decided_at)
    values (${id}, 'approved', 'X', '2027-11-01')`,
  ],
  [
    'another upload under way',
    ({ id }) => site.sql`
    insert into evidence_uploads (application_id, criterion_id, name, bytes, begun_at) values (${id}, 'site-plan', 'X', 9, '2027-11-01')`,
  ],
]
const somebody = async () => (await site.sql`select id from people limit 1`)[0]!.id as string

test.each(kept)('kept with %s, before the email and after it', async (_, keep) => {
  const before = await idle('2027-09-01T12:00:00Z')
  await keep(before)
  await runAt('2027-11-02T12:00:00Z')
  expect(await mails(before)).toHaveLength(0)
  const after = await idle('2027-09-01T12:00:00Z')
  await runAt('2027-11-02T12:00:00Z')
  expect(await mails(after)).toHaveLength(1)
  await site.sql`delete from evidence_end_notices where application_id = ${before.id}`
  await keep(after)
  await runAt('2027-11-12T12:00:00Z')
  expect([await stateOf(before.fileId), await stateOf(after.fileId)]).toEqual(['ready', 'ready'])
})

test('not kept by an order that expired, or a look of the applicant', async () => {
  const applications = [
    await idle('2027-09-01T12:00:00Z'),
    await idle('2027-09-01T12:00:00Z', { status: 'approved' }),
  ] as const
  await anOrder(applications[0], 'expired', null)
  await aLook(applications[1], 'evidence.previewed', 'applicant')
  await runAt('2027-11-02T12:00:00Z')
  await runAt('2027-11-12T12:00:00Z')
  for (const { fileId } of applications) expect(await stateOf(fileId)).toBe('purged')
})

test('an address that is not confirmed gets no words that were typed; the nightly job does it and counts it', async () => {
  const application = await idle('2027-10-01T12:00:00Z', { isConfirmed: false })
  time = new Date('2027-10-24T02:11:00Z')
  await runRetention({}, site.services)
  const [told] = await mails(application)
  expect(told!.text_body).toContain(`application ${application.reference}`)
  for (const typed of ['Robin', 'Harbour']) expect(told!.text_body).not.toContain(typed)
  time = new Date('2027-10-31T02:11:00Z')
  await runRetention({}, site.services)
  const [run] =
    await site.sql`select (removed -> 'unseen-evidence')::int as count from retention_runs order by id desc limit 1`
  expect(run!.count).toBeGreaterThanOrEqual(1)
  expect(await stateOf(application.fileId)).toBe('purged')
})
