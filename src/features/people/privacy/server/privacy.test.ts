import { beforeEach, expect, test } from 'bun:test'
import { createAccessLink } from '#features/applications/access/server/create-access-link.ts'
import { callToken } from '#features/assessments/server/call-token.ts'
import { newToken } from '#mail/link-token.ts'
import { projectRoot } from '#process/project-root.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { retentionPeriods } from '../rules.ts'
import { runRetention } from './run-retention.ts'

const site = await siteOfFile({ demoData: false })
const cookie = await signInAdmin(site)
beforeEach(async () => {
  await site.sql`delete from rate_limits`
})

const get = (path: string, headers: Record<string, string> = { cookie }) => site.get(path, headers)
const post = (path: string, form: Record<string, string>, headers: Record<string, string> = { cookie }) =>
  site.post(path, form, headers)
const count = async (table: string, where = 'true') =>
  (await site.sql.unsafe(`select count(*)::int as rows from ${table} where ${where}`))[0]!.rows as number

test('privacy, cookies and complaints are reached from every page', async () => {
  const home = await (await get('/', {})).text()
  for (const path of ['/privacy', '/cookies', '/complaints']) {
    expect(home).toContain(`href="${path}"`)
    expect((await get(path, {})).status).toBe(200)
  }
  const privacy = await (await get('/privacy', {})).text()
  for (const { what } of retentionPeriods) expect(privacy).toContain(what)
})

test('a visitor who only reads gets no cookie, as the page about cookies says', async () => {
  for (const path of ['/', '/listings', '/cookies', '/complaints', '/contact', '/apply-accreditation'])
    expect((await get(path, {})).headers.getSetCookie()).toEqual([])
})

test('the page about cookies names whatever a page keeps in the browser', async () => {
  const page = await (await get('/cookies', {})).text()
  const keys = new Set<string>()
  for await (const path of new Bun.Glob('src/**/*.{ts,tsx}').scan(projectRoot)) {
    const code = path.includes('.test') ? '' : await Bun.file(`${projectRoot}/${path}`).text()
    if (!/Storage|browser-store|handOverKey/.test(code)) continue
    for (const [, key] of code.matchAll(/\bconst \w+Key = '([\w-]+)'/g)) keys.add(key!)
  }
  expect(keys.size).toBeGreaterThan(10)
  expect([...keys].filter((key) => !page.includes(key))).toEqual([])
})

test('what is held about somebody is found, handed out as a file and erased, but for what has to stay', async () => {
  const email = 'Ivo@Larkmoor.example'
  const { sql } = site
  const contact = { email, contact_name: 'Ivo Larkmoor', name: 'Larkmoor Fairs Ltd', phone: '01539 111111' }
  const { id, organisationId } = await addApplication(sql, { status: 'approved', organisation: contact })
  await sql`insert into application_decisions (application_id, decision, decided_by_name) values (${id}, 'approved', 'Registry')`
  await sql`insert into application_remarks (application_id, kind, author_name, text) values (${id}, 'note', 'A', 'Ivo is nice')`
  await sql`insert into orders (application_id, organisation_id, type, status, amount_pence)
    values (${id}, ${organisationId}, 'award', 'paid', 19900)`
  const bound = await addApplication(sql, {
    status: 'submitted',
    organisation: { ...contact, name: 'Larkmoor Nights Ltd' },
  })
  await sql`insert into contact_enquiries (name, email, message) values ('Ivo', ${email.toLowerCase()}, 'Hello')`
  await sql`insert into webinar_sign_ups (webinar_at, name, email) values (now() + interval '1 day', 'Ivo', ${email})`
  await sql`insert into contact_enquiries (name, email, message) values ('Other', 'other@larkmoor.example', 'Hello')`

  await sql`
    with followed as (
      insert into followers (email, token, confirmed_at) values (${email.toLowerCase()}, 'token-of-ivo', now()) returning id
    ) insert into follows (follower_id, subject, cadence, consent, begun_at)
    select id, 'city=Kendal', 'weekly', 'Agreed.', now() from followed`
  await sql`insert into bounces (source, source_id, email, kind, reason) values ('ses', '1', ${email.toLowerCase()}, 'hard', '550')`
  await sql`insert into suppressed_addresses (email, cause, reason) values (${email.toLowerCase()}, 'hard', '550')`
  await sql`insert into follow_requests (token_hash, email, subject, cadence, consent, created_at, expires_at)
    values (sha256('1'), ${email}, 'entry=A-1', 'at-once', 'Agreed.', now(), now() + interval '1 day')`

  await sql`insert into enquiry_messages (enquiry_id, kind, author_name, text, written_at)
    select e.id, m.kind, 'A', m.text || split_part(e.email, '@', 1), now() from contact_enquiries as e cross join
      (values (1, 'sent', 'Our answer to '), (2, 'received', 'Thanks from '), (3, 'note', 'A note on ')) as m (place, kind, text)
    where e.email like '%@larkmoor.example' order by e.id, m.place`

  const found = await (await post('/admin/privacy', { intent: 'find', email })).text()
  expect(found).toContain('Organisations that they are the contact for')
  expect(found).toContain('Webinar sign-ups')

  const file = await post('/api/admin/privacy/export', { email })
  expect(file.headers.get('content-disposition')).toContain('attachment')
  expect(file.headers.get('cache-control')).toBe('no-store')
  const { held } = (await file.json()) as { held: Record<string, Record<string, unknown>[]> }
  expect(held.organisations).toHaveLength(2)
  expect(held.applications).toHaveLength(2)
  expect(held.orders).toHaveLength(1)
  const thread = [
    { kind: 'sent', text: 'Our answer to ivo', at: expect.any(String) },
    { kind: 'received', text: 'Thanks from ivo', at: expect.any(String) },
  ]
  expect(held.enquiries).toMatchObject([{ name: 'Ivo', message: 'Hello', thread }])
  expect(held.follows).toMatchObject([{ what: 'city=Kendal', how_often: 'weekly' }])
  expect(held.follow_requests).toMatchObject([{ subject: 'entry=A-1' }])
  expect(held.bounces).toMatchObject([{ kind: 'hard', answer: '550' }])
  expect(held.suppressed_addresses).toMatchObject([{ why: 'hard', until: null }])
  expect(JSON.stringify(held)).not.toContain('token-of-ivo')
  expect(JSON.stringify(held)).not.toContain('other@larkmoor.example')
  expect(await count('audit_log', "action = 'privacy.exported'")).toBe(1)

  const unsure = await post('/admin/privacy', { intent: 'erase', email, reason: '' })
  expect(unsure.status).toBe(422)
  expect(await unsure.text()).toContain('Tick the box')
  const report = await (
    await post('/admin/privacy', { intent: 'erase', email, reason: 'They asked', sure: '1' })
  ).text()
  expect(report).toContain('An application or an appeal is waiting for a decision')
  expect(report).toContain('Accounts are kept for six years')

  expect(await count('contact_enquiries', "lower(email) = 'ivo@larkmoor.example'")).toBe(0)
  expect(await count('contact_enquiries', "email = 'other@larkmoor.example'")).toBe(1)
  expect(await count('enquiry_messages', "text like '%ivo'")).toBe(0)
  expect(await count('webinar_sign_ups')).toBe(0)
  for (const table of ['followers', 'follows', 'follow_requests']) expect(await count(table)).toBe(0)
  const [emptied] = await sql`select name, contact_name, email, phone from organisations where id = ${organisationId}`
  expect(emptied).toEqual({
    name: 'Larkmoor Fairs Ltd',
    contact_name: 'Erased',
    email: `erased-${organisationId}@erased.invalid`,
    phone: '',
  })
  const [application] = await sql`select event_draft, status from applications where id = ${id}`
  expect(application!.status).toBe('approved')
  expect(application!.event_draft).toMatchObject({ title: 'Erased', venue: '', description: '' })
  expect(await count('application_remarks', "text <> ''")).toBe(0)
  expect(await count('orders', `application_id = '${id}'`)).toBe(1)
  const [waiting] = await sql`select contact_name from organisations where id = ${bound.organisationId}`
  expect(waiting!.contact_name).toBe('Ivo Larkmoor')

  const [erasure] = await sql`select * from erasures`
  expect(JSON.stringify(erasure).toLowerCase()).not.toContain('ivo')
  expect(await (await get('/admin/privacy')).text()).toContain('They asked')

  // Once the application is decided, the rest goes as well, and the mails with it.
  await sql`insert into mails (kind, to_email, subject, text_body, html_body) values ('test', ${email}, 's', 'Dear Ivo', '<p>')`
  await sql`update applications set status = 'rejected' where id = ${bound.id}`
  await sql`insert into application_decisions (application_id, decision, decided_by_name) values (${bound.id}, 'rejected', 'A')`
  const rest = await (await post('/admin/privacy', { intent: 'erase', email, reason: 'The rest', sure: '1' })).text()
  expect(rest).not.toContain('waits for its decision')
  const [gone] = await sql`select name, contact_name, company_no from organisations where id = ${bound.organisationId}`
  expect(gone).toEqual({ name: 'Erased', contact_name: 'Erased', company_no: null })
  expect(await count('mails', "to_email ilike 'ivo@%' or text_body like '%Ivo%'")).toBe(0)
  const again = await (await post('/admin/privacy', { intent: 'find', email })).text()
  expect(again).toContain('Nothing.')
  expect(again).toContain('The rest')
})

test('erasing an address leaves alone those that it is a part of', async () => {
  const { sql } = site
  const email = 'ann@fairs.example'
  const others = ['joann@fairs.example', 'jo.ann@fairs.example', 'ann@fairs.example.org', "o'ann@fairs.example"]
  const mail = (to: string, text: string) =>
    sql`insert into mails (kind, to_email, subject, text_body, html_body) values ('test', ${to}, 's', ${text}, '<p>')`
  for (const other of others) {
    await mail(other, `Hello ${other}`)
    await mail('team@beaa.example', `From ${other}.`)
  }
  await mail('Ann@Fairs.example', 'Hello')
  for (const text of [`From <${email}>.`, `Email: ${email.toUpperCase()}`, `${email}, ${others[0]}`, `'${email}'`])
    await mail('team@beaa.example', text)
  await sql`insert into application_drafts (answers, submission_key, writer, writer_count, created_at, saved_at, expires_at)
    select jsonb_build_object('email', e), gen_random_uuid(), gen_random_uuid(), 1, now(), now(), now() + interval '1 day'
    from unnest(${[` ${email}\t`, others[0]!]}::text[]) as e`
  const found = await (await post('/api/admin/privacy/export', { email })).text()
  expect(JSON.parse(found).held.unfinished_applications).toHaveLength(1)
  await post('/admin/privacy', { intent: 'erase', email, reason: 'They asked', sure: '1' })
  const left =
    await sql`select to_email, text_body from mails where text_body <> '' and (text_body ilike '%ann@fairs.example%')`
  expect(left.map(({ text_body }) => text_body).toSorted()).toEqual(
    others.flatMap((other) => [`From ${other}.`, `Hello ${other}`]).toSorted(),
  )
  expect(await count('mails', "to_email ilike 'ann@fairs.example'")).toBe(0)
  expect(await count('application_drafts', "answers ->> 'email' like '%ann@fairs.example%'")).toBe(1)
})

test('the file of what is held opens nothing', async () => {
  const { sql } = site
  const email = 'linked@larkmoor.example'
  const { id } = await addApplication(sql, { organisation: { email } })
  const access = await createAccessLink(sql, { applicationId: id, email, now: new Date() })
  const call = `/booking/${callToken(crypto.randomUUID(), site.services.env)}`
  const text = [access, call, '/admin/invitation/', '/press/unsubscribe/']
    .map((path) => `${site.origin}${path}${path.endsWith('/') ? newToken() : ''}`)
    .join('\n')
  const secrets = text.match(/[\w-]{43}/g)!
  expect(secrets).toHaveLength(4)
  await sql`insert into mails (kind, to_email, subject, text_body, html_body) values ('test', ${email}, 's', ${text}, '<p>')`
  const file = await (await post('/api/admin/privacy/export', { email })).text()
  for (const secret of secrets) expect(file).not.toContain(secret)
  expect(file).toContain('/access/…')
})

test('the contact of whatever is still billed stays', async () => {
  const { sql } = site
  const email = 'una@larkmoor.example'
  const { id, organisationId } = await addApplication(sql, { status: 'approved', organisation: { email } })
  const [order] = await sql`
    insert into orders (application_id, organisation_id, type, status, amount_pence, subscription_id, covers_until)
    values (${id}, ${organisationId}, 'ads', 'paid', 25900, 'sub_una', now() + interval '20 days') returning id`
  const erase = async () =>
    await (await post('/admin/privacy', { intent: 'erase', email, reason: 'They asked', sure: '1' })).text()
  const before = await count('erasures', 'true')
  expect(await erase()).toContain('A listing or a monthly service is paid')
  // Nothing was erased, so nothing is told of it the next time.
  expect(await count('erasures', 'true')).toBe(before)
  // Its renewal is not paid, and the provider still tries.
  await sql`update orders set covers_until = now() - interval '1 day', payment_failed_at = now() where id = ${order!.id}`
  expect(await erase()).toContain('A listing or a monthly service is paid')
  expect(await count('organisations', `email = '${email}'`)).toBe(1)
  await sql`update orders set status = 'cancelled' where id = ${order!.id}`
  expect(await erase()).not.toContain('monthly service is paid')
  expect(await count('organisations', `email = '${email}'`)).toBe(0)
})

test('who signs up or reserves after the day, as the demonstration lets them, is kept for the period from then on', async () => {
  const { sql } = site
  const old = (months: number) => sql`now() - make_interval(months => ${months})`
  await sql`insert into webinar_sign_ups (webinar_at, name, email, signed_up_at)
    values (${old(20)}, 'Early', 'early@x.example', ${old(21)}), (${old(20)}, 'Late', 'late@x.example', ${old(1)})`
  await sql`insert into boxing_seats values ('2020-01-01', 'vip', 80, 4)`
  await sql`insert into boxing_reservations (event_on, ticket_type, guests, total_pence, name, email, phone, reserved_at)
    values ('2020-01-01', 'vip', 2, 1, 'Early', 'early@x.example', '1', '2019-12-01'),
      ('2020-01-01', 'vip', 2, 1, 'Late', 'late@x.example', '1', ${old(1)})`
  await runRetention({}, site.services)
  for (const table of ['webinar_sign_ups', 'boxing_reservations'])
    expect(await sql`select name from ${sql(table)} where email like '%@x.example'`).toEqual([
      { name: 'Late' },
    ] as never)
})

test('the job removes what is past its period and nothing else, and reports it', async () => {
  const { sql } = site
  await sql`delete from retention_runs`
  const old = (months: number) => sql`now() - make_interval(months => ${months})`
  await sql`insert into contact_enquiries (name, email, message, received_at)
    values ('Old', 'old@x.example', 'm', ${old(25)}), ('New', 'new@x.example', 'm', ${old(23)})`
  await sql`insert into mails (kind, once_key, to_email, subject, text_body, html_body, state, settled_at)
    values ('test', 'old', 'old@x.example', 'Subject', 'text', 'html', 'sent', ${old(13)}),
      ('test', 'new', 'new@x.example', 'Subject', 'text', 'html', 'sent', ${old(11)})`
  await sql`insert into mail_attachments (mail_id, position, name, content_type, content)
    select id, 1, 'a', 'text/plain', 'x' from mails where once_key = 'old'`
  await sql`insert into follow_requests (token_hash, email, subject, cadence, consent, created_at, expires_at)
    values (sha256('2'), 'old@x.example', '', 'weekly', '', ${old(1)}, now() - interval '1 minute')`
  await sql`insert into bounces (source, source_id, email, kind, reason, received_at)
    values ('ses', '2', 'old@x.example', 'hard', '', ${old(25)}), ('ses', '3', 'new@x.example', 'hard', '', ${old(23)})`
  await sql`insert into suppressed_addresses (email, cause, reason, suppressed_at)
    values ('old@x.example', 'hard', '', ${old(25)}), ('new@x.example', 'hard', '', ${old(25)})`
  await sql`insert into sign_in_events (happened_at, event, network, browser) values (${old(14)}, 'signed-in', 'n', 'b')`
  const led = await addApplication(sql, { status: 'rejected', organisation: { name: 'Old Ltd' } })
  const paid = await addApplication(sql, { status: 'approved', organisation: { name: 'Paid Ltd' } })
  const withdrawn = await addApplication(sql, { organisation: { name: 'Withdrawn Ltd' } })
  await sql`update applications set withdrawn_at = ${old(25)} where id = ${withdrawn.id}`
  await sql`insert into application_decisions (application_id, decision, decided_by_name, decided_at)
    values (${withdrawn.id}, 'withdrawn-by-applicant', 'the applicant', ${old(25)})`
  for (const { id } of [led, paid])
    await sql`insert into application_decisions (application_id, decision, decided_by_name, decided_at)
      values (${id}, ${id === led.id ? 'rejected' : 'approved'}, 'A', ${old(25)})`
  await sql`insert into orders (application_id, organisation_id, type, status, amount_pence)
    values (${paid.id}, ${paid.organisationId}, 'listing', 'paid', 4900)`

  await runRetention({}, site.services)
  const [run] = await sql`select removed from retention_runs`
  expect(run!.removed).toMatchObject({
    enquiries: 1,
    mails: 1,
    bounces: 2,
    'mail-attachments': 1,
    'sign-in-events': 1,
    'follow-requests': 1,
    applications: 2,
    leads: 0,
  })
  expect(await count('contact_enquiries', "name = 'Old'")).toBe(0)
  expect(await count('contact_enquiries', "name = 'New'")).toBe(1)
  const [mail] = await sql`select subject, to_email, text_body, state from mails where once_key = 'old'`
  expect(mail).toEqual({ subject: 'Subject', to_email: '', text_body: '', state: 'sent' })
  expect(await count('mails', "once_key = 'new' and text_body = 'text'")).toBe(1)
  const names =
    await sql`select name from organisations where id in ${sql([led.organisationId, paid.organisationId])} order by name`
  expect(names.map(({ name }) => name)).toEqual(['Erased', 'Paid Ltd'])

  await runRetention({}, site.services)
  const runs = await sql`select removed from retention_runs order by id`
  expect(Object.values(runs[1]!.removed as Record<string, number>).every((removed) => removed === 0)).toBe(true)
  expect(await (await get('/admin/privacy')).text()).toContain('Messages sent by the contact form: 1')
})
