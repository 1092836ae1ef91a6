import { expect, test } from 'bun:test'
import { addFile } from '#features/assessments/evidence/server/evidence-fixture.ts'
import type { PageData } from '#page/page.ts'
import { type AddedApplication, addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { until } from '#test/until.ts'
import type { incomingMails } from '../incoming/server.ts'
import type { caseMails } from '../server.ts'

const site = await siteOfFile({
  demoData: false,
  env: { incoming: { domain: 'replies.example', secrets: ['a secret of the relay'] } },
})
const { sql } = site
const owner = await signInAdmin(site)
async function signInAs(role: 'support' | 'reviewer') {
  const credentials = { email: `${role}@beaa.example`, password: 'a wardrobe full of herring' }
  const id = await site.services.auth.setPassword({ ...credentials, name: `Sam ${role}`, roles: [role] })
  return { id, cookie: await signInAdmin(site, credentials) }
}
const support = await signInAs('support')
const reviewer = await signInAs('reviewer')

const get = (path: string, cookie = support.cookie) => site.get(path, { cookie })
const data = async <Data>(path: string, cookie = support.cookie) =>
  ((await (await site.get(path, { cookie, accept: 'application/json' })).json()) as { data: Data }).data
const post = (path: string, form: Record<string, string>, cookie = support.cookie) => site.post(path, form, { cookie })
type Found = Extract<PageData<typeof caseMails>, { kind: 'found' }>

const letter = (more: Record<string, string> = {}) => ({
  intent: 'write',
  salutation: 'Dear Robin,',
  subject: 'Your plan',
  text: 'We have read it.',
  seen: crypto.randomUUID(),
  ...more,
})
const lastMail = async (application: AddedApplication) =>
  (await sql`select * from mails where application_id = ${application.id} order by id desc limit 1`)[0]
/** As it stands once it has been read. */
async function addIncoming(application: AddedApplication | null, more: Record<string, unknown> = {}) {
  const mail = {
    digest: crypto.getRandomValues(Buffer.alloc(32)),
    application_id: application?.id ?? null,
    state: application ? 'filed' : 'read',
    from_name: 'Robin',
    from_email: application?.email ?? 'robin@elsewhere.example',
    subject: 'Re: Plans',
    text_body: 'One\nTwo <script>alert(1)</script>',
    message_id: '<in@x.example>',
    bytes: 100,
    ...more,
  }
  const [added] = await sql<{ id: string }[]>`insert into incoming_mails ${sql(mail as never)} returning id`
  return added!.id
}

test('the emails of a case are shown in both directions, and HTML in them is text', async () => {
  const application = await addApplication(sql)
  const path = `/review/${application.id}/mails`
  expect(await (await get(path)).text()).toContain('There are no emails yet')
  await post(`/review/${application.id}`, { intent: 'ask', question: 'How many exits?' }, reviewer.cookie)
  await addIncoming(application, { is_from_other: true })
  const html = (await (await get(path)).text()).replaceAll('<!-- -->', '')
  expect(html).toContain('How many exits?')
  expect(html).toContain('Two &lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).not.toContain('<script>alert(1)')
  expect(html).toContain('Not from the address of this case')
  // The link of the question is for the organiser alone.
  expect(html).not.toMatch(/\/answer\/[\w-]{43}/)
  const { mails } = await data<Found>(path)
  expect(mails.map(({ isIncoming, subject }) => [isIncoming, subject])).toEqual([
    [true, 'Re: Plans'],
    [false, `A question about your application ${application.reference}`],
  ])
})

test('the timeline of the case has them too', async () => {
  const application = await addApplication(sql)
  await addIncoming(application, { is_from_other: true })
  await post(`/review/${application.id}/mails`, letter())
  const html = (await (await get(`/review/${application.id}?kind=mails`, reviewer.cookie)).text()).replaceAll(
    '<!-- -->',
    '',
  )
  expect(html).toContain(`Sam support wrote: Your plan (${application.reference})`)
  expect(html).toContain('Email from Robin, not from the address of this case: Re: Plans')
  expect(html).toContain('Two &lt;script&gt;')
})

test('an answer has the salutation, the subject with the reference, and quotes what it answers', async () => {
  const application = await addApplication(sql)
  const answer = await addIncoming(application)
  const path = `/review/${application.id}/mails`
  const { letter: prefilled } = await data<Found>(`${path}?answer=${answer}`)
  expect(prefilled).toMatchObject({
    salutation: 'Hello Robin Example,',
    subject: `Re: Plans (${application.reference})`,
    quote: '1',
  })
  const sent = letter({ answer, quote: '1', subject: prefilled.subject })
  const done = await post(path, sent)
  expect(done.headers.get('location')).toBe(`${path}?done=sent`)
  // Pressed again, or sent again by going back.
  await post(path, sent)
  expect(await sql`select from mails where application_id = ${application.id}`).toHaveLength(1)
  const mail = await lastMail(application)
  expect(mail).toMatchObject({
    kind: 'case-mail',
    to_email: application.email,
    subject: `Re: Plans (${application.reference})`,
    author_name: 'Sam support',
    in_reply_to: '<in@x.example>',
  })
  expect(mail!.text_body).toMatch(
    /^Dear Robin,\n\nWe have read it\.\n\nSam support\n\nOn .* you wrote:\n> One\n> Two <script>/,
  )
  expect(mail!.html_body).not.toContain('<script>')
  const [logged] = await sql`select action, after from audit_log where subject_id = ${application.id}`
  expect(logged).toMatchObject({ action: 'application.emailed' })
})

test('what is missing is named, and what was typed stays', async () => {
  const { id } = await addApplication(sql)
  const response = await post(`/review/${id}/mails`, letter({ salutation: ' ', text: 'Kept {event}' }))
  const html = await response.text()
  expect(response.status).toBe(422)
  expect(html).toContain('Enter a salutation')
  expect(html).toContain('Kept {event}')
  expect(await (await post(`/review/${id}/mails`, letter({ text: 'Kept {event}' }))).text()).toContain(
    'Write something in the place of {event}',
  )
})

test('to an address that nobody has proved goes nothing that was typed', async () => {
  const application = await addApplication(sql, { isConfirmed: false })
  const answer = await addIncoming(application)
  const path = `/review/${application.id}/mails`
  const { letter: prefilled } = await data<Found>(`${path}?answer=${answer}`)
  expect(prefilled).toMatchObject({
    salutation: 'Hello,',
    subject: `Re: your email (${application.reference})`,
    quote: '',
  })
  await post(path, letter({ answer, quote: '1' }))
  expect((await lastMail(application))!.text_body).not.toContain('> One')
  const file = await addFile(sql, application, 'site-plan')
  const html = await (await post(path, letter({ files: file, confirmed: file }), reviewer.cookie)).text()
  expect(html).toContain('no document can be sent to it')
})

test('a document of the applicant is attached only after a warning that names it', async () => {
  const application = await addApplication(sql)
  const path = `/review/${application.id}/mails`
  const file = await addFile(sql, application, 'site-plan', {
    name: 'Plan of Robin.png',
    media_type: 'image/png',
    bytes: 4,
  })
  const other = await addFile(sql, await addApplication(sql), 'site-plan')
  const sent = letter({ files: file })
  const warned = await post(path, sent, reviewer.cookie)
  const html = (await warned.text()).replaceAll('<!-- -->', '')
  expect(warned.status).toBe(409)
  expect(html).toContain('You are sending documents of the applicant')
  expect(html).toContain('<li>Plan of Robin.png</li>')
  expect(html).toContain(`name="confirmed" value="${file}"`)
  expect(await lastMail(application)).toBeUndefined()
  // Those of another case, and one more than was named, are not sent.
  for (const files of [other, `${file},${other}`])
    expect((await post(path, letter({ files, confirmed: files }), reviewer.cookie)).status).toBe(422)
  // Somebody who may not read it cannot send it.
  expect((await post(path, { ...sent, confirmed: file })).status).toBe(422)
  await site.services.files.put(`evidence/${file}`, [Buffer.from('plan')], 'image/png')
  expect((await post(path, { ...sent, confirmed: file }, reviewer.cookie)).status).toBe(303)
  const mail = await until(async () => {
    const found = await lastMail(application)
    return found?.state === 'kept' ? found : null
  })
  const [attached] =
    await sql`select name, file_key, length(content) as bytes from mail_attachments where mail_id = ${mail.id}`
  expect(attached).toEqual({ name: 'Plan of Robin.png', file_key: `evidence/${file}`, bytes: 0 })
  const [logged] = await sql`select after from audit_log where subject_id = ${application.id}`
  expect(logged!.after).toEqual({ documents: file })
  // Deleted since, it is not sent.
  await site.services.files.delete(`evidence/${file}`)
  await post(path, { ...letter({ files: file, confirmed: file }) }, reviewer.cookie)
  const failed = await until(async () => {
    const found = await lastMail(application)
    return found?.state === 'failed' ? found : null
  })
  expect(failed.reason).toContain('was deleted')
})

test('a saved reply is filled in behind what was typed', async () => {
  const application = await addApplication(sql)
  const path = `/review/${application.id}/mails`
  const add = (text: string) => post('/admin/reasons', { kind: 'reply', text, seen: crypto.randomUUID() }, owner)
  expect(await (await add('Dear {nobody}')).text()).toContain('{nobody} is not a field')
  await add('About {event}, {reference}, by {me}. Number: {number}.')
  const [reply] = await sql<{ id: string }[]>`select id from reason_texts where text like 'About {event}%'`
  const response = await post(path, {
    intent: 'insert',
    reply: reply!.id,
    text: 'Hello.',
    subject: 'Kept',
    salutation: 'Dear all,',
  })
  const html = (await response.text()).replaceAll('<!-- -->', '')
  expect(html).toContain(
    `Hello.\n\nAbout Harbour Lights Festival, ${application.reference}, by Sam support. Number: {number}.`,
  )
  expect(html).toContain('Dear all,')
})

test('automatic replies cannot be answered', async () => {
  const application = await addApplication(sql)
  const answer = await addIncoming(application, { is_automatic: true })
  const path = `/review/${application.id}/mails`
  expect(await (await get(path)).text()).not.toContain(`answer=${answer}`)
  expect((await post(path, letter({ answer }))).status).toBe(409)
  expect(await lastMail(application)).toBeUndefined()
})

test('what waits for an answer is listed until somebody has written, or says that it needs none', async () => {
  await sql`update incoming_mails set settled_by_name = 'X'`
  const [one, other] = [await addApplication(sql), await addApplication(sql)]
  const [first, second] = [await addIncoming(one), await addIncoming(other)]
  await addIncoming(one, { is_automatic: true })
  const waiting = async () =>
    (await data<PageData<typeof incomingMails>>('/admin/mailbox/incoming')).mails.map(({ id }) => id)
  expect(await waiting()).toEqual([first, second])
  const { work } = await data<{ work: { kind: string; total: number }[] }>('/admin')
  expect(work.find(({ kind }) => kind === 'answers')?.total).toBe(2)
  expect(await (await get('/admin/mailbox/incoming')).text()).toContain(`/review/${one.id}/mails?answer=${first}#write`)
  await post(`/review/${one.id}/mails`, letter({ answer: first }))
  expect(await waiting()).toEqual([second])
  await post('/admin/mailbox/incoming', { intent: 'settle', only: second })
  expect(await waiting()).toEqual([])
})

test('several emails leave a list at once, and come back by Undo unless somebody has added them to a case', async () => {
  await sql`update incoming_mails set settled_by_name = 'X'`
  const application = await addApplication(sql)
  const answers = [await addIncoming(application), await addIncoming(application)]
  const strays = [await addIncoming(null), await addIncoming(null), await addIncoming(null)]
  const of = async (list: string) =>
    (await data<PageData<typeof incomingMails>>(`/admin/mailbox/incoming?list=${list}`)).mails
      .map(({ id }) => id)
      .sort()
  const settle = (list: string, mails: string[]) =>
    site.post(`/admin/mailbox/incoming?list=${list}`, [['intent', 'settle'], ...mails.map((id) => ['mails[]', id])], {
      cookie: support.cookie,
    })
  const undo = async (answer: Response) => {
    const to = answer.headers.get('location')!
    const change = /undo=([\w-]+)/.exec(to)![1]!
    expect(await (await get(to)).text()).toContain(`value="${change}"`)
    return await post(to.split('&')[0]!, { intent: 'undo', change })
  }
  expect((await settle('answer', [])).status).toBe(422)
  const answered = await settle('answer', [...answers, strays[0]!])
  // What is in another list is left alone.
  expect(answered.headers.get('location')).toContain('marked=2')
  expect([await of('answer'), await of('without')]).toEqual([[], strays.toSorted()])
  await undo(answered)
  expect(await of('answer')).toEqual(answers.toSorted())
  const put = await settle('without', strays)
  expect([await of('without'), await of('away')]).toEqual([[], strays.toSorted()])
  const { work } = await data<{ work: { kind: string }[] }>('/admin')
  expect(work.map(({ kind }) => kind)).not.toContain('incoming')
  await post('/admin/mailbox/incoming?list=away', {
    intent: 'attach',
    mail: strays[0]!,
    reference: application.reference,
  })
  await undo(put)
  expect([await of('without'), await of('away')]).toEqual([strays.slice(1).toSorted(), []])
  // An email that was put away waits for its answer in the case.
  const [{ settled }] = (await sql`select settled_by_name as settled from incoming_mails where id = ${strays[0]!}`) as [
    { settled: string | null },
  ]
  expect(settled).toBeNull()
  await sql`delete from incoming_mails where application_id is null`
})

test('support reads and answers, and decides nothing', async () => {
  const { id } = await addApplication(sql)
  expect((await get(`/review/${id}/mails`)).status).toBe(200)
  for (const path of [`/review/${id}`, '/admin/applications', '/admin/assessments', '/admin/orders'])
    expect([path, (await get(path)).status]).toEqual([path, 403])
  expect((await post(`/review/${id}`, { intent: 'approve', reason: 'x' })).status).toBe(403)
  const { status } = await site.call(
    '/api/admin/approve',
    { applicationId: id, action: 'approve' },
    { cookie: support.cookie },
  )
  expect(status).toBe(403)
})

test('documents that came by email are with the assessment, with their sender, and the timeline says what was done', async () => {
  const application = await addApplication(sql, { status: 'approved' })
  const mail = await addIncoming(application)
  const file = await addFile(sql, application, 'email', { mail_id: mail, name: 'plan-by-email.pdf' })
  const [assessment] = await sql<{ id: string }[]>`select id from assessments where application_id = ${application.id}`
  const page = async (path: string) => (await (await get(path, reviewer.cookie)).text()).replaceAll('<!-- -->', '')
  const shown = await page(`/admin/assessments/${assessment!.id}`)
  expect(shown).toContain('Documents that came by email')
  expect(shown).toMatch(/plan-by-email\.pdf[\s\S]{0,400}, from Robin/)
  // What happened is told once, with the case.
  expect(shown).toContain(`href="/review/${application.id}#timeline"`)
  await post('/admin/mailbox/incoming', { intent: 'settle', only: mail })
  await sql`
    insert into audit_log (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, after)
    values ('person', ${reviewer.id}, 'Rae', 'assessment.last-day-read', 'assessment', ${assessment!.id},
      ${sql.json({ file, lastDay: '2030-06-30' })})`
  const timeline = await page(`/review/${application.id}`)
  expect(timeline).toContain('Sam support noted that an email needs no answer')
  expect(timeline).toMatch(/Rae read the last day of a document: Sunday 30 June 2030[\s\S]{0,300}plan-by-email\.pdf/)
})

test('a document that came by email opens nothing by itself, and is brought to its criterion by an assessor', async () => {
  const application = await addApplication(sql, { status: 'approved' })
  const mail = await addIncoming(application)
  const [assessment] = await sql<{ id: string }[]>`select id from assessments where application_id = ${application.id}`
  const file = await addFile(sql, application, 'email', { mail_id: mail, name: 'stewards.pdf' })
  const states = () => sql`select criterion_id, state from assessment_criteria where assessment_id = ${assessment!.id}`
  expect(await states()).toHaveLength(0)
  const path = `/admin/assessments/${assessment!.id}`
  const bring = async (to: string, id = file) => post(path, { intent: 'bring', file: id, to }, reviewer.cookie)
  expect((await bring('risk-assessment')).status).toBe(409)
  await post(path, { intent: 'interest', interest: 'none' }, reviewer.cookie)
  expect(await (await get(path, reviewer.cookie)).text()).toContain('value="risk-assessment"')
  for (const nowhere of ['no-criterion', `condition-${file}`]) expect((await bring(nowhere)).status).toBe(422)
  const other = await addFile(sql, await addApplication(sql), 'email')
  expect((await bring('risk-assessment', other)).status).toBe(409)
  const brought = await bring('risk-assessment')
  expect(brought.headers.get('location')).toBe(`${path}?done=brought`)
  expect((await states()).map((row) => ({ ...row }))).toEqual([{ criterion_id: 'risk-assessment', state: 'received' }])
  expect(await (await get(`${path}?criterion=risk-assessment`, reviewer.cookie)).text()).toContain('stewards.pdf')
  expect((await bring('risk-assessment')).status).toBe(409)
  const timeline = (await (await get(`/review/${application.id}`, reviewer.cookie)).text()).replaceAll('<!-- -->', '')
  expect(timeline).toContain('brought a document that came by email to its criterion')
  // After the decision a letter with an attachment is no new assessment; its document can be brought to a condition.
  await sql`update assessments set status = 'decided', outcome = 'refuse', decided_at = now() where id = ${assessment!.id}`
  const [condition] = await sql<{ id: string }[]>`
    insert into assessment_conditions (assessment_id, text, due_on) values (${assessment!.id}, 'The plan', current_date + 9)
    returning id`
  const late = await addFile(sql, application, 'email', { mail_id: mail })
  expect(await sql`select from assessments where application_id = ${application.id}`).toHaveLength(1)
  expect((await bring('risk-assessment', late)).status).toBe(422)
  expect((await bring(`condition-${condition!.id}`, late)).status).toBe(303)
})

test('a conflict of interest closes the emails of a case, too', async () => {
  const application = await addApplication(sql)
  const file = await addFile(sql, application, 'email', { mail_id: await addIncoming(application) })
  await site.services.files.put(`evidence/${file}`, [Buffer.from('plan')], 'application/pdf')
  const path = `/review/${application.id}/mails`
  await post(path, letter())
  const mail = await lastMail(application)
  expect((await get(`/evidence/files/${file}`)).status).toBe(200)
  expect((await get(`/admin/mailbox/${mail!.id}`)).status).toBe(200)
  const [assessment] = await sql<{ id: string }[]>`select id from assessments where application_id = ${application.id}`
  await sql`
    insert into assessment_steps (assessment_id, step, by_id, by_name, reason, taken_at)
    values (${assessment!.id}, 'conflict', ${support.id}, 'Sam', 'A cousin', now())`
  expect((await get(path)).status).toBe(403)
  expect((await post(path, letter())).status).toBe(403)
  expect(await sql`select from mails where application_id = ${application.id}`).toHaveLength(1)
  expect((await get(`/evidence/files/${file}`)).status).toBe(404)
  expect((await get(`/admin/mailbox/${mail!.id}`)).status).toBe(404)
  expect((await get(`/api/admin/mails/${mail!.id}/html`)).status).toBe(404)
})

test('the mailbox shows support the emails of cases alone, without the links in them', async () => {
  const application = await addApplication(sql)
  await post(`/review/${application.id}`, { intent: 'ask', question: 'How many exits?' }, reviewer.cookie)
  const mine = await lastMail(application)
  const [other] = await sql<{ id: string }[]>`
    insert into mails (kind, to_email, subject, text_body, html_body, state) values ('x', 'a@b.example', 'Receipt', 'x', 'x', 'failed')
    returning id`
  const { mails, seesAll } = await data<{ mails: { id: string }[]; seesAll: boolean }>('/admin/mailbox')
  expect(seesAll).toBe(false)
  expect(mails.map(({ id }) => id)).toContain(mine!.id)
  expect(mails.map(({ id }) => id)).not.toContain(other!.id)
  expect((await get(`/admin/mailbox/${other!.id}`)).status).toBe(404)
  expect((await get(`/api/admin/mails/${other!.id}/html`)).status).toBe(404)
  expect((await post(`/admin/mailbox/${other!.id}`, {})).status).toBe(404)
  expect((await post('/admin/mailbox', { intent: 'again' })).status).toBe(403)
  for (const path of [`/admin/mailbox/${mine!.id}`, `/api/admin/mails/${mine!.id}/html`]) {
    expect(await (await get(path)).text()).not.toMatch(/\/answer\/[\w-]{43}/)
    expect(await (await get(path, owner)).text()).toMatch(/\/answer\/[\w-]{43}/)
  }
})

test('what has no case is added to one by hand, or deleted', async () => {
  const application = await addApplication(sql)
  const id = await addIncoming(null, { suggested_id: application.id, suggested_by: 'reference', subject: 'Lost' })
  const raw = 'From: robin@elsewhere.example\r\nSubject: Lost\r\n\r\nHere I am'
  await site.services.files.put(`evidence/${id}`, [Buffer.from(raw)], 'message/rfc822')
  const path = '/admin/mailbox/incoming?list=without'
  const html = (await (await get(path)).text()).replaceAll('<!-- -->', '')
  expect(html).toContain(`It may belong to ${application.reference}`)
  expect(html).toContain('Two &lt;script&gt;')
  expect(await (await get('/admin/mailbox')).text()).toContain('Emails that came in')
  const wrong = await post(path, { intent: 'attach', mail: id, reference: 'T-nothing' })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('No application has the reference')
  const added = await post(path, { intent: 'attach', mail: id, reference: application.reference })
  expect(added.headers.get('location')).toBe(`/review/${application.id}/mails`)
  const [mail] = await until(async () => {
    const found = await sql`select * from incoming_mails where id = ${id} and state = 'filed'`
    return found.length > 0 ? found : null
  })
  expect(mail).toMatchObject({
    application_id: application.id,
    attached_by_name: 'Sam support',
    text_body: 'Here I am',
  })
  // Somebody was faster.
  expect((await post(path, { intent: 'attach', mail: id, reference: application.reference })).status).toBe(409)
  const spam = await addIncoming(null)
  await post(path, { intent: 'remove', mail: id })
  await post(path, { intent: 'remove', mail: spam })
  const left = await sql`select id from incoming_mails where id in (${id}, ${spam})`
  expect(left.map((row) => row.id)).toEqual([id])
  expect((await data<PageData<typeof incomingMails>>(path)).mails).toEqual([])
})
