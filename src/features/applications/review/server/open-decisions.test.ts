import { expect, setDefaultTimeout, test } from 'bun:test'
import {
  addCase,
  addPerson,
  declaration,
  type Person,
  postCase,
  type TestCase,
} from '#features/assessments/cases/server/case-fixture.ts'
import { siteOfFile } from '#test/of-file.ts'

setDefaultTimeout(60_000)

const site = await siteOfFile({ demoData: false })

async function approve({ id }: { id: string }, { cookie }: Person, status = 'approved') {
  const response = await site.call('/api/admin/approve', { applicationId: id, status, reason: 'Seen.' }, { cookie })
  const { bar, status: stands, error } = (await response.json()) as Record<string, string>
  return { code: response.status, bar, stands, error }
}
async function page(path: string, person?: Person) {
  const response = await fetch(site.origin + path, { headers: person ? { cookie: person.cookie } : {} })
  return { status: response.status, text: await response.text() }
}
async function decide(application: TestCase, outcome: string) {
  const [first, second] = [await addPerson(site, 'reviewer'), await addPerson(site, 'reviewer')]
  if (outcome === 'refuse')
    await site.sql`update assessment_criteria set verdict = 'not-met', score = 0 where assessment_id = ${application.assessmentId}`
  for (const person of [first, second]) await postCase(site, application, person, declaration)
  const proposal = { intent: 'propose', outcome, reason: 'As found.', ...(outcome === 'refuse' && { isSafety: 'on' }) }
  expect((await postCase(site, application, first, proposal)).status).toBe(303)
  const [proposed] = await site.sql`
    select id from assessment_steps where assessment_id = ${application.assessmentId} and step = 'proposed'`
  const decision = { intent: 'decide', proposal: String(proposed!.id), answer: 'agree' }
  return (await postCase(site, application, second, decision)).status
}

test('refused by two, it is approved by nobody before an appeal is upheld; both pages say so and lead to each other', async () => {
  const application = await addCase(site, { status: 'submitted' })
  const reviewer = await addPerson(site, 'reviewer')
  expect(await decide(application, 'refuse')).toBe(303)
  expect(await approve(application, reviewer)).toMatchObject({ code: 409, bar: 'refused', stands: 'submitted' })
  const review = await page(`/review/${application.id}`, reviewer)
  expect(review.text).toContain('You cannot approve this application')
  expect(review.text).toContain(`href="/admin/assessments/${application.assessmentId}"`)
  expect(review.text).not.toContain('value="approved"')
  const assessmentPage = await page(`/admin/assessments/${application.assessmentId}`, reviewer)
  expect(assessmentPage.text).toMatch(/Eligibility.*Pending Review/s)
  expect(assessmentPage.text).toContain(`href="/review/${application.id}"`)
  expect((await page(`/pre-approved?application_id=${application.id}`)).text).toContain('It cannot be approved unless')

  await site.sql`
    insert into assessments (application_id, kind, criteria_version, opened_at)
    select application_id, 'appeal', criteria_version, now() + interval '1 hour' from assessments where application_id = ${application.id}`
  expect((await approve(application, reviewer)).code).toBe(200)
})

test('to meet the criteria is no approval, and the email says so; a rejected application is not assessed', async () => {
  const application = await addCase(site, { status: 'submitted' })
  expect(await decide(application, 'accredit')).toBe(303)
  const [told] =
    await site.sql`select text_body from mails where kind = 'assessment-decided' and to_email = ${application.email}`
  expect(told!.text_body).toContain('This is not an approval. Your application is still “Pending Review”')
  const approved = await addCase(site)
  expect(await decide(approved, 'accredit')).toBe(303)
  const [plain] =
    await site.sql`select text_body from mails where kind = 'assessment-decided' and to_email = ${approved.email}`
  expect(plain!.text_body).not.toContain('Pending Review')

  const rejected = await addCase(site, { status: 'rejected' })
  const assessor = await addPerson(site, 'reviewer')
  await postCase(site, rejected, assessor, declaration)
  const proposal = { intent: 'propose', outcome: 'accredit', reason: 'As found.' }
  const refused = await postCase(site, rejected, assessor, proposal)
  expect([refused.status, refused.text.includes('this application was rejected')]).toEqual([409, true])
})

test('a conflict declared on the case holds for the review, and the other way round', async () => {
  const application = await addCase(site, { status: 'submitted' })
  const person = await addPerson(site, 'reviewer')
  const conflict = { intent: 'interest', interest: 'conflict', details: 'My sister runs it.' }
  await postCase(site, application, person, conflict)
  expect(await approve(application, person)).toMatchObject({ code: 409, bar: 'conflict' })
  expect((await approve(application, person, 'rejected')).bar).toBe('conflict')
  const review = await page(`/review/${application.id}`, person)
  expect([review.status, review.text.includes('This application is not yours')]).toEqual([403, true])
  const noted = await postCase(
    site,
    application,
    person,
    { intent: 'note', note: 'Still here' },
    `/review/${application.id}`,
  )
  expect(noted.status).toBe(403)
  expect(await site.sql`select from application_remarks where application_id = ${application.id}`).toHaveLength(0)

  const other = await addCase(site, { status: 'submitted' })
  const path = `/review/${other.id}/decision`
  expect((await postCase(site, other, person, { intent: 'conflict', conflict: '' }, path)).status).toBe(422)
  const declared = { intent: 'conflict', conflict: 'He was my employer.' }
  await postCase(site, other, person, declared, path)
  expect((await page(`/admin/assessments/${other.assessmentId}`, person)).status).toBe(403)
  expect((await approve(other, person)).bar).toBe('conflict')
  // It follows the application into the assessment after this one.
  await site.sql`update assessments set status = 'decided', outcome = 'accredit', decided_by = 'assessors', decided_at = now() where id = ${other.assessmentId}`
  const [next] = await site.sql`select open_renewal(${other.id}, now() + interval '1 hour') as id`
  expect((await page(`/admin/assessments/${next!.id}`, person)).status).toBe(403)
  expect((await approve(other, await addPerson(site, 'reviewer'))).code).toBe(200)
})

test('an event whose day is over is not approved, and the page warns; it can be rejected', async () => {
  const application = await addCase(site, { status: 'submitted', draft: { date: '2020-02-29' } })
  const reviewer = await addPerson(site, 'reviewer')
  expect(await approve(application, reviewer)).toMatchObject({ code: 409, bar: 'past' })
  expect((await page(`/review/${application.id}`, reviewer)).text).toContain('The date of this event has passed')
  expect((await page(`/pre-approved?application_id=${application.id}`)).text).toContain(
    'The date of your event has passed',
  )
  expect((await approve(application, reviewer, 'rejected')).code).toBe(200)
  const approved = await addCase(site, { draft: { date: '2020-02-29' } })
  expect((await page(`/checkout/listing/${approved.id}`)).text).toContain('The date of your event has passed')
  // A private service has no day.
  const service = await addCase(site, { status: 'submitted', draft: { date: '2020-02-29', eventType: 'private' } })
  expect((await approve(service, reviewer)).code).toBe(200)
})
