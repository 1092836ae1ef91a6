import { beforeAll, expect, test } from 'bun:test'
import type { PageData } from '#page/page.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import type { howWeCount } from './server.ts'

// A Wednesday; London's time is UTC.
let now = new Date('2026-11-18T12:00:00Z')
let person: string
const site = await siteOfFile({ demoData: false, now: () => now })
beforeAll(async () => {
  const [admin] = await site.sql<{ id: string }[]>`select id from people limit 1`
  person = admin!.id
})

/** As it is counted now: whatever is kept goes with the clock's day. */
async function counted(): Promise<PageData<typeof howWeCount>> {
  await site.sql`select announce_page_data(array['*'])`
  await Bun.sleep(100)
  const response = await fetch(`${site.origin}/how-we-count`, { headers: { accept: 'application/json' } })
  return ((await response.json()) as { data: PageData<typeof howWeCount> }).data
}
const html = async () => (await (await fetch(`${site.origin}/how-we-count`)).text()).replaceAll('<!-- -->', '')

/** An application with its first decision; by the company register where `by` is null. */
async function decided(submittedAt: string, decidedAt: string | null, by: string | null = person): Promise<string> {
  const { id } = await addApplication(site.sql, { status: 'submitted', submittedAt })
  if (decidedAt) {
    await site.sql`
      insert into application_decisions (application_id, decision, decided_by, decided_by_name, decided_at)
      values (${id}, 'rejected', ${by}, 'Somebody', ${decidedAt}::timestamptz)`
  }
  return id
}

test('without cases nothing is told', async () => {
  const { service, live } = await counted()
  expect(Object.values(service)).toEqual(Array(7).fill(null))
  expect(live).toMatchObject({ upcoming: 0, national: 0, nationalAccredited: 0, partners: 0 })
  const page = await html()
  expect(page.match(/>Too few to tell</g)).toHaveLength(7)
  expect(page).toContain('From 18 November 2025 to 18 November 2026, counted at 12:00.')
})

test('office hours: nights and weekends do not count, in winter and in summer', async () => {
  const hours = async (begins: string, ends: string) => {
    const [row] = await site.sql`
      select extract(epoch from office_time(${begins}::timestamptz, ${ends}::timestamptz))::float8 / 3600 as hours`
    return row!.hours as number
  }
  expect(await hours('2026-11-18T10:00:00Z', '2026-11-18T12:30:00Z')).toBe(2.5)
  expect(await hours('2026-11-18T05:00:00Z', '2026-11-18T23:00:00Z')).toBe(8.5)
  expect(await hours('2026-11-13T17:00:00Z', '2026-11-16T09:15:00Z')).toBe(0.75)
  expect(await hours('2026-11-14T10:00:00Z', '2026-11-15T10:00:00Z')).toBe(0)
  // 8:00 UTC is 9:00 in London.
  expect(await hours('2026-07-01T07:00:00Z', '2026-07-01T09:00:00Z')).toBe(1)
})

test('decisions: the median of those that a person took first, in the last twelve months', async () => {
  const ids: string[] = []
  for (let days = 1; days <= 11; days++) {
    ids.push(await decided('2026-11-02T09:00:00Z', `2026-11-${String(2 + days).padStart(2, '0')}T09:00:00Z`))
  }
  await decided('2026-11-02T09:00:00Z', '2026-11-02T09:00:00Z', null)
  await decided('2025-10-01T09:00:00Z', '2025-10-30T09:00:00Z')
  // A second decision on the first of them does not count.
  await site.sql`
    insert into application_decisions (application_id, decision, decided_by, decided_by_name, decided_at)
    values (${ids[0]!}, 'approved', ${person}, 'Somebody', '2026-11-17T09:00:00Z')`
  // Three were asked something within four hours; one has come an hour ago and may still be answered in time.
  for (const id of ids.slice(0, 3)) {
    await site.sql`
      insert into application_remarks (application_id, kind, author_id, text, written_at)
      values (${id}, 'asked', ${person}, 'Where?', '2026-11-02T12:59:00Z')`
  }
  await decided('2026-11-18T11:00:00Z', null)
  await decided('2026-11-17T09:00:00Z', null)
  const { service } = await counted()
  expect(service.decision).toEqual({ days: 6, cases: 11 })
  expect(service.applicationsInTime).toEqual({ cases: 3, of: 12 })
  expect(await html()).toContain('6 days, of 11 decisions')
  now = new Date('2027-11-12T12:00:00Z')
  const later = await counted()
  expect([later.service.decision, later.service.applicationsInTime]).toEqual([null, null])
  now = new Date('2026-11-18T12:00:00Z')
})

test('assessments: the median until the first one is decided', async () => {
  await site.sql`
    update assessments set status = 'decided', outcome = 'accredit', decided_at = '2026-11-12T09:00:00Z'
    where application_id in (select id from applications where submitted_at = '2026-11-02T09:00:00Z')`
  expect((await counted()).service.assessment).toEqual({ days: 10, cases: 12 })
})

test('enquiries: those marked as done within 24 office hours, of those that are due', async () => {
  // From Friday 17:00 on, the 24 hours end on Wednesday at 15:30.
  await site.sql`
    insert into contact_enquiries (name, email, message, state, handled_at, received_at)
    select 'Ivo', 'ivo@visitor.example', 'Hello', 'done', '2026-11-18T11:59:00Z', '2026-11-13T17:00:00Z' from generate_series(1, 9)`
  await site.sql`
    insert into contact_enquiries (name, email, message, state, handled_at, received_at) values
      ('Ivo', 'ivo@visitor.example', 'Late', 'done', '2026-11-06T10:00:00Z', '2026-11-02T10:00:00Z'),
      ('Ivo', 'ivo@visitor.example', 'Still in time', 'in-hand', '2026-11-18T11:00:00Z', '2026-11-17T10:00:00Z')`
  expect((await counted()).service.enquiriesInTime).toEqual({ cases: 9, of: 10 })
  await site.sql`update contact_enquiries set received_at = '2026-11-10T10:00:00Z' where state = 'in-hand'`
  expect((await counted()).service.enquiriesInTime).toEqual({ cases: 9, of: 11 })
})

test('concerns, complaints and appeals: how many were upheld of those that were settled', async () => {
  await site.sql`
    insert into concerns (reference, about, in_danger, event, happened, state, received_at, promised_at, settled_at, outcome)
    select 'CON-' || n, 'other', false, 'Fair', 'Much',
      case when n <= 4 then 'upheld' when n <= 10 then 'not-upheld' else 'closed' end,
      '2026-10-01T09:00:00Z', '2026-10-03T09:00:00Z', '2026-10-05T09:00:00Z', 'So it is.'
    from generate_series(1, 12) as n`
  await site.sql`
    insert into complaints (reference, name, email, about, message, received_at, closed_at, closed_by_name, outcome, is_upheld)
    select 'C-' || n, 'Ivo', 'ivo@visitor.example', 'other', 'Why', '2026-10-01T09:00:00Z', '2026-10-05T09:00:00Z', 'Somebody',
      'So it is.', n <= 2
    from generate_series(1, 9) as n`
  const { service } = await counted()
  expect(service.concernsUpheld).toEqual({ cases: 4, of: 10 })
  expect([service.complaintsUpheld, service.appealsUpheld]).toEqual([null, null])
  expect(await html()).toContain('40%: 4 of 10')
})

test('the registers are counted as they are, and the page follows them', async () => {
  await html()
  const entry = (slug: string, change: Record<string, unknown> = {}) => {
    const fields = {
      number: slug,
      slug,
      status: 'active',
      valid_from: '2026-01-01T00:00:00Z',
      title: slug,
      organiser: 'Tarn Trust',
      category: 'Other',
      sector: 'culture',
      starts_on: '2026-12-01',
      venue: 'Tarn Hall',
      city: 'Kendal',
      ...change,
    }
    return site.sql`insert into register_entries ${site.sql(fields as never)}`
  }
  await entry('coming')
  await entry('past', { starts_on: '2026-11-17' })
  await entry('undated', { starts_on: null })
  await entry('revoked', { status: 'revoked' })
  const { live } = await counted()
  expect(live.upcoming).toBe(2)
  expect(live.entries.filter(({ entries }) => entries > 0)).toEqual([
    { status: 'active', entries: 3 },
    { status: 'revoked', entries: 1 },
  ])
  const page = await html()
  expect(page).toContain('2,500+')
  expect(page).toContain('Sample: an invented figure')
  expect(page).toContain('Entries accredited now')
})
