import { expect, test } from 'bun:test'
import { type AddedApplication, addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { runRetention } from './run-retention.ts'

// In the past: what the database itself keeps for so long, it keeps by its own clock.
let time = new Date('2024-12-01T12:00:00Z')
const site = await siteOfFile({ demoData: false, now: () => time })

/** A document of an application, with its content in the store. */
async function addDocument(application: AddedApplication, uploadedAt = '2024-11-20T12:00:00Z'): Promise<string> {
  const [file] = await site.sql`
    insert into evidence_files (application_id, criterion_id, name, media_type, bytes, sha256, state, scan, uploaded_at)
    values (${application.id}, 'site-plan', 'Plan by Robin.pdf', 'application/pdf', 4, '\\x00', 'ready', 'clean', ${uploadedAt})
    returning id`
  await site.services.files.put(`evidence/${file!.id}`, [new TextEncoder().encode('plan')], 'application/pdf')
  return file!.id as string
}

async function addEntry(application: AddedApplication, status: string, validUntil: string | null) {
  const [entry] = await site.sql`
    insert into register_entries (application_id, organisation_id, number, slug, status, valid_from, valid_until, title, organiser,
      description, event_type, category, sector, published_at, updated_at)
    values (${application.id}, ${application.organisationId}, ${application.reference}, ${application.reference.toLowerCase()},
      ${status}, '2024-01-01', ${validUntil}, 'X', 'X', '', 'physical', 'Other', 'business', '2024-01-01', '2024-01-01')
    returning id`
  return entry!.id as string
}

const row = async (id: string) =>
  (await site.sql`select state, name, purged_by from evidence_files where id = ${id}`)[0] as Record<string, unknown>

/** The queue deletes it. */
async function isGone(id: string): Promise<boolean> {
  for (const end = Date.now() + 15_000; Date.now() < end; await Bun.sleep(100)) {
    if (!(await site.services.files.exists(`evidence/${id}`))) return true
  }
  return false
}

async function decided(decision: 'approved' | 'rejected', at: string): Promise<AddedApplication> {
  const application = await addApplication(site.sql, { status: decision })
  await site.sql`
    insert into application_decisions (application_id, decision, decided_by_name, decided_at)
    values (${application.id}, ${decision}, 'X', ${at})`
  return application
}

test('documents go 12 months after their entry ended, or the application where there is none', async () => {
  const lapsed = await addApplication(site.sql, { status: 'approved' })
  await addEntry(lapsed, 'lapsed', '2025-03-01T00:00:00Z')
  const revoked = await addApplication(site.sql, { status: 'approved' })
  const revokedEntry = await addEntry(revoked, 'revoked', '2027-03-01T00:00:00Z')
  await site.sql`
    insert into register_history (entry_id, happened_at, change, from_status, to_status, reason, cause)
    values (${revokedEntry}, '2025-03-01T00:00:00Z', 'revoked', 'active', 'revoked', 'X', 'X')`
  const rejected = await decided('rejected', '2025-03-01T00:00:00Z')
  const refused = await decided('approved', '2024-12-01T00:00:00Z')
  await site.sql`
    update assessments set status = 'decided', outcome = 'refuse', decided_at = '2025-03-01T00:00:00Z'
    where application_id = ${refused.id}`
  const ended = await Promise.all([lapsed, revoked, rejected, refused].map((each) => addDocument(each)))

  const running = await addApplication(site.sql, { status: 'approved' })
  await addEntry(running, 'active', '2029-03-01T00:00:00Z')
  const waiting = await addApplication(site.sql)
  const paying = await decided('approved', '2024-12-01T00:00:00Z')
  await site.sql`insert into orders (application_id, organisation_id, type, amount_pence, discount_pence, status)
    values (${paying.id}, ${paying.organisationId}, 'listing', 4900, 0, 'paid')`
  const sendsAgain = await decided('rejected', '2024-12-01T00:00:00Z')
  const kept = [
    ...(await Promise.all([running, waiting, paying].map((each) => addDocument(each)))),
    await addDocument(sendsAgain, '2025-06-01T12:00:00Z'),
  ]

  time = new Date('2026-02-28T02:11:00Z')
  await runRetention({}, site.services)
  for (const id of [...ended, ...kept])
    expect(await row(id)).toMatchObject({ state: 'ready', name: 'Plan by Robin.pdf' })
  time = new Date('2026-03-02T02:11:00Z')
  await runRetention({}, site.services)
  await runRetention({}, site.services)
  for (const id of ended) {
    expect(await row(id)).toEqual({ state: 'purged', name: '', purged_by: 'retention' })
    expect(await isGone(id)).toBe(true)
  }
  for (const id of kept) expect(await row(id)).toMatchObject({ state: 'ready' })
  const runs = await site.sql`select removed -> 'evidence' as count from retention_runs order by id desc limit 2`
  expect(runs.map(({ count }) => count)).toEqual([0, 4])
})

test('a person’s documents are in the export with their addresses, and go with the person', async () => {
  const application = await decided('rejected', '2026-03-01T00:00:00Z')
  const other = await decided('rejected', '2026-03-01T00:00:00Z')
  const [own, removed, elses] = [
    await addDocument(application, '2026-03-01T12:00:00Z'),
    await addDocument(application, '2026-03-01T12:00:00Z'),
    await addDocument(other, '2026-03-01T12:00:00Z'),
  ]
  await site.sql`update evidence_files set state = 'purged', purged_at = now(), purged_by = 'applicant' where id = ${removed}`
  await site.sql`insert into evidence_uploads (application_id, criterion_id, name, bytes)
    values (${application.id}, 'site-plan', 'Half of Robin.pdf', 9)`
  await site.sql`
    update assessment_criteria set state = 'not-applicable', state_reason = 'Robin says so', note = 'Asked Robin'
    where assessment_id = (select id from assessments where application_id = ${application.id})`
  await site.sql`
    insert into assessment_steps (assessment_id, step, reason, taken_at)
    select id, step, 'Robin answers', now() from assessments cross join unnest(array['answered', 'proposed']) as step
    where application_id = ${application.id}`
  const cookie = await signInAdmin(site)
  const send = (path: string, form: Record<string, string>) =>
    fetch(site.origin + path, {
      method: 'POST',
      headers: { origin: site.origin, cookie },
      body: new URLSearchParams(form),
    })
  const exported = await (await send('/api/admin/privacy/export', { email: application.email })).json()
  const { held } = exported as { held: { evidence: Record<string, unknown>[]; assessments: unknown[] } }
  expect(held.evidence).toHaveLength(2)
  expect(held.evidence.find(({ state }) => state === 'ready')).toMatchObject({
    name: 'Plan by Robin.pdf',
    download: `${site.origin}/evidence/files/${own}`,
  })
  expect(JSON.stringify(held.assessments)).toContain('Robin says so')

  const report = await (
    await send('/admin/privacy', { intent: 'erase', email: application.email, reason: 'Asked', sure: '1' })
  ).text()
  expect(report).toContain('Documents sent as evidence, with their names')
  const steps = await site.sql`
    select step, reason from assessment_steps as s join assessments as c on c.id = s.assessment_id
    where c.application_id = ${application.id} order by step`
  expect(steps).toEqual([
    { step: 'answered', reason: '' },
    { step: 'proposed', reason: 'Robin answers' },
  ] as never)
  expect(await row(own)).toEqual({ state: 'purged', name: '', purged_by: 'erasure' })
  expect(await row(removed)).toEqual({ state: 'purged', name: '', purged_by: 'applicant' })
  expect(await row(elses)).toMatchObject({ state: 'ready', name: 'Plan by Robin.pdf' })
  expect(await isGone(own)).toBe(true)
  expect(await site.services.files.exists(`evidence/${elses}`)).toBe(true)
  expect(await site.sql`select from evidence_uploads where application_id = ${application.id}`).toHaveLength(0)
  const words = await site.sql`
    select state_reason, note from assessment_criteria c join assessments a on a.id = c.assessment_id
    where a.application_id = ${application.id}`
  expect(words).toMatchObject([{ state_reason: '', note: '' }])
})
