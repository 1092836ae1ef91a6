import { expect, test } from 'bun:test'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { mailWaitingWork } from './server/mail-work.ts'

const state = { now: new Date('2027-03-31T12:00:00Z') }
const site = await siteOfFile({ demoData: false, now: () => state.now })
const credentials = { email: 'riley@beaa.example', password: 'a long enough password' }
await site.services.auth.setPassword({ ...credentials, name: 'Riley Reviewer', roles: ['reviewer'] })
const cookie = await signInAdmin(site, credentials)
const runAt = async (time: string) => {
  state.now = new Date(time)
  await mailWaitingWork(site.services)
}
const mails = () => site.sql<{ subject: string; textBody: string }[]>`
  select subject, text_body as "textBody" from mails where kind = 'work-waiting' and to_email = ${credentials.email} order by id`
const choose = (workMail: string) => site.post('/admin/account', { intent: 'work-mail', workMail }, { cookie })

test('what is new is told once: each morning, at once or never, as the person chose', async () => {
  const first = await addApplication(site.sql, {
    draft: { title: 'Not in the email' },
    submittedAt: '2027-03-31T18:00:00Z',
  })
  await runAt('2027-04-01T05:30:00Z')
  expect(await mails()).toHaveLength(0)
  await runAt('2027-04-01T06:30:00Z')
  await runAt('2027-04-01T08:00:00Z')
  const [told, ...others] = await mails()
  expect(others).toEqual([])
  expect(told!.subject).toBe('1 thing new in your work')
  expect(told!.textBody).toContain(first.reference)
  expect(told!.textBody).toContain(`/review/${first.id}`)
  expect(told!.textBody).not.toContain('Not in the email')

  expect((await choose('at-once')).headers.get('location')).toBe('/admin/account?done=work-mail')
  const second = await addApplication(site.sql, { submittedAt: '2027-04-01T09:00:00Z' })
  await runAt('2027-04-01T09:02:00Z')
  await runAt('2027-04-01T09:04:00Z')
  expect((await mails()).map(({ textBody }) => textBody.includes(second.reference))).toEqual([false, true])

  await choose('never')
  await addApplication(site.sql, { submittedAt: '2027-04-01T10:00:00Z' })
  await runAt('2027-04-02T08:00:00Z')
  expect(await mails()).toHaveLength(2)
  expect((await choose('hourly')).status).toBe(422)
})

test('overdue conditions of cases that a person looks after are an email of their own', async () => {
  await choose('daily')
  const overdue = async (assigned: string | null) => {
    const { id, reference } = await addApplication(site.sql, {
      status: 'approved',
      submittedAt: '2027-04-02T09:00:00Z',
    })
    const [assessment] = await site.sql`
      update assessments set status = 'decided', outcome = 'accredit-with-conditions', decided_by = 'assessors',
        decided_at = '2027-04-02T10:00:00Z', assigned_to = ${assigned}
      where application_id = ${id} returning id`
    await site.sql`
      insert into assessment_conditions (assessment_id, text, due_on) values (${assessment!.id}, 'Send the plan.', '2027-04-02')`
    return reference
  }
  const [riley] = await site.sql`select id from people where email = ${credentials.email}`
  const [mine, theirs] = [await overdue(riley!.id), await overdue(null)]
  await runAt('2027-04-03T07:00:00Z')
  const own = () => site.sql<{ subject: string; textBody: string }[]>`
    select subject, text_body as "textBody" from mails where kind = 'own-conditions-overdue' and to_email = ${credentials.email}`
  const [told, ...more] = await own()
  expect(more).toEqual([])
  expect(told!.subject).toBe(`A condition is overdue: ${mine}`)
  expect(told!.textBody).not.toContain(theirs)
  const other = (await mails()).at(-1)!.textBody
  expect([other.includes(theirs), other.includes(mine)]).toEqual([true, false])

  await choose('never')
  await overdue(riley!.id)
  await runAt('2027-04-04T08:00:00Z')
  expect(await own()).toHaveLength(1)
})
