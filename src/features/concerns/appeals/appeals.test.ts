import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { addEntry, addPerson, browserOf } from '#features/concerns/cases-fixture.ts'
import { accreditAssured } from '#features/register/server/set-assurance.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'

const day = 86_400_000
let now = new Date('2026-11-23T10:00:00Z')
let visitor: ReturnType<typeof browserOf>
type Person = Awaited<ReturnType<typeof addPerson>>
let reviewer: Person
let editor: Person
let handler: Person
let owner: Person
const site = await siteOfFile({ demoData: false, now: () => now })
beforeAll(async () => {
  visitor = browserOf(site)
  reviewer = await addPerson(site, 'Rita Reviewer', ['reviewer', 'concerns'])
  editor = await addPerson(site, 'Edda Editor', ['editor'])
  handler = await addPerson(site, 'Dora Desk', ['concerns'])
  owner = await addPerson(site, 'Olga Owner', ['owner'])
})
beforeEach(async () => {
  await site.sql`delete from rate_limits`
})

const grounds = 'The site plan shows <b>both</b> gates.\r\nIt was overlooked.'
const cookieOf = (id: string) => ownershipCookie('', [id], site.services).split(';')[0]!
const pageOf = async (path: string, cookie: string) => await (await visitor.get(path, cookie)).text()
const act = (id: string, form: Record<string, string>, { cookie }: Person) =>
  visitor.post(`/admin/appeals/${id}`, form, cookie)
const send = (id: string, against: string, cookie = cookieOf(id)) =>
  visitor.post(`/appeal/${id}`, { against, grounds }, cookie)
const appealOf = async (applicationId: string) => {
  const [row] = await site.sql<{ id: string; reference: string; state: string; against: string }[]>`
    select id, reference, state, against from appeals where application_id = ${applicationId} order by id desc limit 1`
  return row!
}
const mailsTo = async (email: string) =>
  await site.sql<{ kind: string; text_body: string }[]>`
    select kind, text_body from mails where to_email = ${email} order by id`

async function rejected() {
  const application = await addApplication(site.sql, { status: 'submitted' })
  const form = { applicationId: application.id, status: 'rejected', reason: 'The site plan is missing.' }
  const response = await site.call('/api/admin/approve', form, { cookie: reviewer.cookie })
  expect(response.status).toBe(200)
  return application
}

test('a rejection is appealed against by its applicant alone, heard by somebody else, and the application is submitted again', async () => {
  const { id, email } = await rejected()
  const cookie = cookieOf(id)
  expect((await visitor.get(`/appeal/${id}`)).status).toBe(403)
  expect((await send(id, 'rejection', '')).status).toBe(403)
  expect((await visitor.get(`/appeal/${crypto.randomUUID()}`, cookie)).status).toBe(404)
  expect(await pageOf('/my-applications', cookie)).toContain(`/appeal/${id}`)
  expect(await pageOf(`/pre-approved?application_id=${id}`, cookie)).toContain(`/appeal/${id}`)
  expect(await pageOf(`/evidence/${id}`, cookie)).toContain('was not approved')
  const wrong = await visitor.post(`/appeal/${id}`, { against: 'rejection', grounds: ' ' }, cookie)
  expect(wrong.status).toBe(422)
  expect((await send(id, 'refusal')).status).toBe(409)

  // The link in the mail of the rejection leads any browser straight to the form, and opens nothing else.
  const [mail] = await mailsTo(email)
  const link = /\/appeal\/\S+\?key=[\w-]{43}/.exec(mail!.text_body)![0]
  const other = await addApplication(site.sql)
  expect(await pageOf(link, '')).toContain(`action="${link}"`)
  for (const wrong of [`${link}x`, link.replace(id, other.id)]) expect((await visitor.get(wrong)).status).toBe(403)
  expect((await visitor.get(`/evidence/${id}`)).status).toBe(403)
  expect((await visitor.post(`${link}x`, { against: 'rejection', grounds })).status).toBe(403)
  const unfinished = await visitor.post(link, { against: 'rejection', grounds: ' ' })
  expect([unfinished.status, (await unfinished.text()).includes(`action="${link}"`)]).toEqual([422, true])
  await site.sql`update organisations set email = ${`new-${email}`} where email = ${email}`
  expect((await visitor.get(link)).status).toBe(403)
  await site.sql`update organisations set email = ${email} where email = ${`new-${email}`}`

  // Twice at once is one appeal.
  const sent = await Promise.all([send(id, 'rejection'), visitor.post(link, { against: 'rejection', grounds })])
  expect(sent.map(({ status }) => status).toSorted()).toEqual([303, 409])
  const { id: appeal, reference } = await appealOf(id)
  expect(reference).toMatch(/^APL-[\dA-Y]{6}$/)
  const page = await visitor.get(`/appeal/${id}?sent=1`, cookie)
  expect(page.headers.get('cache-control')).toContain('no-store')
  const shown = await page.text()
  for (const words of [reference, 'Received', `/evidence/${id}`]) expect(shown).toContain(words)
  expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['application-rejected', 'appeal-received'])
  // Documents can be sent as long as the appeal is open.
  expect(await pageOf(`/evidence/${id}`, cookie)).not.toContain('was not approved')

  expect(await pageOf('/admin/appeals', reviewer.cookie)).toContain(reference)
  const seen = await pageOf(`/admin/appeals/${appeal}`, reviewer.cookie)
  expect(seen).toContain('Someone else must hear this appeal')
  expect(seen).toContain('&lt;b&gt;both&lt;/b&gt;')
  expect(seen).toContain('The site plan is missing.')
  const own = await act(appeal, { intent: 'take' }, reviewer)
  expect(own.status).toBe(409)
  expect(await own.text()).toContain('You took part in the decision')
  expect((await act(appeal, { intent: 'settle', outcome: 'upheld', reasons: 'x' }, handler)).status).toBe(409)
  expect((await act(appeal, { intent: 'take' }, editor)).status).toBe(303)
  expect((await act(appeal, { note: 'Compare with the plan' }, editor)).status).toBe(303)
  expect((await act(appeal, { intent: 'take' }, handler)).status).toBe(303)
  expect((await act(appeal, { intent: 'take' }, handler)).status).toBe(409)
  expect(await pageOf(`/appeal/${id}`, cookie)).toContain('Being heard')
  const settle = { intent: 'settle', outcome: 'upheld', reasons: 'The plan was there.' }
  expect(await (await act(appeal, settle, editor)).text()).toContain('someone else is hearing this appeal')
  expect((await act(appeal, { ...settle, reasons: '' }, handler)).status).toBe(422)
  expect((await act(appeal, settle, handler)).status).toBe(303)
  expect((await act(appeal, settle, handler)).status).toBe(409)

  const decisions = await site.sql`
    select decision, decided_by_name, reason from application_decisions where application_id = ${id} order by id`
  expect(decisions.map(({ decision, decided_by_name: by }) => [decision, by])).toEqual([
    ['rejected', 'Rita Reviewer'],
    ['appeal-upheld', 'Dora Desk'],
  ])
  const [application] = await site.sql`select status from applications where id = ${id}`
  expect(application!.status).toBe('submitted')
  expect((await mailsTo(email)).at(-1)!.text_body).toContain('under review again')
  expect(await pageOf(`/appeal/${id}`, cookie)).toContain('The plan was there.')
  const review = await pageOf(`/review/${id}`, reviewer.cookie)
  expect(review).toContain(`Appeal ${reference} upheld by Dora Desk`)
  expect(review).toContain('Appeal upheld by Dora Desk')
  expect(await pageOf('/admin/appeals?list=settled', handler.cookie)).toContain(reference)
  const logged = await site.sql`select action from audit_log where subject_id in (${appeal}, ${id}) order by id`
  expect(logged.map(({ action }) => action)).toEqual([
    'application.rejected',
    'appeal.taken-up',
    'appeal.note',
    'appeal.taken-up',
    'application.appeal-upheld',
    'appeal.upheld',
  ])
  // It is decided again as any other, and a second rejection can be appealed against again.
  await site.sql`update applications set status = 'rejected' where id = ${id}`
  await site.sql`insert into application_decisions (application_id, decision, decided_by_name) values (${id}, 'rejected', 'A')`
  expect((await send(id, 'rejection')).status).toBe(303)
})

test('after 30 days, and where nothing was decided, there is no appeal', async () => {
  const { id } = await rejected()
  const cookie = cookieOf(id)
  now = new Date(now.getTime() + 31 * day)
  expect(await pageOf(`/appeal/${id}`, cookie)).toContain('The time for an appeal is over')
  expect((await send(id, 'rejection')).status).toBe(409)
  expect(await pageOf('/my-applications', cookie)).not.toContain(`/appeal/${id}`)
  now = new Date(now.getTime() - 31 * day)
  const waiting = await addApplication(site.sql)
  expect(await pageOf(`/appeal/${waiting.id}`, cookieOf(waiting.id))).toContain('There is nothing to appeal against')
})

test('a refusal that is appealed against with success is assessed anew, with its evidence and without its verdicts', async () => {
  const { applicationId: id, id: entryId } = await addEntry(site, {
    title: 'Orchard Run',
    email: 'orchard@run.example',
  })
  const entryStatus = async () => (await site.sql`select status from register_entries where id = ${entryId}`)[0]!.status
  const [first] = await site.sql<{ id: string }[]>`
    update assessments set status = 'decided', outcome = 'refuse', decided_at = ${now.toISOString()}
    where application_id = ${id} returning id`
  await site.sql`
    insert into assessment_criteria (assessment_id, criterion_id, state, verdict, score, judged_by)
    values (${first!.id}, 'event-plan', 'accepted', 'not-met', 1, ${editor.id})`
  const kin = await addPerson(site, 'Kim Kin', ['concerns'])
  await site.sql`
    insert into assessment_steps (assessment_id, step, by_id, by_name, outcome, reason, taken_at)
    values (${first!.id}, 'conflict', ${kin.id}, 'Kim Kin', null, '', now()),
      (${first!.id}, 'decided', ${owner.id}, 'Olga Owner', 'refuse', 'The plan is too short.', now())`
  // By the clock, where the end of the case has not done it.
  await accreditAssured({}, site.services)
  expect(await entryStatus()).toBe('refused')
  expect((await send(id, 'refusal')).status).toBe(303)
  const { id: appeal } = await appealOf(id)
  // Who judged a criterion or decided had a part; a conflict of interest holds for the appeal, too.
  for (const who of [editor, owner, kin]) expect((await act(appeal, { intent: 'take' }, who)).status).toBe(409)
  expect((await act(appeal, { intent: 'take' }, handler)).status).toBe(303)
  expect(await pageOf(`/admin/appeals/${appeal}`, handler.cookie)).toContain('The plan is too short.')
  // Meanwhile a part in it ends the hearing.
  await site.sql`update assessment_criteria set judged_by = ${handler.id} where assessment_id = ${first!.id}`
  const settle = { intent: 'settle', outcome: 'upheld', reasons: 'The plan has all that is asked.' }
  expect(await (await act(appeal, settle, handler)).text()).toContain('You took part')
  await site.sql`update assessment_criteria set judged_by = ${editor.id} where assessment_id = ${first!.id}`
  await site.sql`insert into assessments (application_id, kind, criteria_version) select ${id}, 'renewal', max(version) from criteria_versions`
  expect(await (await act(appeal, settle, handler)).text()).toContain('another assessment is open')
  await site.sql`delete from assessments where application_id = ${id} and kind = 'renewal'`
  expect((await act(appeal, settle, handler)).status).toBe(303)
  const [anew] = await site.sql`
    select s.kind, s.status, c.state, c.verdict, c.score from assessments s
    join assessment_criteria c on c.assessment_id = s.id where s.application_id = ${id} and s.kind = 'appeal'`
  expect(anew).toEqual({ kind: 'appeal', status: 'open', state: 'accepted', verdict: null, score: null })
  expect(await entryStatus()).toBe('active')
})

test('a suspension ends by the register’s own event, or stays with reasons', async () => {
  for (const outcome of ['upheld', 'not-upheld'] as const) {
    const email = `${outcome}@lantern.example`
    const entry = await addEntry(site, { title: outcome === 'upheld' ? 'Ember Fair' : 'Quarry Swim', email })
    const { applicationId: id } = entry
    const form = { intent: 'status', act: 'suspend', seen: 'active', reason: 'Insurance has run out.' }
    expect((await visitor.post(`/admin/register/${entry.id}`, form, editor.cookie)).status).toBe(303)
    expect(await pageOf('/my-applications', cookieOf(id))).toContain(`/appeal/${id}`)
    expect((await mailsTo(email)).at(-1)!.text_body).toContain(`/appeal/${id}`)
    expect((await send(id, 'suspension')).status).toBe(303)
    const { id: appeal } = await appealOf(id)
    expect(await pageOf(`/admin/appeals/${appeal}`, owner.cookie)).toContain('Insurance has run out.')
    expect((await act(appeal, { intent: 'take' }, editor)).status).toBe(409)
    await act(appeal, { intent: 'take' }, handler)
    const reasons = 'The insurance was looked at again.'
    expect((await act(appeal, { intent: 'settle', outcome, reasons }, handler)).status).toBe(303)
    const [row] = await site.sql`select status, status_reason from register_entries where id = ${entry.id}`
    expect(row!.status).toBe(outcome === 'upheld' ? 'active' : 'suspended')
    const changes = await site.sql`select change from register_history where entry_id = ${entry.id} order by id`
    expect(changes.map(({ change }) => change)).toEqual(
      outcome === 'upheld' ? ['suspended', 'reinstated'] : ['suspended'],
    )
    const mail = (await mailsTo(email)).at(-1)!
    expect([mail.kind, mail.text_body.includes(reasons)]).toEqual(['appeal-settled', true])
    expect((await send(id, 'suspension')).status).toBe(409)
  }
})

test('an open appeal keeps its contact, which is exported; erased, the grounds go and the outcome stays', async () => {
  const { id, email } = await rejected()
  await send(id, 'rejection')
  const { id: appeal } = await appealOf(id)
  const exported = await visitor.post('/api/admin/privacy/export', { email }, owner.cookie)
  expect(await exported.text()).toContain('It was overlooked.')
  const erase = async () =>
    await (
      await visitor.post('/admin/privacy', { intent: 'erase', email, reason: 'Asked', sure: '1' }, owner.cookie)
    ).text()
  expect(await erase()).toContain('or an appeal is waiting for a decision')
  await act(appeal, { intent: 'take' }, handler)
  await act(appeal, { note: 'She called twice' }, handler)
  await act(appeal, { intent: 'settle', outcome: 'not-upheld', reasons: 'Nothing new was shown.' }, handler)
  expect(await erase()).not.toContain('waits for its decision')
  const [row] = await site.sql`select grounds, reasons from appeals where id = ${appeal}`
  expect(row).toEqual({ grounds: '', reasons: 'Nothing new was shown.' })
  expect(
    await site.sql`select 1 from case_steps where appeal_id = ${appeal} and kind = 'note' and text <> ''`,
  ).toHaveLength(0)
})
