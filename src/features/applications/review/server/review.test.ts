import { expect, test } from 'bun:test'
import { londonDateOf } from '#domain/london-time.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { addApplication } from '#test/add-application.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'

const site = await siteOfFile()
const cookie = await signInAdmin(site)

function approve(body: unknown, headers: Record<string, string> = { cookie }) {
  return fetch(`${site.origin}/api/admin/approve`, {
    method: 'POST',
    headers: { origin: site.origin, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

function postForm(path: string, form: Record<string, string>, headers: Record<string, string> = { cookie }) {
  return site.post(path, form, headers)
}

const review = (id: string) => site.get(`/review/${id}`, { cookie })
const statusOf = async (id: string) => (await site.sql`select status from applications where id = ${id}`)[0]!.status

test('without a session nothing of the admin area answers, whatever is sent', async () => {
  const { id } = await addApplication(site.sql)
  const owner = ownershipCookie('', [id], site.services).split(';')[0]!
  for (const headers of [{}, { cookie: owner }, { cookie: 'admin=forged.forged' }] as Record<string, string>[]) {
    const call = await approve({ applicationId: id, status: 'approved' }, headers)
    expect(call.status).toBe(401)
    // Before the body is looked at.
    expect((await approve('{ not json', headers)).status).toBe(401)
    for (const path of [
      `/review/${id}`,
      '/review/00000000-0000-4000-8000-000000000000',
      '/admin',
      '/admin/applications',
    ]) {
      const page = await site.get(path, headers)
      expect(page.status).toBe(303)
      expect(page.headers.get('location')).toStartWith('/admin/sign-in?next=')
      const data = await site.get(path, { ...headers, accept: 'application/json' })
      expect(Object.keys((await data.json()) as object)).toEqual(['redirect'])
      if (!path.startsWith('/review')) continue
      const post = await postForm(path, { decision: 'approved' }, headers)
      expect(post.status).toBe(303)
      expect(post.headers.get('location')).toStartWith('/admin/sign-in')
    }
  }
  expect(await statusOf(id)).toBe('submitted')
})

test('an approval is recorded with who, when and why, and shown', async () => {
  const { id } = await addApplication(site.sql)
  const response = await approve({ applicationId: id, status: 'approved', reason: 'Licence and insurance seen.' })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ applicationId: id, status: 'approved' })
  const [decision] = await site.sql`select * from application_decisions where application_id = ${id}`
  const [person] = await site.sql`select id, name from people where email = ${site.admin.email}`
  expect(decision).toMatchObject({
    decision: 'approved',
    decided_by: person!.id,
    decided_by_name: person!.name,
    reason: 'Licence and insurance seen.',
  })
  const page = await (await review(id)).text()
  expect(page).toContain(`Approved by ${person!.name}`)
  expect(page).toContain('Licence and insurance seen.')
  expect(page).not.toContain('value="approved"')
})

test('the applicant is told the reason of a rejection and how to appeal, and an approval’s stays with us', async () => {
  for (const [status, isTold] of [
    ['rejected', true],
    ['approved', false],
  ] as const) {
    const email = `told-${status}@harbour-lights.example`
    const { id, reference } = await addApplication(site.sql, { organisation: { email } })
    await approve({ applicationId: id, status, reason: 'No insurance was seen.' })
    const [mail] = await site.sql`select * from mails where once_key like ${`application-decided:${id}:%`}`
    expect(mail).toMatchObject({ kind: `application-${status}`, to_email: email })
    const text = `${mail!.subject} ${mail!.text_body}`
    const parts = [reference, 'No insurance was seen.', `/appeal/${id}?key=`].map((part) => text.includes(part))
    expect(parts).toEqual([true, isTold, isTold])
    expect(text.includes('within 30 days')).toBe(isTold)
  }
})

test('a second decision is refused with the state that stands', async () => {
  const { id } = await addApplication(site.sql)
  expect((await approve({ applicationId: id, status: 'rejected' })).status).toBe(200)
  const second = await approve({ applicationId: id, status: 'approved' })
  expect(second.status).toBe(409)
  const [first] = await site.sql`select * from application_decisions where application_id = ${id}`
  const answered = (await second.json()) as Record<string, string>
  expect(answered).toMatchObject({ kind: 'conflict', status: 'rejected', decidedBy: first!.decided_by_name })
  expect(Date.parse(answered.decidedAt!)).toBe(Date.parse(first!.decided_at))
  expect(answered.error).toContain(`Rejected by ${first!.decided_by_name} on `)
  expect(await statusOf(id)).toBe('rejected')
})

test('the second of two reviewers is told who decided what and when, and keeps what was typed', async () => {
  const { id } = await addApplication(site.sql)
  await approve({ applicationId: id, status: 'rejected', reason: 'No insurance.' })
  const [{ decided_by_name: name, decided_at: at }] = (await site.sql`
    select * from application_decisions where application_id = ${id}`) as unknown as [Record<string, string>]
  const typed = { reason: 'Licence <seen> on site.', question: 'Who is the warden?', note: 'Rang at noon.' }
  const late = await postForm(`/review/${id}`, { decision: 'approved', ...typed })
  expect(late.status).toBe(409)
  const page = await late.text()
  expect(page).toContain(`Rejected by ${name} on ${londonDateOf(at!)}`)
  expect(page).not.toContain('Failed to update application status')
  expect(page).toContain('>Licence &lt;seen&gt; on site.</textarea>')
  expect(page).toContain('>Who is the warden?</textarea>')
  expect(page).toContain('>Rang at noon.</textarea>')
})

test('an approval in the admin area needs its reason, a rejection too', async () => {
  const { id } = await addApplication(site.sql)
  const missing = await postForm(`/review/${id}`, { decision: 'approved', reason: ' ' })
  expect(missing.status).toBe(422)
  expect(await missing.text()).toContain('Give the reason for the approval')
  expect(await statusOf(id)).toBe('submitted')
  // The call is as documented: an id and a status suffice.
  expect((await approve({ applicationId: id, status: 'approved' })).status).toBe(200)
})

test('a post of one form of the review keeps what the others hold', async () => {
  const { id } = await addApplication(site.sql)
  const [me] = await site.sql`select id from people where email = ${site.admin.email}`
  const typed = { reason: 'Half a reason', question: 'Half a question', note: 'Rang & left word.', person: me!.id }
  const noted = await postForm(`/review/${id}`, { intent: 'note', ...typed })
  expect(noted.status).toBe(200)
  const page = await noted.text()
  expect(page).toContain('The note was added')
  expect(page).toContain('>Half a reason</textarea>')
  expect(page).toContain('>Half a question</textarea>')
  expect(page).toMatch(new RegExp(`<option value="${me!.id}" selected`))
  // What was sent is not there to be sent again.
  expect(page).not.toContain('>Rang &amp; left word.</textarea>')
  for (const [form, status] of [
    [{ ...typed, intent: 'ask', question: ' ' }, 422],
    [{ ...typed, decision: 'rejected', reason: ' ' }, 422],
    [{ ...typed, intent: 'assign', person: 'nobody-known' }, 422],
    [{ ...typed, intent: 'assign' }, 200],
    [{ ...typed, intent: 'ask' }, 200],
  ] as [Record<string, string>, number][]) {
    const answer = await postForm(`/review/${id}`, form)
    expect(answer.status).toBe(status)
    const kept = await answer.text()
    if (form.reason!.trim()) expect(kept).toContain('>Half a reason</textarea>')
    if (form.question!.trim() && form.intent !== 'ask') expect(kept).toContain('>Half a question</textarea>')
    expect(kept).toContain('>Rang &amp; left word.</textarea>')
  }
})

test('of many decisions at once one wins', async () => {
  const { id } = await addApplication(site.sql)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      approve({ applicationId: id, status: index % 2 ? 'approved' : 'rejected' }),
    ),
  )
  const statuses = answers.map((answer) => answer.status).sort()
  expect(statuses).toEqual([200, ...Array(11).fill(409)])
  const winner = (await answers.find((answer) => answer.status === 200)!.json()) as { status: string }
  expect(await statusOf(id)).toBe(winner.status)
  const mails = await site.sql`select kind from mails where once_key like ${`application-decided:${id}:%`}`
  expect(mails.map(({ kind }) => kind)).toEqual([`application-${winner.status}`])
  expect(await site.sql`select from application_decisions where application_id = ${id}`).toHaveLength(1)
})

test('an unknown application is not found', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  expect((await approve({ applicationId: id, status: 'approved' })).status).toBe(404)
  for (const path of [id, 'not-an-id', '%27 or 1=1']) {
    const page = await review(path)
    expect(page.status).toBe(404)
    const text = await page.text()
    expect(text).toContain('Application Not Found')
    expect(text).toContain('The application you&#x27;re looking for doesn&#x27;t exist.')
  }
})

const anId = '00000000-0000-4000-8000-000000000000'
test.each([
  ['no application', { status: 'approved' }],
  ['no id', { applicationId: 'x', status: 'approved' }],
  ['another status', { applicationId: anId, status: 'paid' }],
  ['a smuggled field', { applicationId: anId, status: 'approved', decidedBy: 'somebody' }],
  ['too long a reason', { applicationId: anId, status: 'rejected', reason: 'x'.repeat(1001) }],
])('a body with %s is no decision', async (_, body) => {
  expect((await approve(body)).status).toBe(422)
})

test('the form works without a script, and asks for a reason to reject', async () => {
  const { id } = await addApplication(site.sql)
  const missing = await postForm(`/review/${id}`, { decision: 'rejected', reason: '  ' })
  expect(missing.status).toBe(422)
  expect(await missing.text()).toContain('Give the reason for the rejection')
  const done = await postForm(`/review/${id}`, { decision: 'rejected', reason: 'No insurance <b>at all</b>' })
  expect(done.status).toBe(303)
  expect(done.headers.get('location')).toBe(`/review/${id}?done=rejected`)
  const page = await (await review(`${id}?done=rejected`)).text()
  expect(page).toContain('Application Rejected')
  expect(page).toContain('No insurance &lt;b&gt;at all&lt;/b&gt;')
  // A made-up address announces nothing.
  expect(await (await review(`${id}?done=approved`)).text()).not.toContain('Application Approved')
})

test('the page tells the reviewer what the register said, and is kept by nobody', async () => {
  const { id, reference } = await addApplication(site.sql, {
    companyCheck: { state: 'name-differs', companyName: 'Another Company Ltd', companyStatus: 'active' },
    organisation: { phone: '0161 496 0123', website: 'javascript:alert(1)' },
  })
  const response = await review(id)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  const page = await response.text()
  expect(page).toContain('the number belongs to Another Company Ltd')
  expect(page).toContain('0161 496 0123')
  expect(page).toContain(reference)
  expect(page).toContain('Pending Review')
  expect(page).toContain('value="approved"')
  expect(page).not.toContain('href="javascript:')
})

test('the admin area shows the waiting ones first, oldest first, and every page once', async () => {
  await emptyTables(site.sql, 'application_decisions, applications cascade')
  const ids: string[] = []
  for (let index = 0; index < 70; index++) {
    // Some at the very same moment: the id decides.
    const submittedAt = `2026-10-01T10:00:${String(Math.floor(index / 3)).padStart(2, '0')}.123456Z`
    ids.push((await addApplication(site.sql, { submittedAt, draft: { title: `Event ${index}` } })).id)
  }
  await addApplication(site.sql, { status: 'approved', draft: { title: 'An approved one' } })
  const seen: string[] = []
  let next: string | null = '/admin/applications'
  while (next) {
    const response: Response = await fetch(site.origin + next, { headers: { cookie, accept: 'application/json' } })
    const { data } = (await response.json()) as {
      data: { applications: { id: string }[]; pages: { nextHref: string | null; total: number }; counts: object }
    }
    expect(data.pages.total).toBe(70)
    expect(data.counts).toEqual({
      submitted: 70,
      approved: 1,
      rejected: 0,
      withdrawn: 0,
      identity: 0,
      sampled: 0,
      proposed: 0,
    })
    seen.push(...data.applications.map((application) => application.id))
    next = data.pages.nextHref
  }
  expect(seen).toHaveLength(70)
  expect([...seen].sort()).toEqual([...ids].sort())
  const rank = (id: string) => Math.floor(ids.indexOf(id) / 3)
  expect(seen.map(rank)).toEqual([...seen.map(rank)].sort((a, b) => a - b))
  const approved = await (
    await fetch(`${site.origin}/admin/applications?status=approved&page=made-up`, { headers: { cookie } })
  ).text()
  expect(approved).toContain('An approved one')
})
