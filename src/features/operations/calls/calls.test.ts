import { beforeAll, expect, test } from 'bun:test'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'

let now = new Date('2027-03-01T08:00:00Z')
let call: string
let application: string
const site = await siteOfFile({ demoData: false, now: () => now })
const cookie = await signInAdmin(site)
beforeAll(async () => {
  const added = await addApplication(site.sql, { draft: { title: 'Agenda Fair' } })
  application = added.id
  await site.sql`insert into assessment_slots (day, time) values ('2027-03-02', '10:00')`
  const [made] = await site.sql`
    insert into assessment_calls (application_id, day, time, phone, message, selected_options)
    values (${application}, '2027-03-02', '10:00', '0161 496 0111', 'Ring twice', '{gold}') returning id`
  call = made!.id
})

const page = async (query = '') =>
  await (await fetch(`${site.origin}/admin/calls${query}`, { headers: { cookie } })).text()
const post = (form: Record<string, string>) => site.post('/admin/calls?from=2027-03-01', { call, ...form }, { cookie })

test('the agenda shows who is to be called, when, and about what', async () => {
  const html = await page()
  for (const text of ['Tuesday 2 March 2027', '10:00', 'Agenda Fair', '0161 496 0111', 'Ring twice', 'Move or cancel'])
    expect(html).toContain(text)
  expect(html).not.toContain('Record the outcome')
  expect(await page('?from=2027-03-03')).toContain('There are no calls booked in the two weeks')
  expect(await page('?from=never')).toContain('Agenda Fair')
})

test('a call is moved with the mails that the applicant would cause, and the log knows who', async () => {
  expect((await post({ intent: 'move', day: '2027-03-06', time: '10:00' })).status).toBe(422)
  expect((await post({ intent: 'move', day: 'soon', time: '10:00' })).status).toBe(422)
  const moved = await post({ intent: 'move', day: '2027-03-03', time: '11:00' })
  expect(moved.headers.get('location')).toBe('/admin/calls?from=2027-03-01&done=moved')
  expect(await page()).toContain('Wednesday 3 March 2027')
  expect(await site.sql`select from mails where kind = 'assessment-call-moved'`).not.toHaveLength(0)
  const [logged] = await site.sql`select after from audit_log where action = 'application.call-moved'`
  expect(logged!.after).toEqual({ day: '2027-03-03', time: '11:00' })
})

test('its outcome is recorded once it has begun, with a note in the history of the application', async () => {
  const early = await post({ intent: 'record', outcome: 'held', note: 'Kept words' })
  expect(early.status).toBe(409)
  expect(await early.text()).toContain('This call has not begun yet.')
  now = new Date('2027-03-03T11:30:00Z')
  const unsaid = await post({ intent: 'record', outcome: '', note: 'Kept words' })
  expect(unsaid.status).toBe(422)
  expect(await unsaid.text()).toContain('Kept words')
  expect((await post({ intent: 'record', outcome: 'no-show', note: '' })).status).toBe(303)
  expect((await post({ intent: 'record', outcome: 'held', note: 'Plans are good.' })).status).toBe(303)
  expect(await page('?from=2027-03-01')).toContain('Held')
  const remarks = await site.sql`select text from application_remarks where application_id = ${application} order by id`
  expect(remarks.map(({ text }) => text)).toEqual([
    'Call on Wednesday 3 March 2027, 11:00: no one answered.',
    'Call on Wednesday 3 March 2027, 11:00: held.\n\nPlans are good.',
  ])
  const logged =
    await site.sql`select before, after from audit_log where action = 'application.call-recorded' order by id`
  expect(logged.map(({ before, after }) => [before.outcome, after.outcome])).toEqual([
    [null, 'no-show'],
    ['no-show', 'held'],
  ])
})

test('a call that has begun is neither moved nor cancelled; one to come is cancelled', async () => {
  expect((await post({ intent: 'cancel', day: '', time: '' })).status).toBe(409)
  now = new Date('2027-03-01T08:00:00Z')
  expect((await post({ intent: 'cancel', day: '', time: '' })).headers.get('location')).toContain('done=cancelled')
  expect(await page()).not.toContain('Agenda Fair')
  const late = await post({ intent: 'record', outcome: 'held', note: '' })
  expect(await late.text()).toContain('This call was cancelled.')
  expect((await post({ intent: 'nothing' })).status).toBe(404)
})
