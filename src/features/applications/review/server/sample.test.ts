import { expect, test } from 'bun:test'
import { createApplicationSchema } from '#features/applications/schema.ts'
import { createApplication } from '#features/applications/server/create-application.ts'
import { compareOfficers } from '#features/applications/server/sample-application.ts'
import { emptyTheseApplications } from '#features/people/privacy/server/empty-old-applications.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { isFailure } from '#wire/failure.ts'

const site = await siteOfFile({ demoData: false })
const cookie = await signInAdmin(site)

/** An application that the company registry's confirmation approves, unless its organisation says otherwise. */
async function apply(percent: number, organisation: Record<string, unknown> = {}, draft: Record<string, unknown> = {}) {
  const [made] = await site.sql`
    insert into organisations ${site.sql({
      name: 'Larkmoor & Fettle Events Ltd',
      contact_name: 'Perpetua Inkwell',
      email: `perpetua-${crypto.randomUUID()}@larkmoor.example`,
      phone: '0161 496 0177',
      company_no: '99000001',
      ...organisation,
    } as never)} returning id`
  const parsed = createApplicationSchema.assert({
    organisationId: made!.id,
    status: 'approved',
    eventDraft: {
      title: 'Bobbin Fair',
      eventType: 'physical',
      venue: 'The Bobbin Hall',
      category: 'Other',
      date: '2027-05-27',
      ...draft,
    },
    couponCode: '',
  })
  const env = { ...site.services.env, reviewSamplePercent: percent }
  const request = { ...parsed, submissionKey: null, draftId: null }
  const stored = await createApplication({ ...site.services, env }, request, null)
  if (isFailure(stored)) throw new Error(stored.message)
  return stored.application
}
const sampleOf = async (id: string) =>
  (
    await site.sql`select reason, matches, outcome, looked_at_by_name from application_samples where application_id = ${id}`
  )[0]
const post = (id: string, form: Record<string, string>) => site.post(`/review/${id}/decision`, form, { cookie })
const page = async (path: string) =>
  (await (await fetch(site.origin + path, { headers: { cookie } })).text()).replaceAll('<!-- -->', '')
const list = '/admin/applications?status=sampled'

test('a share of automatic approvals is drawn: all at 100, none at 0, about half at 50', async () => {
  const drawn = await apply(100)
  expect([drawn.status, await sampleOf(drawn.id)]).toMatchObject([
    'approved',
    { reason: 'share', matches: [], outcome: null },
  ])
  expect(await sampleOf((await apply(0)).id)).toBeUndefined()
  const [logged] = await site.sql`select action, actor_name, after from audit_log where subject_id = ${drawn.id}`
  expect(logged).toEqual({
    action: 'application.sampled',
    actor_name: 'review-sample',
    after: { reason: 'share', percent: 100 },
  })
  const half = await Promise.all(Array.from({ length: 60 }, () => apply(50)))
  const [count] = await site.sql`
    select count(*) as samples from application_samples where application_id = any (${half.map(({ id }) => id)}::uuid[])`
  // Outside of this once in fifty million runs.
  expect(count!.samples).toBeWithin(10, 51)
  // What the registry does not confirm is decided by a person anyway.
  const waiting = await apply(100, { company_no: null })
  expect([waiting.status, await sampleOf(waiting.id)]).toEqual(['submitted', undefined])
  await site.sql`insert into application_samples (application_id, reason) select id, 'share' from applications on conflict do nothing`
  const sorted = await page(`${list}&sort=-reference`)
  expect(sorted).toContain('sort=-reference&amp;page=2')
  expect(await page(`${list}&sort=-reference&page=2`)).toContain('31 to 60 of')
  await site.sql`delete from application_samples`
})

test('whatever matches an application that was refused before is looked at, however it is written', async () => {
  const refused = await addApplication(site.sql, {
    status: 'rejected',
    organisation: { email: 'No@Refused.example', contact_name: 'Zoë  Marsh-Hill' },
    draft: { line_1: '12, Mill Lane', postcode: 'ls1 4ab' },
  })
  const plain = await apply(0)
  expect(await sampleOf(plain.id)).toBeUndefined()
  const mail = await apply(0, { email: 'no@refused.example' })
  expect(await sampleOf(mail.id)).toMatchObject({ reason: 'refused', matches: ['email'] })
  const contact = await apply(0, { contact_name: ' ZOE MARSH HILL ' })
  expect(await sampleOf(contact.id)).toMatchObject({ matches: ['contact'] })
  const place = await apply(0, {}, { line_1: '', address: '12 Mill Lane, Leeds', postcode: 'LS1 4AB' })
  expect(await sampleOf(place.id)).toMatchObject({ matches: ['address'] })
  const elsewhere = await apply(0, {}, { line_1: '12 Mill Lane', postcode: 'LS1 4AC' })
  expect(await sampleOf(elsewhere.id)).toBeUndefined()
  const [logged] = await site.sql`
    select after from audit_log where subject_id = ${mail.id} and action = 'application.sampled'`
  expect(logged!.after).toEqual({ reason: 'refused', matches: ['email'], refusedApplication: refused.id })

  // A refusal after an assessment counts as much, by whatever its company number is written like.
  const assessed = await apply(0, { company_no: ' 9900 0001' })
  await site.sql`
    update assessments set status = 'decided', outcome = 'refuse', decided_at = now() where application_id = ${assessed.id}`
  const later = await apply(0, { email: 'no@refused.example' })
  expect(await sampleOf(later.id)).toMatchObject({ matches: expect.arrayContaining(['company', 'contact', 'email']) })
  const shown = await page(list)
  expect(shown).toContain('An application with the same postal address was refused before.')
  expect(await page(`/review/${mail.id}/decision`)).toContain(`href="/review/${refused.id}"`)
})

test('a sampled application stays approved and on the list until somebody says that it is fine', async () => {
  const { id, reference } = await apply(100, { contact_name: 'Ida Quill', company_no: '99000001' })
  expect(await page(list)).toContain(reference)
  expect(await page('/admin')).toContain('sampled application')
  expect(await page(`/review/${id}/decision`)).toContain('Sampled: check it')
  const missing = await post(id, { intent: 'looked-at', looked: ' ', withdrawal: 'Kept.' })
  expect(missing.status).toBe(422)
  const again = await missing.text()
  expect([again.includes('Say what you checked'), again.includes('Kept.')]).toEqual([true, true])
  const form = { intent: 'looked-at', looked: 'Website and venue agree.' }
  const clicks = await Promise.all([post(id, form), post(id, form)])
  expect(clicks.map(({ status }) => status)).toEqual([303, 303])
  expect(await sampleOf(id)).toMatchObject({ outcome: 'fine', looked_at_by_name: 'Administrator' })
  expect(await page(list)).not.toContain(reference)
  const shown = await page(`/review/${id}`)
  expect(shown).toContain('Sampled and found fine: Website and venue agree.')
  const remarks = await site.sql`select kind from application_remarks where application_id = ${id}`
  expect(remarks).toHaveLength(1)
  const [application] = await site.sql`select status from applications where id = ${id}`
  expect(application!.status).toBe('approved')
  const [logged] = await site.sql`select action, after from audit_log where subject_id = ${id} order by id desc limit 1`
  expect(logged).toEqual({ action: 'application.sample-looked-at', after: { outcome: 'fine' } })
  // Somebody who comes too late is told, and keeps what they wrote.
  await site.sql`update application_samples set looked_at_by_name = 'Somebody Else' where application_id = ${id}`
  const late = await post(id, { intent: 'looked-at', looked: 'I looked too.' })
  expect(late.status).toBe(409)
  const answer = await late.text()
  expect([answer.includes('someone has already checked it'), answer.includes('I looked too.')]).toEqual([true, true])
})

test('where something was paid the approval cannot be withdrawn: found wrong is said instead', async () => {
  const { id, organisationId } = await apply(100)
  expect(await page(`/review/${id}/decision`)).not.toContain('value="found-wrong"')
  await site.sql`
    insert into orders (application_id, organisation_id, type, amount_pence, discount_pence, status, paid_at)
    values (${id}, ${organisationId}, 'listing', 4900, 0, 'paid', now())`
  expect(await page(`/review/${id}/decision`)).toContain('value="found-wrong"')
  await post(id, { intent: 'found-wrong', looked: 'The venue knows nothing of it. Suspended.' })
  expect(await sampleOf(id)).toMatchObject({ outcome: 'wrong' })
  expect(await page(`/review/${id}/decision`)).toContain('something is wrong.')
})

test('withdrawing the approval of a sampled application ends its waiting', async () => {
  const { id } = await apply(100)
  await post(id, { decision: 'withdrawn', withdrawal: 'The venue knows nothing of it.' })
  expect(await sampleOf(id)).toMatchObject({ outcome: 'withdrawn', looked_at_by_name: 'Administrator' })
  expect(await page(`/review/${id}/decision`)).toContain('the approval was withdrawn.')
})

test('whoever ran a refused company, or had its office, is known again in another one, and by nothing that can be read', async () => {
  const submitted = await addApplication(site.sql, {
    organisation: { name: 'Larkmoor Catering', company_no: '99000002' },
  })
  const rejected = await post(submitted.id, { decision: 'rejected', reason: 'It is dissolved.' })
  expect(rejected.status).toBe(303)
  const kept = async () =>
    (await site.sql`select kind, hash from refused_officers where application_id = ${submitted.id} order by kind`) as unknown as {
      kind: string
      hash: Uint8Array
    }[]
  for (let wait = 0; wait < 200 && (await kept()).length < 2; wait++) await Bun.sleep(50)
  expect((await kept()).map(({ kind, hash }) => [kind, hash.length])).toEqual([
    ['office', 32],
    ['officer', 32],
  ])
  // Larkmoor & Fettle has the same office, and one of its two officers.
  const other = await apply(0, { contact_name: 'Ida Quill' })
  const isKnown = async () => (await sampleOf(other.id))?.matches.includes('officer')
  for (let wait = 0; wait < 200 && !(await isKnown()); wait++) await Bun.sleep(50)
  // Its own number had been refused as well, which was known at once.
  expect(await sampleOf(other.id)).toMatchObject({ reason: 'refused', matches: ['company', 'office', 'officer'] })
  expect(await page(`/review/${other.id}/decision`)).toContain(
    'same company number, registered office and company officer was refused before.',
  )
  // Done again, nothing is added; a company that has nothing in common with it is left alone, and so is one that the register does not tell of now.
  await compareOfficers({ applicationId: other.id }, site.services)
  const apart = await apply(0, {
    name: 'Quillfeather Book Festival CIC',
    company_no: '99000003',
    contact_name: 'Odo Quill',
  })
  await compareOfficers({ applicationId: apart.id }, site.services)
  expect(await sampleOf(apart.id)).toBeUndefined()
  const silent = await addApplication(site.sql, { status: 'rejected', organisation: { company_no: '99999503' } })
  await compareOfficers({ applicationId: silent.id }, site.services)
  const [job] = await site.sql`
    select run_at > now() + interval '10 minutes' as is_later from graphile_worker.jobs
    where key = ${`compare-officers ${silent.id}`}`
  expect(job).toEqual({ is_later: true })
  await site.sql.begin((transaction) => emptyTheseApplications(transaction, [submitted.id]))
  expect(await kept()).toHaveLength(0)
})
