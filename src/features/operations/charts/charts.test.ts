import { beforeAll, expect, test } from 'bun:test'
import type { PageData } from '#page/page.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import type { WorkName } from '../overview/work.ts'
import type { charts as chartsPage } from './server.ts'

let person: string
const hour = 3_600_000
const at = (day: string, hours = 0) => new Date(Date.parse(`${day}T10:00:00Z`) + hours * hour).toISOString()
const now = '2027-03-31T12:00:00Z'
const site = await siteOfFile({ demoData: false, now: () => new Date(now) })
const owner = await signInAdmin(site)
beforeAll(async () => {
  person = (await site.sql`select id from people limit 1`)[0]!.id
})

async function charts(query = '', cookie = owner): Promise<PageData<typeof chartsPage>> {
  const response = await fetch(`${site.origin}/admin/charts${query}`, {
    headers: { cookie, accept: 'application/json' },
  })
  return ((await response.json()) as { data: PageData<typeof chartsPage> }).data
}
const html = async () =>
  (await (await fetch(`${site.origin}/admin/charts`, { headers: { cookie: owner } })).text()).replaceAll('<!-- -->', '')
async function decide(day: string, hours: number, by: string | null = person, decision = 'approved') {
  const added = await addApplication(site.sql, { status: 'approved', submittedAt: at(day, -hours) })
  await site.sql`
    insert into application_decisions (application_id, decision, decided_by, decided_by_name, decided_at)
    values (${added.id}, ${decision}, ${by}, 'X', ${at(day)})`
  return added
}

test('without anything the page says so', async () => {
  const page = await html()
  for (const words of [
    'Nothing is waiting.',
    'No application was decided by a person in this period.',
    'No assessment was decided by a person in this period.',
    'No criterion was judged in this time.',
  ])
    expect([words, page.includes(words)]).toEqual([words, true])
})

test('times to a decision: median and nine in ten, by week and as a whole, of people alone', async () => {
  for (const hours of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) await decide('2027-03-30', hours)
  await decide('2027-03-17', 24)
  // The registry takes no time, a withdrawal is no decision, and what is long ago is not of this time.
  await decide('2027-03-30', 0, null)
  await decide('2027-03-30', 500, person, 'withdrawn')
  await decide('2026-06-01', 900)
  const { review, period } = await charts()
  expect([period, review.weeks.length, review.weeks[0]!.week, review.weeks.at(-1)!.week]).toEqual([
    90,
    14,
    '2026-12-28',
    '2027-03-29',
  ])
  expect(review.weeks.at(-1)).toEqual({ week: '2027-03-29', decisions: 11, medianHours: 6, ninthHours: 10 })
  expect(review.weeks.at(-2)).toMatchObject({ decisions: 0, medianHours: null })
  expect(review.weeks.at(-3)).toMatchObject({ decisions: 1, medianHours: 24, ninthHours: 24 })
  expect(review.whole).toMatchObject({ decisions: 12, medianHours: 6.5 })
  expect((await charts('?days=365')).review.whole.decisions).toBe(13)
  expect(await html()).toContain(
    'Half of the 12 applications that people decided took 7 hours or less, nine in ten 11 hours',
  )
})

test('assessments are timed from their beginning, and verdicts counted by criterion under their latest names', async () => {
  const one = await decide('2027-03-01', 1)
  const two = await decide('2027-03-02', 1)
  const assessment = async ({ id }: { id: string }, days: number) =>
    (
      await site.sql`
        update assessments set status = 'decided', outcome = 'accredit', opened_at = ${at('2027-03-20', -24 * days)},
          decided_at = ${at('2027-03-20')} where application_id = ${id} returning id`
    )[0]!.id as string
  const [first, second] = [await assessment(one, 2), await assessment(two, 4)]
  const judge = (id: string, criterion: string, verdict: string, day = '2027-03-19') => site.sql`
    insert into assessment_criteria (assessment_id, criterion_id, verdict, judged_at)
    values (${id}, ${criterion}, ${verdict}, ${at(day)})`
  await judge(first, 'site-plan', 'met')
  await judge(second, 'site-plan', 'not-met')
  await judge(first, 'medical-plan', 'met-with-condition')
  await judge(second, 'medical-plan', 'not-met')
  await judge(first, 'noise-plan', 'not-applicable')
  await judge(first, 'waste-plan', 'not-met', '2026-06-01')
  await judge(second, 'gone-since', 'met')
  await site.sql`
    insert into criteria_versions (version, criteria, note, published_at)
    select 2, jsonb_set(criteria, '{1,name}', '"Plan of the site"'), 'x', now() from criteria_versions where version = 1`
  const data = await charts()
  expect(data.assessment.whole).toMatchObject({ decisions: 2, medianHours: 72 })
  expect(data.verdicts).toEqual([
    { criterionId: 'medical-plan', name: 'Medical and first aid plan', verdicts: 2, conditions: 1, notMet: 1 },
    { criterionId: 'site-plan', name: 'Plan of the site', verdicts: 2, conditions: 0, notMet: 1 },
    { criterionId: 'gone-since', name: 'gone-since', verdicts: 1, conditions: 0, notMet: 0 },
  ])
  const ofTheYear = (await charts('?days=365')).verdicts.map((row) => row.criterionId)
  expect([ofTheYear.length, ofTheYear.includes('waste-plan')]).toEqual([4, true])
  const page = await html()
  for (const words of ['100%', '50%', 'of 2 verdicts']) expect([words, page.includes(words)]).toEqual([words, true])
})

test('what is open is counted by kind and age, for whom it concerns', async () => {
  const { sql } = site
  // Only what this test opens: an approved application's assessment waits as well.
  await sql`update assessments set status = 'decided', outcome = 'refuse', decided_at = now() where status <> 'decided'`
  const waits = [at('2027-03-31', 1), at('2027-03-28'), at('2027-03-24'), at('2027-03-10'), at('2027-01-10')]
  const waiting = []
  for (const submittedAt of waits) waiting.push(await addApplication(sql, { submittedAt }))
  await addApplication(sql, { status: 'rejected', submittedAt: at('2027-03-30') })
  const steps = await addApplication(sql, { status: 'approved', submittedAt: at('2027-01-01') })
  const [proposed] = await sql`
    update assessments set status = 'proposed' where application_id = ${steps.id} returning id`
  await sql`
    insert into assessment_steps (assessment_id, step, taken_at)
    values (${proposed!.id}, 'assigned', ${at('2027-01-02')}), (${proposed!.id}, 'proposed', ${at('2027-03-30')})`
  await sql`
    insert into assessment_criteria (assessment_id, criterion_id, state, state_at)
    select id, 'site-plan', 'received', ${at('2027-03-20')}::timestamptz from assessments where application_id = ${waiting[0]!.id}
    union all values (${proposed!.id}::uuid, 'fire', 'accepted', now())`
  await sql`
    insert into assessment_conditions (assessment_id, text, due_on)
    values (${proposed!.id}, 'Late', '2027-03-29'), (${proposed!.id}, 'Today', '2027-03-31')`
  await sql`
    insert into application_samples (application_id, reason, chosen_at) values (${steps.id}, 'share', ${at('2027-03-31')})`
  await sql`
    insert into complaints (reference, name, email, about, message, received_at)
    values ('C-000001', 'X', 'x@fern.example', 'event', 'x', ${at('2027-02-01')})`
  const { waiting: counted } = await charts()
  const of = (work: WorkName) => counted.find((row) => row.work === work)
  expect(of('applications')).toEqual({ work: 'applications', open: 5, ages: [1, 1, 1, 1, 1], oldestDays: 80 })
  expect(of('open')).toMatchObject({ open: 6 })
  expect(of('proposals')).toMatchObject({ open: 1, ages: [1, 0, 0, 0, 0], oldestDays: 1 })
  expect(of('evidence')).toMatchObject({ open: 1, oldestDays: 11 })
  expect(of('conditions')).toMatchObject({ open: 1, ages: [1, 0, 0, 0, 0] })
  expect(of('sampled')).toMatchObject({ open: 1, oldestDays: 0 })
  expect(of('complaints')).toMatchObject({ open: 1, ages: [0, 0, 0, 0, 1] })
  expect(of('panel')).toEqual({ work: 'panel', open: 0, ages: [0, 0, 0, 0, 0], oldestDays: 0 })
  const credentials = { email: 'reviewer@beaa.example', password: 'a wardrobe full of herring' }
  await site.services.auth.setPassword({ ...credentials, name: 'Riley', roles: ['reviewer'] })
  const seen = (await charts('', await signInAdmin(site, credentials))).waiting.map(({ work }) => work)
  expect([seen.includes('proposals'), seen.includes('complaints'), seen.includes('concerns')]).toEqual([
    true,
    false,
    false,
  ])
  const page = await html()
  for (const words of ['What is waiting, and how long', '80 days', '30 and more'])
    expect([words, page.includes(words)]).toEqual([words, true])
})
