import { expect, test } from 'bun:test'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'

const site = await siteOfFile({ demoData: false })
const cookie = await signInAdmin(site)

async function post(path: string, form: Record<string, string>, headers: Record<string, string> = { cookie }) {
  const init = { method: 'POST', redirect: 'manual' as const, body: new URLSearchParams(form) }
  return await fetch(site.origin + path, { ...init, headers: { origin: site.origin, ...headers } })
}
const page = async (path: string, as = cookie) =>
  await (await fetch(site.origin + path, { headers: { cookie: as } })).text()
async function dataOf<Data>(path: string, as = cookie): Promise<Data> {
  const response = await fetch(site.origin + path, { headers: { cookie: as, accept: 'application/json' } })
  return ((await response.json()) as { data: Data }).data
}
const queued = async (query: string) =>
  (await dataOf<{ applications: { title: string }[] }>(`/admin/applications?${query}`)).applications.map((a) => a.title)

/** The link of the last question mailed to an address. */
async function questionLink(email: string): Promise<string> {
  const [mail] = await site.sql`
    select text_body from mails where to_email = ${email} and kind = 'application-question' order by id desc limit 1`
  return /\/answer\/[\w-]{43}/.exec(mail!.text_body)![0]
}

test('a note is kept, shown in the history, and can be changed by nobody', async () => {
  const { id } = await addApplication(site.sql)
  const empty = await post(`/review/${id}`, { intent: 'note', note: '  ' })
  expect(empty.status).toBe(422)
  expect(await empty.text()).toContain('Write the note')
  const done = await post(`/review/${id}`, { intent: 'note', note: 'Called them <b>twice</b>.' })
  expect(done.headers.get('location')).toBe(`/review/${id}?done=noted`)
  expect(await page(`/review/${id}`)).toContain('Called them &lt;b&gt;twice&lt;/b&gt;.')
  for (const change of [
    site.sql`update application_remarks set text = 'other' where application_id = ${id}`,
    site.sql`update application_remarks set author_name = 'other', text = '' where application_id = ${id}`,
    site.sql`delete from application_remarks where application_id = ${id}`,
  ]) {
    await expect(change.execute().then(() => 'changed')).rejects.toThrow('append-only')
  }
  const [logged] = await site.sql`select * from audit_log where subject_id = ${id}`
  expect(logged).toMatchObject({ action: 'application.noted', actor_kind: 'person' })
})

test('an application is handed to a reviewer and to nobody else', async () => {
  const { id } = await addApplication(site.sql, { draft: { title: 'Handed over' } })
  const people = { reviewer: 'Riley Reviewer', editor: 'Eden Editor' } as const
  for (const [role, name] of Object.entries(people)) {
    await site.services.auth.setPassword({
      email: `${role}@beaa.example`,
      password: 'a long enough password',
      name,
      roles: [role as 'reviewer'],
    })
  }
  const rows = await site.sql`select id, name from people`
  const idOf = (name: string) => rows.find((row) => row.name === name)!.id as string
  const refused = await post(`/review/${id}`, { intent: 'assign', person: idOf('Eden Editor') })
  expect(refused.status).toBe(422)
  const taken = await post(`/review/${id}`, { intent: 'assign', person: idOf('Riley Reviewer') })
  expect(taken.status).toBe(303)
  expect(await page(`/review/${id}`)).toContain('handed it to Riley Reviewer')
  const riley = await signInAdmin(site, { email: 'reviewer@beaa.example', password: 'a long enough password' })
  const mine = await dataOf<{ applications: { title: string }[] }>('/admin/applications?whose=mine', riley)
  expect(mine.applications.map(({ title }) => title)).toEqual(['Handed over'])
  expect(await queued('whose=nobody')).not.toContain('Handed over')
  await post(`/review/${id}`, { intent: 'assign', person: '' })
  expect(await queued('whose=nobody')).toContain('Handed over')
  const logged = await site.sql`select before, after from audit_log where subject_id = ${id} order by id`
  expect(logged.map(({ before, after }) => [before.assignedTo, after.assignedTo])).toEqual([
    [null, 'Riley Reviewer'],
    ['Riley Reviewer', null],
  ])
})

test('a form that is sent twice is one note and one question', async () => {
  const email = 'clicked-twice@harbour-lights.example'
  const { id } = await addApplication(site.sql, { organisation: { email } })
  const twice = (form: Record<string, string>) =>
    Promise.all([post(`/review/${id}`, form), post(`/review/${id}`, form)])
  expect((await twice({ intent: 'note', note: 'Looked at.' })).map(({ status }) => status)).toEqual([303, 303])
  expect((await twice({ intent: 'ask', question: 'When?' })).map(({ status }) => status)).toEqual([303, 303])
  const kinds = await site.sql`select kind from application_remarks where application_id = ${id} order by id`
  expect(kinds.map(({ kind }) => kind)).toEqual(['note', 'asked'])
  expect(await site.sql`select from mails where to_email = ${email}`).toHaveLength(1)
})

test('whoever is kept out of the admin area gets no application and no mail of it', async () => {
  const email = 'leaving@beaa.example'
  const password = 'a long enough password'
  await site.services.auth.setPassword({ email, password, name: 'Lee Leaving', roles: ['reviewer'] })
  const as = { cookie: await signInAdmin(site, { email, password }) }
  const [lee] = await site.sql`select id from people where email = ${email}`
  const asked = 'asked-by-lee@harbour-lights.example'
  const { id } = await addApplication(site.sql, { draft: { title: 'Left behind' }, organisation: { email: asked } })
  await post(`/review/${id}`, { intent: 'ask', question: 'Is there a plan of the site?' }, as)
  await post(`/review/${id}`, { intent: 'assign', person: lee!.id })
  const decided = await addApplication(site.sql, { status: 'approved' })
  await post(`/review/${decided.id}`, { intent: 'assign', person: lee!.id })
  expect(await queued('whose=nobody&q=Left+behind')).toEqual([])
  await post(`/admin/people/${lee!.id}`, { intent: 'deactivate' })
  expect(await page(`/review/${decided.id}`)).toContain('Lee Leaving, who no longer reviews applications.')
  // Waiting is nobody's again, and says so.
  expect(await queued('whose=nobody&q=Left+behind')).toEqual(['Left behind'])
  expect(await page(`/review/${id}`)).toContain('handed it to no one')
  const [logged] = await site.sql`select after from audit_log where subject_id = ${lee!.id} order by id desc limit 1`
  expect(logged!.after).toEqual({ active: false, applicationsHandedBack: 1, assessmentsHandedBack: 2 })
  expect((await post(await questionLink(asked), { answer: 'Enclosed.' }, {})).status).toBe(303)
  expect(await site.sql`select from mails where to_email = ${email} and kind = 'application-answered'`).toHaveLength(0)
  expect((await post(`/review/${id}`, { intent: 'assign', person: lee!.id })).status).toBe(422)
})

test('a question is mailed, answered once by its link, and the answer stands in the history', async () => {
  const email = 'asked@harbour-lights.example'
  const { id, reference } = await addApplication(site.sql, { organisation: { email } })
  expect((await post(`/review/${id}`, { intent: 'ask', question: '' })).status).toBe(422)
  await post(`/review/${id}`, { intent: 'ask', question: 'Who is the safety officer?' })
  const link = await questionLink(email)
  const [stored] = await site.sql`select * from application_questions where application_id = ${id}`
  expect(JSON.stringify(stored)).not.toContain(link.split('/')[2]!)

  const shown = await (await fetch(site.origin + link)).text()
  expect(shown).toContain('Who is the safety officer?')
  expect(shown).toContain(reference)
  const long = await post(link, { answer: 'x'.repeat(4001) }, {})
  expect(long.status).toBe(422)
  expect(await long.text()).toContain('x'.repeat(4001))

  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => post(link, { answer: `Sam Safe, number ${index}` }, {})),
  )
  expect(answers.every(({ status }) => status === 303 || status === 409)).toBe(true)
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
  const written =
    await site.sql`select text from application_remarks where application_id = ${id} and kind = 'answered'`
  expect(written).toHaveLength(1)
  expect(await page(`/review/${id}`)).toContain(written[0]!.text)
  expect(await (await fetch(site.origin + link)).text()).toContain('Thank you for your answer')
  const [secret] = await site.sql`select * from mails where kind = 'application-answered'`
  expect(secret).toMatchObject({ to_email: site.admin.email })
  expect(secret!.text_body).not.toContain('Sam Safe')
})

test('the second of two who answer one question learns that an answer is there, and keeps the text', async () => {
  const email = 'two-of-us@harbour-lights.example'
  const { id } = await addApplication(site.sql, { organisation: { email } })
  await post(`/review/${id}`, { intent: 'ask', question: 'Who is the safety officer?' })
  const link = await questionLink(email)
  expect((await post(link, { answer: 'Sam Safe is.' }, {})).status).toBe(303)
  // The same again, by a second click.
  expect((await post(link, { answer: 'Sam Safe is. ' }, {})).status).toBe(303)
  const second = await post(link, { answer: 'Ida Other & nobody else.' }, {})
  expect(second.status).toBe(409)
  const shown = await second.text()
  expect(shown).toContain('Your answer was not sent: this question has been answered already')
  expect(shown).toContain('>Ida Other &amp; nobody else.</textarea>')
  expect(shown).not.toContain('Thank you for your answer')
  expect(shown).not.toContain('Sam Safe')
})

test('whoever reviews no longer is not mailed the answer to an earlier question', async () => {
  const email = 'changing@beaa.example'
  const password = 'a long enough password'
  await site.services.auth.setPassword({ email, password, name: 'Cam Changing', roles: ['reviewer'] })
  const as = { cookie: await signInAdmin(site, { email, password }) }
  const asked = 'asked-by-cam@harbour-lights.example'
  const { id } = await addApplication(site.sql, { organisation: { email: asked } })
  await post(`/review/${id}`, { intent: 'ask', question: 'Is there a plan of the site?' }, as)
  await site.sql`update people set roles = '{finance}' where email = ${email}`
  expect((await post(await questionLink(asked), { answer: 'Enclosed.' }, {})).status).toBe(303)
  expect(await site.sql`select from mails where to_email = ${email} and kind = 'application-answered'`).toHaveLength(0)
})

test('a link that ran out, was made up, or comes after the decision takes no answer', async () => {
  const email = 'late@harbour-lights.example'
  const { id } = await addApplication(site.sql, { organisation: { email } })
  await post(`/review/${id}`, { intent: 'ask', question: 'Is there a licence?' })
  const link = await questionLink(email)
  await site.sql`update application_questions set expires_at = '2026-01-01' where application_id = ${id}`
  expect((await fetch(site.origin + link)).status).toBe(410)
  const late = await post(link, { answer: 'Yes, typed at length & late.' }, {})
  expect(late.status).toBe(410)
  const lost = await late.text()
  expect(lost).toContain('Your answer was not sent: this link has expired')
  expect(lost).toContain('>Yes, typed at length &amp; late.</textarea>')
  expect(await (await post(link, { answer: ' ' }, {})).text()).not.toContain('Your answer was not sent')
  await site.sql`update application_questions set expires_at = now() + interval '1 day' where application_id = ${id}`
  await post(`/review/${id}`, { decision: 'approved', reason: 'Seen.' })
  const decided = await post(link, { answer: 'Yes.' }, {})
  expect(decided.status).toBe(410)
  const decidedPage = await decided.text()
  expect(decidedPage).toContain('This application has been decided')
  expect(decidedPage).toContain('>Yes.</textarea>')
  expect((await post(`/answer/${'a'.repeat(43)}`, { answer: 'Yes.' }, {})).status).toBe(404)
  expect(await site.sql`select from application_remarks where application_id = ${id} and kind = 'answered'`).toEqual(
    [] as never,
  )
  const again = await post(`/review/${id}`, { intent: 'ask', question: 'One thing more?' })
  expect(again.status).toBe(409)
})

test('the queue is searched by reference, organisation and event, and filtered by age', async () => {
  const old = new Date(Date.now() - 6 * 86_400_000).toISOString()
  const { reference } = await addApplication(site.sql, {
    submittedAt: old,
    draft: { title: 'Crème Fair 100%' },
    organisation: { name: 'Quarry Bank Trust' },
  })
  for (const q of [reference, 'quarry b', 'creme', '100%']) {
    expect(await queued(`q=${encodeURIComponent(q)}`)).toEqual(['Crème Fair 100%'])
  }
  expect(await queued('q=100_')).toEqual([])
  expect(await queued('older=5')).toContain('Crème Fair 100%')
  expect(await queued('older=10')).not.toContain('Crème Fair 100%')
})

test('the review page shows what the same company has applied for before, and nobody what was ordered', async () => {
  const before = await addApplication(site.sql, {
    status: 'rejected',
    draft: { title: 'An earlier fair' },
    organisation: { company_no: 'SC123456' },
  })
  const { id, organisationId } = await addApplication(site.sql, { organisation: { company_no: 'sc123456' } })
  await site.sql`
    insert into orders (application_id, organisation_id, type, amount_pence, status)
    values (${id}, ${organisationId}, 'award', 4900, 'paid')`
  const shown = await page(`/review/${id}`)
  expect(shown).toContain('An earlier fair')
  expect(shown).toContain('company number')
  expect(shown).toContain(before.reference)
  // Not even an owner, who may see orders, sees them where they decide.
  for (const secret of ['£49.00', 'Gold Award']) expect(shown).not.toContain(secret)
})

test('what has come in since is counted for reviewers alone', async () => {
  const since = new Date().toISOString()
  const ask = (as: string) =>
    fetch(`${site.origin}/api/admin/arrivals?since=${encodeURIComponent(since)}`, { headers: { cookie: as } })
  expect(await (await ask(cookie)).json()).toEqual({ applications: 0, answers: 0 })
  await addApplication(site.sql, { submittedAt: new Date(Date.now() + 1000).toISOString() })
  expect(await (await ask(cookie)).json()).toEqual({ applications: 1, answers: 0 })
  expect((await ask('')).status).toBe(401)
  const editor = await signInAdmin(site, { email: 'editor@beaa.example', password: 'a long enough password' })
  expect((await ask(editor)).status).toBe(403)
  for (const made of ['x', '0000-01-01', '%2B275760-09-13T00:00:00Z']) {
    expect((await fetch(`${site.origin}/api/admin/arrivals?since=${made}`, { headers: { cookie } })).status).toBe(422)
  }
})

test('a decision is written into the audit log', async () => {
  const { id } = await addApplication(site.sql)
  await post(`/review/${id}`, { decision: 'rejected', reason: 'No insurance.' })
  const [logged] = await site.sql`select * from audit_log where subject_id = ${id}`
  expect(logged).toMatchObject({
    action: 'application.rejected',
    before: { status: 'submitted' },
    after: { status: 'rejected' },
  })
})
