import { expect, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { until } from '#test/until.ts'
import { loadDemoCases } from './load-demo-cases.ts'

const site = await siteOfFile({ demoCases: true })
const { sql } = site

test('a demonstration has cases at every stage, and work for its owner', async () => {
  const cookie = await signInAdmin(site)
  await until(async () => (await sql`select from incoming_mails`).length === 2)
  // Documents are checked and the emails read by jobs.
  await until(async () => {
    const [left] = await sql`
      select (select count(*)::int from evidence_files where state = 'checking') +
        (select count(*)::int from incoming_mails where state = 'waiting') as count`
    return left!.count === 0
  })
  const rows = await sql`
    select a.event_draft ->> 'title' as title, a.status, c.status as assessment, c.outcome
    from applications as a join assessments as c on c.application_id = a.id order by title`
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { title: 'Embergate Street Food Fair', status: 'approved', assessment: 'open', outcome: null },
    { title: 'Foxglove Hill Climb', status: 'rejected', assessment: 'open', outcome: null },
    { title: 'Marram Kite Festival', status: 'approved', assessment: 'proposed', outcome: null },
    { title: 'Quillfeather Book Weekend', status: 'approved', assessment: 'open', outcome: null },
    { title: 'Saltholm Lantern Walk', status: 'approved', assessment: 'decided', outcome: 'accredit-with-conditions' },
    { title: 'Tern Bay Regatta', status: 'submitted', assessment: 'open', outcome: null },
  ])
  const [mails] = await sql`
    select count(*) filter (where application_id is null)::int as unfiled, count(*) filter (where state = 'filed')::int as filed
    from incoming_mails`
  expect({ ...mails }).toEqual({ unfiled: 1, filed: 1 })
  expect(await sql`select from evidence_files where state = 'ready' and criterion_id <> 'email'`).toHaveLength(5)
  const work = await (await site.get('/admin', { cookie })).text()
  for (const title of ['Marram Kite Festival', 'Saltholm Lantern Walk', 'Embergate Street Food Fair', 'Foxglove Hill'])
    expect(work).toContain(title)
})

test('once, and nothing where somebody has applied', async () => {
  expect(await loadDemoCases(site.services)).toBe(0)
  expect(await sql`select from applications`).toHaveLength(6)
})
