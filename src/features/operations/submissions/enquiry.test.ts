import { beforeAll, expect, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'

let clerk: string
let path: string
let id: string
const site = await siteOfFile({ demoData: false })
const cookie = await signInAdmin(site)
beforeAll(async () => {
  const password = 'a long enough password'
  clerk = await site.services.auth.setPassword({
    email: 'eden@beaa.example',
    password,
    name: 'Eden Editor',
    roles: ['editor'],
  })
  await site.services.auth.setPassword({ email: 'fin@beaa.example', password, name: 'Fin', roles: ['finance'] })
  const [enquiry] = await site.sql`
    insert into contact_enquiries (name, email, message) values ('Sam', 'sam@visitor.example', 'How?') returning id`
  id = enquiry!.id
  path = `/admin/correspondence/enquiries/${id}`
})

const post = (form: Record<string, string>, to = path) => site.post(to, form, { cookie })
const page = async (address = path) => await (await fetch(site.origin + address, { headers: { cookie } })).text()
const stateOf = async () => (await site.sql`select state from contact_enquiries where id = ${id}`)[0]!.state

test('an enquiry is handed to somebody who deals with correspondence, and found by that', async () => {
  const [fin] = await site.sql`select id from people where email = 'fin@beaa.example'`
  expect((await post({ intent: 'assign', person: fin!.id })).status).toBe(422)
  expect((await post({ intent: 'assign', person: clerk })).status).toBe(303)
  expect(await page('/admin/correspondence/enquiries')).toContain('Eden Editor')
  expect(await page('/admin/correspondence/enquiries?whose=nobody')).toContain('No enquiry fits these filters.')
  expect(await page('/admin/correspondence/enquiries?whose=mine')).toContain('No enquiry fits these filters.')
  await post({ intent: 'assign', person: '' })
  expect(await page('/admin/correspondence/enquiries?whose=nobody')).toContain(path)
  const logged =
    await site.sql`select after from audit_log where subject_id = ${id} and action = 'submission.assigned' order by id`
  expect(logged.map(({ after }) => after.assignedTo)).toEqual(['Eden Editor', null])
})

test('a reply is mailed once and waits; their answer opens it again; the log keeps no word', async () => {
  expect((await post({ intent: 'write', message: ' ', as: 'sent' })).status).toBe(422)
  const wrong = await post({ intent: 'write', message: 'Kept words', as: 'shouted' })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('Kept words')
  expect((await post({ intent: 'write', message: 'By the form.', as: 'sent' })).status).toBe(303)
  await post({ intent: 'write', message: 'By the form.', as: 'sent' })
  const mails = await site.sql`select to_email, to_name, subject, text_body from mails where kind = 'enquiry-reply'`
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ to_email: 'sam@visitor.example', to_name: '' })
  expect(mails[0]!.text_body).toContain('By the form.')
  expect(mails[0]!.text_body).not.toContain('How?')
  expect(await stateOf()).toBe('in-hand')
  expect(await page()).toContain('Waiting')
  await post({ intent: 'write', message: 'They wrote: thank you.', as: 'received' })
  expect(await stateOf()).toBe('new')
  await post({ intent: 'write', message: 'A friendly person.', as: 'note' })
  expect(await stateOf()).toBe('new')
  const html = await page()
  for (const text of ['Reply sent', 'They wrote: thank you.', 'A friendly person.']) expect(html).toContain(text)
  const logged = await site.sql`select action, after from audit_log where subject_id = ${id} order by id`
  expect(logged.slice(-3).map(({ action, after }) => [action, after])).toEqual([
    ['submission.answered', { state: 'in-hand' }],
    ['submission.answer-noted', { state: 'new' }],
    ['submission.noted', null],
  ])
})

test('an enquiry that is gone, and other kinds, have no thread', async () => {
  const gone = '/admin/correspondence/enquiries/0190b5b1-7e57-4000-8000-000000000000'
  expect((await post({ intent: 'write', message: 'x', as: 'note' }, gone)).status).toBe(404)
  expect((await post({ intent: 'assign', person: '' }, gone)).status).toBe(404)
  const [lead] = await site.sql`
    insert into quick_apply_leads (company_name, has_ticketed_events, wants_more_attendance, name, email, phone)
    values ('Harbour Ltd', true, false, 'Lee Lead', 'lee@harbour.example', '0161 496 0123') returning id`
  expect(await page(`/admin/correspondence/leads/${lead!.id}`)).not.toContain('Add to the thread')
})
