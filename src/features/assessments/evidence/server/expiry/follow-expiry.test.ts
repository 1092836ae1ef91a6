import { beforeEach, expect, test } from 'bun:test'
import { publishAssurance } from '#features/assessments/cases/server/publish-assurance.ts'
import { publishEntry } from '#features/register/server/publish-entry.ts'
import { type AddedApplication, addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { addFile, decide, judge } from '../evidence-fixture.ts'
import { openRenewal } from '../open-renewal.ts'
import { followExpiry } from './follow-expiry.ts'

let time = new Date('2026-12-01T12:00:00Z')
const site = await siteOfFile({ demoData: false, now: () => time })
beforeEach(async () => {
  time = new Date('2026-12-01T12:00:00Z')
  // Each test follows documents of its own.
  await site.sql`update evidence_files set state = 'purged', purged_at = now() where state <> 'purged'`
})

const liability = 'public-liability'

async function followAt(day: string): Promise<void> {
  time = new Date(`${day}T12:00:00Z`)
  await followExpiry({}, site.services)
}

async function listed(given: Parameters<typeof addApplication>[1] = {}): Promise<AddedApplication> {
  const application = await addApplication(site.sql, { status: 'approved', ...given })
  const publication = { applicationId: application.id, validUntil: '2028-06-01T00:00:00Z', cause: 'order of a test' }
  await site.sql.begin((tx) => publishEntry(tx, { ...publication, brand: site.services.brand, now: time }))
  return application
}

/** An entry whose insurance was accepted, until 31 January 2027. */
async function insured(given: Parameters<typeof addApplication>[1] = {}): Promise<AddedApplication> {
  const application = await listed(given)
  await addFile(site.sql, application, liability, { expires_on: '2027-01-31' })
  await judge(site.sql, application, liability, 'accepted')
  await decide(site.sql, application, 'accredit')
  return application
}

const mails = async (application: AddedApplication) =>
  (
    await site.sql<{ kind: string; subject: string; text_body: string }[]>`
      select kind, subject, text_body from mails where to_email = ${application.email} and kind like any (array['evidence-%',
        'assessment-renewal']) order by id`
  ).map(({ kind, subject, text_body: text }) => ({ kind, subject, text }))
const kinds = async (application: AddedApplication) => (await mails(application)).map(({ kind }) => kind)

async function entry(application: AddedApplication) {
  const [row] = await site.sql`
    select e.id, e.status, e.status_reason, array(
        select change from register_history h where h.entry_id = e.id and change <> 'assurance' order by h.id
      ) as history
    from register_entries e where e.application_id = ${application.id}`
  return row!
}

async function asked(application: AddedApplication, criterionId = liability) {
  const [row] = await site.sql`
    select s.kind, s.status, c.state, c.state_reason from assessments s
    left join assessment_criteria c on c.assessment_id = s.id and c.criterion_id = ${criterionId}
    where s.application_id = ${application.id} order by s.opened_at desc limit 1`
  return row!
}

test('a document that runs out is told of three times, suspends its entry after the days of grace, and its follower lifts that', async () => {
  const application = await insured()
  await followAt('2026-12-31')
  expect(await kinds(application)).toEqual([])
  await followAt('2027-01-01')
  await followAt('2027-01-23')
  expect(await kinds(application)).toEqual(['evidence-reminder'])
  await followAt('2027-01-24')
  await followAt('2027-01-31')
  const [first, second] = await mails(application)
  expect(first!.subject).toBe('Public liability insurance: your document is valid until 31 January 2027')
  expect(first!.text).toContain(
    'If we do not have a new document by 14 February 2027, we will suspend the accreditation.',
  )
  expect(first!.text).toContain(`/evidence/${application.id}`)
  expect(second!.subject).toBe(first!.subject)
  expect(await asked(application)).toMatchObject({ kind: 'first', status: 'decided' })

  await followAt('2027-02-01')
  await followAt('2027-02-14')
  expect(await kinds(application)).toEqual(['evidence-reminder', 'evidence-reminder', 'evidence-run-out'])
  expect((await mails(application))[2]!.text).toContain('by 14 February 2027')
  expect(await asked(application)).toMatchObject({
    kind: 'renewal',
    state: 'wanted',
    state_reason: 'The last day of your document was 31 January 2027. Send a new one.',
  })
  expect(await entry(application)).toMatchObject({ status: 'active' })
  const cookie = await signInAdmin(site)
  const admin = async (path: string) =>
    (await (await fetch(site.origin + path, { headers: { cookie } })).text()).replaceAll('<!-- -->', '')
  expect(await admin('/admin/assessments?view=expired')).toContain(application.reference)
  expect(await admin('/admin')).toMatch(/>1<\/span>assessment with evidence expired/)

  await followAt('2027-02-15')
  await followAt('2027-02-16')
  const suspended = await entry(application)
  expect(suspended).toMatchObject({
    status: 'suspended',
    status_reason: 'Required evidence has expired: Public liability insurance (valid until 31 January 2027).',
    history: ['published', 'suspended'],
  })
  expect((await kinds(application)).at(-1)).toBe('evidence-suspended')
  expect((await mails(application)).at(-1)!.text).toContain(suspended.status_reason)

  await addFile(site.sql, application, liability, { expires_on: '2028-01-31' })
  await followAt('2027-02-17')
  expect(await entry(application)).toMatchObject({ status: 'suspended' })
  expect(await admin('/admin/assessments?view=expired')).not.toContain(application.reference)
  await judge(site.sql, application, liability, 'accepted')
  await followAt('2027-02-18')
  await followAt('2027-02-19')
  expect(await entry(application)).toMatchObject({
    status: 'active',
    history: ['published', 'suspended', 'reinstated'],
  })
  expect((await kinds(application)).slice(3)).toEqual(['evidence-suspended', 'evidence-reinstated'])
  expect((await mails(application)).at(-1)!.text).toMatch(/as accredited \((declared|documents checked|assessed)/)
})

test('suspended for 90 days without a new document an entry lapses, and an accepted one brings it back while the listing is paid', async () => {
  const application = await insured()
  await followAt('2027-02-15')
  expect((await mails(application)).at(-1)!.text).toContain('If you have not sent it by 16 May 2027')
  // A document that waits for an assessor stops the clock.
  const waiting = await insured()
  await followAt('2027-02-16')
  await addFile(site.sql, waiting, liability, { expires_on: '2028-01-31' })
  await followAt('2027-05-16')
  expect(await entry(application)).toMatchObject({ status: 'suspended' })
  await followAt('2027-05-18')
  await followAt('2027-05-19')
  expect(await entry(waiting)).toMatchObject({ status: 'suspended' })
  expect(await entry(application)).toMatchObject({
    status: 'lapsed',
    status_reason: 'Required evidence has expired, and no new document was accepted within 90 days.',
    history: ['published', 'suspended', 'lapsed'],
  })
  const mail = (await mails(application)).at(-1)!
  expect([mail.kind, mail.text.includes('still paid')]).toEqual(['evidence-lapsed', true])
  await addFile(site.sql, application, liability, { expires_on: '2028-01-31' })
  await followAt('2027-05-20')
  expect(await entry(application)).toMatchObject({ status: 'lapsed' })
  await judge(site.sql, application, liability, 'accepted')
  await followAt('2027-05-21')
  expect(await entry(application)).toMatchObject({ status: 'active' })
  expect((await kinds(application)).at(-1)).toBe('evidence-reinstated')
})

test('a listing that ends lapses what is suspended for evidence, money alone does not bring that back, and other suspensions stay', async () => {
  const application = await insured()
  const other = await insured()
  await followAt('2027-02-15')
  const { id } = await entry(other)
  await site.sql`
    insert into register_history (entry_id, happened_at, change, from_status, to_status, reason, cause)
    values (${id}, now(), 'suspended', 'suspended', 'suspended', 'By hand', 'admin')`
  await site.sql`update register_entries set valid_until = '2027-03-01T00:00:00Z' where application_id in (${application.id}, ${other.id})`
  await followAt('2027-03-02')
  expect(await entry(application)).toMatchObject({
    status: 'lapsed',
    status_reason: 'The listing ran out while it was suspended for evidence.',
  })
  expect((await mails(application)).at(-1)!.text).toContain('renew the annual listing, and send the new document')
  await followAt('2027-09-01')
  expect(await entry(other)).toMatchObject({ status: 'suspended' })
  const publication = { applicationId: application.id, validUntil: '2028-06-01T00:00:00Z', cause: 'order of a test' }
  await site.sql.begin((tx) => publishEntry(tx, { ...publication, brand: site.services.brand, now: time }))
  await followAt('2027-09-02')
  expect(await entry(application)).toMatchObject({ status: 'suspended' })
})

test('what was followed in time is not told of, and one that waits for an assessor suspends nothing', async () => {
  const application = await insured()
  await addFile(site.sql, application, liability, { expires_on: '2028-01-31', uploaded_at: '2026-12-20T12:00:00Z' })
  for (const day of ['2027-01-05', '2027-01-28', '2027-02-03', '2027-03-01']) await followAt(day)
  expect(await kinds(application)).toEqual([])
  expect(await entry(application)).toMatchObject({ status: 'active' })
  await judge(site.sql, application, liability, 'more-needed', 'It does not name the event.')
  await followAt('2027-03-02')
  expect(await kinds(application)).toEqual(['evidence-run-out', 'evidence-suspended'])
})

test('a site that was away sends the reminder that is due and not the one before it, and two processes send one', async () => {
  const application = await insured()
  time = new Date('2027-01-28T12:00:00Z')
  await Promise.all([1, 2, 3].map(() => followExpiry({}, site.services)))
  expect(await kinds(application)).toEqual(['evidence-reminder'])
  time = new Date('2027-03-28T12:00:00Z')
  await Promise.all([1, 2, 3].map(() => followExpiry({}, site.services)))
  expect(await kinds(application)).toEqual(['evidence-reminder', 'evidence-run-out', 'evidence-suspended'])
})

test('nothing is suspended by what is recommended, was never accepted, or was removed', async () => {
  const online = await insured({ draft: { eventType: 'online', onlineUrl: 'https://x.example/', capacity: 50 } })
  const unread = await listed()
  await addFile(site.sql, unread, liability, { expires_on: '2027-01-31' })
  const removed = await insured()
  await site.sql`update evidence_files set state = 'purged', purged_at = now() where application_id = ${removed.id}`
  const rejected = await addApplication(site.sql, { status: 'rejected' })
  await addFile(site.sql, rejected, liability, { expires_on: '2027-01-31' })
  for (const day of ['2027-01-10', '2027-02-05', '2027-04-01']) await followAt(day)
  for (const application of [online, unread, removed]) {
    expect(await entry(application)).toMatchObject({ status: 'active' })
  }
  expect(await kinds(online)).toEqual(['evidence-reminder', 'evidence-run-out'])
  expect((await mails(online))[0]!.text).not.toContain('suspended')
  expect(await kinds(unread)).toEqual(['evidence-reminder', 'evidence-run-out'])
  expect(await kinds(removed)).toEqual([])
  expect(await kinds(rejected)).toEqual([])
})

test('an admin’s word stands: lifted by hand it is not suspended again, and no document lifts another suspension', async () => {
  const application = await insured()
  await followAt('2027-03-01')
  const { id } = await entry(application)
  const change = async (status: string, change: string) => {
    await site.sql`update register_entries set status = ${status} where id = ${id}`
    await site.sql`
      insert into register_history (entry_id, happened_at, change, from_status, to_status, reason, cause)
      values (${id}, now(), ${change}, 'suspended', ${status}, 'By hand', 'admin')`
  }
  await change('active', 'reinstated')
  await followAt('2027-03-02')
  expect(await entry(application)).toMatchObject({ status: 'active' })
  await change('suspended', 'suspended')
  await addFile(site.sql, application, liability, { expires_on: '2028-01-31' })
  await judge(site.sql, application, liability, 'accepted')
  await followAt('2027-03-03')
  expect(await entry(application)).toMatchObject({ status: 'suspended' })
})

test('before its first decision an entry falls back to what is declared when it is suspended, and not in the days of grace', async () => {
  const application = await listed({ draft: { capacity: 20, category: 'Charity & Causes', eventType: 'private' } })
  for (const id of ['risk-assessment', 'safeguarding-policy', liability]) {
    await addFile(site.sql, application, id, id === liability ? { expires_on: '2027-01-31' } : {})
    await judge(site.sql, application, id, 'accepted')
  }
  await site.sql.begin((tx) => publishAssurance(tx, { applicationId: application.id }, site.services))
  const assurance = async () =>
    (await site.sql`select assurance from register_entries where application_id = ${application.id}`)[0]!.assurance
  expect(await assurance()).toBe('evidence')
  await followAt('2027-02-03')
  expect(await asked(application)).toMatchObject({ kind: 'first', state: 'wanted' })
  expect(await assurance()).toBe('evidence')
  await followAt('2027-02-15')
  expect(await entry(application)).toMatchObject({ status: 'suspended' })
  expect(await assurance()).toBe('declared')
})

test('a letter that no licence is needed, accepted after the last one had run out, has no last day', async () => {
  const application = await listed()
  await addFile(site.sql, application, 'licences', { expires_on: '2020-01-31', accepted_at: '2019-06-01T12:00:00Z' })
  await addFile(site.sql, application, 'licences')
  await judge(site.sql, application, 'licences', 'accepted')
  await followAt('2027-03-01')
  expect(await entry(application)).toMatchObject({ status: 'active' })
  expect(await asked(application, 'licences')).toMatchObject({ state: 'accepted' })
})

test('a listing that is renewed asks again for what has run out, once, and says so', async () => {
  const application = await insured()
  const renew = () => site.sql.begin((tx) => openRenewal(tx, { applicationId: application.id }, site.services))
  time = new Date('2027-02-10T12:00:00Z')
  await renew()
  await renew()
  expect(await asked(application)).toMatchObject({ kind: 'renewal', status: 'open', state: 'wanted' })
  const [mail, ...more] = await mails(application)
  expect(more).toEqual([])
  expect(mail!.kind).toBe('assessment-renewal')
  expect(mail!.text).toContain('Public liability insurance')

  const whole = await insured({ draft: { capacity: 20, category: 'Charity & Causes', eventType: 'private' } })
  time = new Date('2027-01-10T12:00:00Z')
  await site.sql`
    insert into assessment_criteria (assessment_id, criterion_id, state)
    select id, unnest(array['risk-assessment', 'safeguarding-policy', 'governance']), 'accepted' from assessments
    where application_id = ${whole.id}`
  const accepted_at = '2026-11-01T12:00:00Z'
  await site.sql`update assessments set status = 'proposed', outcome = null, decided_at = null where application_id = ${whole.id}`
  for (const id of ['risk-assessment', 'safeguarding-policy']) await addFile(site.sql, whole, id, { accepted_at })
  await site.sql`update assessment_criteria set state = 'accepted' where assessment_id in (
    select id from assessments where application_id = ${whole.id})`
  await decide(site.sql, whole, 'accredit')
  await site.sql.begin((tx) => openRenewal(tx, { applicationId: whole.id }, site.services))
  expect(await asked(whole)).toMatchObject({ kind: 'renewal', state: 'accepted' })
  expect(await asked(whole, 'governance')).toMatchObject({
    state: 'wanted',
    state_reason: 'We do not hold this document any more. Send it again.',
  })
  expect((await mails(whole))[0]!.text).toContain('You do not have to send anything at the moment')

  const refused = await addApplication(site.sql, { status: 'approved' })
  await decide(site.sql, refused, 'refuse')
  await site.sql.begin((tx) => openRenewal(tx, { applicationId: refused.id }, site.services))
  expect(await asked(refused)).toMatchObject({ kind: 'first' })
})
