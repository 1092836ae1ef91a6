import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import { recordChange } from '#database/record-change.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { actionWords, changedFields } from './rules.ts'
import { readAuditFilters } from './server.ts'

setDefaultTimeout(60_000)

let site: TestSite
let owner = ''

beforeAll(async () => {
  site = await openTestSite()
  owner = await signInAdmin(site)
  const olwen = { kind: 'person' as const, id: 'olwen', name: 'Olwen Testing' }
  const job = { kind: 'job' as const, name: 'lapse-expired-entries' }
  for (let number = 1; number <= 60; number++) {
    await recordChange(site.sql, {
      actor: olwen,
      subject: { kind: 'partner', id: String(number) },
      action: 'renamed',
      before: { name: `Old ${number}` },
      after: { name: `New ${number}` },
    })
  }
  await recordChange(site.sql, { actor: job, subject: { kind: 'entry', id: 'e1' }, action: 'lapsed' })
  await recordChange(site.sql, {
    actor: olwen,
    subject: { kind: 'partner', id: '7' },
    action: 'removed',
    before: { name: '=HYPERLINK("http://elsewhere.example")', isActive: true },
  })
  await site.sql`
    insert into audit_log (happened_at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id)
    values ('2026-03-29T23:30:00Z', 'person', 'olwen', 'Olwen Testing', 'entry.edited', 'entry', 'spring')`
})
afterAll(async () => {
  await site.close()
})

async function log(query = ''): Promise<string> {
  const response = await fetch(`${site.origin}/admin/audit-log${query}`, { headers: { cookie: owner } })
  expect(response.status).toBe(200)
  return await response.text()
}

async function csv(query = ''): Promise<Record<string, string>[]> {
  const response = await fetch(`${site.origin}/api/admin/audit-log.csv${query}`, { headers: { cookie: owner } })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"')
  expect(response.headers.get('cache-control')).toBe('no-store')
  return parse(await response.text(), { bom: true, columns: true })
}

const partnersIn = (html: string) => [...html.matchAll(/<ins>New (\d+)<\/ins>/g)].map((match) => Number(match[1]))

test('each download of a list is a line of its own, which names no one', async () => {
  for (const path of [
    '/api/admin/audit-log.csv?who=person:olwen',
    '/api/admin/orders.csv?q=ann@fairs.example',
    '/api/admin/correspondence/enquiries',
  ]) {
    const response = await fetch(site.origin + path, { headers: { cookie: owner } })
    expect([path, response.status]).toEqual([path, 200])
    await response.text()
  }
  const lines = await site.sql`
    select actor_kind, subject_id, after from audit_log where action = 'export.downloaded' order by id`
  expect(lines.map((line) => ({ ...line }))).toEqual([
    { actor_kind: 'person', subject_id: 'audit-log', after: { filters: ['who'] } },
    { actor_kind: 'person', subject_id: 'orders', after: { filters: ['q'] } },
    { actor_kind: 'person', subject_id: 'enquiries', after: { filters: [] } },
  ])
})

test('tells the newest changes first, page by page, each once', async () => {
  const seen: number[] = []
  let query = '?subject=partner&what=partner.renamed'
  for (let page = 0; page < 3 && query; page++) {
    const html = await log(query)
    seen.push(...partnersIn(html))
    query = /href="\/admin\/audit-log(\?[^"]*page=\d+)" rel="next"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  }
  expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => 60 - index))
})

test('is narrowed by who, what, about what and by days in London', async () => {
  expect((await csv('?who=job:lapse-expired-entries')).map((row) => row.What)).toEqual(['entry.lapsed'])
  expect((await csv('?who=person:olwen&what=partner.removed')).map((row) => row.Subject)).toEqual(['7'])
  expect((await csv('?subject=partner:7')).map((row) => row.What)).toEqual(['partner.removed', 'partner.renamed'])
  expect((await csv('?subject=PARTNER:7')).length).toBe(2)
  // 23:30 in UTC is the next day in London, where summer has begun.
  expect((await csv('?from=2026-03-30&to=2026-03-30')).map((row) => row.Subject)).toEqual(['spring'])
  expect(await csv('?from=2026-03-29&to=2026-03-29')).toEqual([])
  expect(await csv('?who=person:nobody')).toEqual([])
})

test('shows what a field was and is, and keeps the filters in its form', async () => {
  const html = await log('?subject=partner:60')
  expect(html).toContain('<del>Old 60</del>')
  expect(html).toContain('<ins>New 60</ins>')
  expect(html).toContain('value="partner:60"')
  expect(html).toContain('href="/api/admin/audit-log.csv?subject=partner%3A60"')
})

test('people and things are named in place of their ids', async () => {
  const [person] = await site.sql`select id, name from people limit 1`
  const [entry] = await site.sql`select id, number from register_entries limit 1`
  await recordChange(site.sql, {
    actor: { kind: 'person', id: 'olwen', name: 'Olwen Testing' },
    subject: { kind: 'entry', id: entry!.id },
    action: 'checked',
    after: { checkedBy: person!.id },
  })
  const html = await log(`?subject=entry:${entry!.id}`)
  expect(html).toContain(`aria-label="The entry ${entry!.number}"`)
  expect(html).toContain(`<ins>${person!.name}</ins>`)
})

test('a date that is none is left out and said so', async () => {
  const html = await log('?from=2026-02-31')
  expect(html).toContain('We ignored a date')
  expect(await log('?to=0000-01-01')).toContain('We ignored a date')
  expect(await log('?from=2026-03-02&to=2026-03-01')).toContain('The first day is after the last day')
  expect(await log('?page=abc&sort=when&subject=%00&who=%27')).toContain('Audit log')
})

test('the download holds every change, more than one batch, and no formula', async () => {
  await site.sql`
    insert into audit_log (actor_kind, actor_id, actor_name, action, subject_kind, subject_id)
    select 'command', 'bulk', '@bulk', 'entry.imported', 'entry', number::text from generate_series(1, 1203) as number`
  const rows = await csv('?who=command:bulk')
  expect(new Set(rows.map((row) => row.Subject)).size).toBe(1203)
  expect(rows.every((row) => row.Who === "'@bulk")).toBe(true)
  const [removed] = await csv('?what=partner.removed')
  expect(JSON.parse(removed!.Before!)).toEqual({ name: '=HYPERLINK("http://elsewhere.example")', isActive: true })
})

test('the log of sign-ins names people and no address', async () => {
  const body = new URLSearchParams({ email: 'nobody@elsewhere.example', password: 'x' })
  await fetch(`${site.origin}/admin/sign-in`, { method: 'POST', headers: { origin: site.origin }, body })
  const response = await fetch(`${site.origin}/admin/audit-log/sign-ins`, { headers: { cookie: owner } })
  const html = await response.text()
  expect(html).toContain('Administrator')
  expect(html).toContain('No one in the admin area')
  expect(html).not.toContain('nobody@elsewhere.example')
  expect(html).not.toContain('127.0.0.1')
})

test('sign-ins are read by page numbers, sorted by when, and narrowed to one person', async () => {
  await site.sql`insert into people (id, name, email, roles) values ('busy', 'Busy Testing', 'busy@beaa.example', '{finance}')`
  await site.sql`insert into sign_in_events (person_id, person_name, event, network, browser)
    select 'busy', 'Busy Testing', 'signed-in', 'n', 'Browser ' || n from generate_series(1, 60) as n order by n`
  const shown = async (query: string) => {
    const response = await fetch(`${site.origin}/admin/audit-log/sign-ins${query}`, { headers: { cookie: owner } })
    const html = await response.text()
    return { html, browsers: [...html.matchAll(/<td[^>]*>Browser (\d+)</g)].map((match) => Number(match[1])) }
  }
  const first = await shown('?person=busy')
  expect([first.browsers[0], first.browsers.length]).toEqual([60, 50])
  expect(first.html).toContain('href="/admin/audit-log/sign-ins?person=busy&amp;page=2"')
  expect(first.html).toContain('href="/admin/audit-log/sign-ins?person=busy&amp;sort=when"')
  const second = await shown('?person=busy&page=2&sort=when')
  expect([second.browsers[0], second.browsers.length]).toEqual([51, 10])
  expect(second.html).toContain('href="/admin/audit-log/sign-ins?person=busy&amp;sort=when"')
  const made = await shown('?person=other&page=x&sort=who')
  expect(made.browsers[0]).toBe(60)
})

test('a change in words', () => {
  expect(actionWords('payment-event.played-again')).toBe('Payment event: played again')
  expect(
    changedFields({ startsOn: '2026-01-01', tags: ['a', 'b'] }, { startsOn: null, tags: [], isFeatured: true }),
  ).toEqual([
    { field: 'Starts on', before: '2026-01-01', after: null },
    { field: 'Tags', before: 'a, b', after: null },
    { field: 'Is featured', before: null, after: 'yes' },
  ])
  expect(changedFields(null, null)).toEqual([])
  expect(changedFields(null, { note: 'x'.repeat(400) })[0]!.after).toHaveLength(301)
})

test('filters are read from any address without a fault', () => {
  const read = (query: string) => {
    const search = new URLSearchParams(query)
    return readAuditFilters((name) => search.get(name)).query
  }
  expect(read('who=person:a:b').actorId).toBe('a:b')
  expect(read('who=:').actorKind).toBeNull()
  expect(read('from=9999-99-99').from).toBeNull()
  expect(read('from=2026-1-1').from).toBeNull()
  expect(read('from=2028-02-29').from).toBe('2028-02-29')
  expect(read('from=0000-00-00').from).toBeNull()
})
