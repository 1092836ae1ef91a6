import { expect, test } from 'bun:test'
import type { Counter } from '#database/count-in-memory.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { compareNames } from './record-misuse.ts'

const site = await siteOfFile({ demoData: false })
const cookie = await signInAdmin(site)

let added = 0
async function addEntry(more: Record<string, unknown> = {}) {
  const code = `MSE4${'ACDEFGHJKM'[Math.floor(added / 10)]}${'ACDEFGHJKM'[added++ % 10]}`
  const [entry] = await site.sql<{ id: string; number: string; slug: string }[]>`
    insert into register_entries ${site.sql({
      number: `BEAA-2026-${code}`,
      slug: `misuse-${code.toLowerCase()}`,
      status: 'active',
      valid_from: '2026-01-05T12:00:00Z',
      title: 'Harbour Lights Festival',
      organiser: 'Harbour Lights Festival Ltd',
      category: 'Music & Concerts',
      sector: 'culture',
      ...more,
    } as never)} returning id, number, slug`
  return entry!
}
const get = async (path: string) => await (await site.get(path, { cookie })).text()
const listed = async (query = '') => await get(`/admin/misuse${query}`)
/** The numbers of the list in its order. */
const numbersOf = (page: string) =>
  [...page.matchAll(/<span class="figures">([^<]+)<\/span>/g)].map(([, number]) => number)
const written = () => (site.services.failedChecks as Counter).write()

test('numbers that are not valid are counted by day, whatever else was typed is not', async () => {
  const [valid, revoked, lapsed] = [
    await addEntry(),
    await addEntry({ status: 'revoked', title: 'Gone Fair' }),
    await addEntry({ status: 'lapsed' }),
  ]
  for (const number of [valid.number, lapsed.number]) for (let i = 0; i < 3; i++) await get(`/verify/${number}`)
  // The page of a revoked number is kept after the first: each time that it is opened counts all the same.
  for (let i = 0; i < 4; i++) await get(`/verify/${revoked.number}`)
  for (let i = 0; i < 3; i++) await get('/verify/beaa2026zzzz99')
  for (const typed of ['robin@example.org', 'Robin%20Example', '07700900123', 'M1%201AA', ''])
    await get(`/verify/${typed}`)
  await fetch(`${site.origin}/api/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ events: [{ number: 'BEAA-2026-ZZZZ99' }, { number: 'BEAA-2026-YYYY99' }] }),
  })
  await written()
  const rows = await site.sql`select number, checks from failed_checks order by number`
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { number: revoked.number, checks: 4 },
    { number: 'BEAA-2026-YYYY99', checks: 1 },
    { number: 'BEAA-2026-ZZZZ99', checks: 4 },
  ])
})

test('the list has the numbers that failed often, with the ways to entry and concern', async () => {
  await site.sql`update failed_checks set checks = 5 where number like '%ZZZZ99'`
  await site.sql`update failed_checks set day = current_date - 3, checks = 11 where number like 'BEAA-2026-MSE%'`
  await site.sql`insert into failed_checks values (current_date - 40, 'BEAA-2026-YYYY99', 90)`
  const page = await listed()
  const [first, second] = numbersOf(page)
  expect(numbersOf(page)).toHaveLength(2)
  expect(second).toBe('BEAA-2026-ZZZZ99')
  expect(page).toContain('Accreditation revoked')
  expect(page).toContain('Not in the register')
  expect(page).toContain('>Gone Fair</a>')
  expect(page).toContain(`href="/concerns?event=${first}&amp;about=false-claim"`)
  expect(numbersOf(await listed('?sort=checks'))).toEqual([second, first])
  expect(numbersOf(await listed('?sort=last'))).toEqual([first, second])
  expect(numbersOf(await listed('?sort=-last'))).toEqual([second, first])
  // Reinstated, it does not fail any more.
  await site.sql`update register_entries set status = 'active' where number = ${first!}`
  expect(numbersOf(await listed())).toEqual([second])
})

test('whoever makes numbers up fills neither memory nor table, and hides no number that is checked more often', async () => {
  const count = (number: string) => site.services.failedChecks.count(number)
  for (let i = 0; i < 6000; i++) count(`AAAA-2026-${String(100_000 + i)}`)
  await written()
  for (let i = 0; i < 2; i++) count('ZZZZ-2026-OFTEN2')
  for (let i = 0; i < 3000; i++) count(`BBBB-2026-${String(100_000 + i)}`)
  await written()
  const [kept] = await site.sql`
    select count(*)::int as numbers, count(*) filter (where number = 'ZZZZ-2026-OFTEN2')::int as often
    from failed_checks where day >= current_date - 1`
  expect(kept).toEqual({ numbers: 1000, often: 1 })
})

test('names like those of other organisers’ accredited events are found, once for each writing of an application', async () => {
  await site.sql`truncate register_entries cascade`
  const accredited = await addEntry({ title: 'Northgate Lantern Parade', organiser: 'Northgate Lanterns Ltd' })
  await addEntry({ title: 'Old Mill Market', organiser: 'Mill Events Ltd', status: 'revoked' })
  const own = { name: 'Northgate Lanterns Ltd', company_no: '01234567' }
  const known = await addApplication(site.sql, { organisation: own, draft: { title: 'Northgate Lantern Parade' } })
  await addEntry({
    title: 'Quayside Jazz Weekend',
    organiser: own.name,
    organisation_id: known.organisationId,
    application_id: known.id,
  })
  const copy = await addApplication(site.sql, {
    organisation: { name: 'Northgate Lantern Ltd', company_no: '07654321' },
    draft: { title: 'Northgate Lantern Parades' },
  })
  const other = await addApplication(site.sql, {
    organisation: { name: 'Hilltop Books', company_no: null },
    draft: { title: 'Old Mill Market' },
  })
  await compareNames({}, site.services)
  const found = async () =>
    (await site.sql`select application_id, kind, entry_id from look_alike_names order by kind, likeness desc`).map(
      (row) => ({ ...row }),
    )
  const rows = await found()
  const kindsOf = (id: string) => rows.filter((row) => row.application_id === id).map(({ kind }) => kind)
  expect(kindsOf(copy.id)).toEqual(['organiser', 'organiser', 'title'])
  expect(kindsOf(other.id)).toEqual([])
  // The same company as the organiser of an entry of its own: only the one without a company number is like it.
  expect(rows.filter((row) => row.application_id === known.id).map(({ entry_id }) => entry_id)).toEqual([
    accredited.id,
    accredited.id,
  ])

  await site.sql`update look_alike_names set found_at = found_at - interval '1 day' where application_id = ${known.id}`
  const page = await listed('?list=names')
  for (const words of [
    'Northgate Lantern Parades',
    `/events/${accredited.slug}`,
    '07654321 and 01234567',
    copy.reference,
  ])
    expect(page).toContain(words)
  const order = (text: string) => [...text.matchAll(/href="\/review\/([^"]+)"/g)].map(([, id]) => id)
  expect(order(page)).toEqual([copy.id, copy.id, copy.id, known.id, known.id])
  expect(order(await listed('?list=names&sort=found'))).toEqual([known.id, known.id, copy.id, copy.id, copy.id])
  const byLikeness = order(await listed('?list=names&sort=-likeness'))
  expect(byLikeness.slice(0, 2)).toEqual([known.id, known.id])
  expect(order(await listed('?list=names&sort=likeness')).slice(-2)).toEqual([known.id, known.id])

  await compareNames({}, site.services)
  expect((await found()).length).toBe(rows.length)
  await site.sql`update applications set event_draft = event_draft || '{"title": "Brass Bands"}', revision = revision + 1 where id = ${copy.id}`
  await compareNames({}, site.services)
  expect((await found()).filter((row) => row.application_id === copy.id).map(({ kind }) => kind)).toEqual([
    'organiser',
    'organiser',
  ])
  // Decided against, it needs nobody's attention.
  await site.sql`update applications set status = 'rejected' where id in ${site.sql([copy.id, known.id])}`
  expect(await listed('?list=names')).toContain('No application has such a name.')
})
