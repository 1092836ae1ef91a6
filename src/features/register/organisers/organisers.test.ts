import { expect, test } from 'bun:test'
import { defaultBrand } from '#brand.ts'
import { erasePerson } from '#features/people/privacy/server/erase-person.ts'
import { publishEntry } from '#features/register/server/publish-entry.ts'
import type { PageData } from '#page/page.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { until } from '#test/until.ts'
import type { organiser } from './server.ts'

const now = new Date('2026-11-21T12:00:00Z')

const site = await siteOfFile({ now: () => now, demoData: false })

const get = (path: string, init: RequestInit = {}) => fetch(site.origin + path, { redirect: 'manual', ...init })
async function data(path: string): Promise<PageData<typeof organiser>> {
  const response = await get(path, { headers: { accept: 'application/json' } })
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: PageData<typeof organiser> }).data
}
const text = async (path: string) =>
  (await (await get(path)).text())
    .replace(/<script[\s\S]*?<\/script>|<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

type Organisation = { name: string; email?: string; company_no?: string }
async function publish(organisation: Organisation, title: string, companyCheck = {}) {
  const application = await addApplication(site.sql, {
    status: 'approved',
    organisation,
    draft: { title },
    companyCheck,
  })
  const validUntil = '2027-11-21T12:00:00.000Z'
  const published = await site.sql.begin((tx) =>
    publishEntry(tx, { applicationId: application.id, validUntil, cause: 'order 1', brand: defaultBrand, now }),
  )
  if (published.kind !== 'published') throw new Error('It was not published.')
  const [entry] = await site.sql<{ organiser_id: number | null }[]>`
    select organiser_id from register_entries where id = ${published.entryId}`
  return { ...application, ...published, organiser: entry!.organiser_id }
}

/** The address of an organiser's page, by its number alone. */
async function addressOf(organiser: number | null): Promise<string> {
  const response = await get(`/organisers/${organiser}`)
  expect(response.status).toBe(301)
  return new URL(response.headers.get('location')!, site.origin).pathname
}

async function addOwn(title: string, organiser: string): Promise<number | null> {
  const [entry] = await site.sql<{ organiser_id: number | null }[]>`
    insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector, city)
    values (${title}, ${title.toLowerCase().replaceAll(' ', '-')}, 'active', now(), ${title}, ${organiser}, 'Other', 'culture', 'York')
    returning organiser_id`
  return entry!.organiser_id
}

test('a company is one organiser whoever of it applies, and its page says how each entry stands', async () => {
  const confirmed = { state: 'confirmed', companyName: 'QUAYSIDE FAIRS LTD', companyStatus: 'active' }
  const first = await publish({ name: 'Quayside Fairs Ltd', company_no: '1234567' }, 'Quayside Spring Fair', confirmed)
  const second = await publish({ name: 'Quayside Fairs Ltd', company_no: '01234567' }, 'Quayside Autumn Fair')
  expect(second.organiser).toBe(first.organiser!)
  const address = await addressOf(first.organiser)
  expect(address).toBe(`/organisers/quayside-fairs-ltd-${first.organiser}`)
  expect(await data(address)).toMatchObject({
    name: 'Quayside Fairs Ltd',
    companyNumber: '01234567',
    website: 'https://harbour-lights.example',
    statusCounts: [['active', 2]],
  })
  await site.sql`update register_entries set status = 'revoked', status_reason = 'False documents.' where id = ${second.entryId}`
  await site.sql`insert into register_history (entry_id, happened_at, change, to_status, reason, cause)
    values (${second.entryId}, '2026-11-20T10:00:00Z', 'revoked', 'revoked', 'False documents.', 'test')`
  await until(async () => (await text(address)).includes('1 accredited, at any level; 1 accreditation revoked'))
  const page = await text(address)
  expect(page).toContain('Valid until 21 November 2027')
  expect(page).toContain('Accreditation revoked since 20 November 2026')
  expect(page).toContain('Reason: False documents.')
  for (const { slug } of [first, second]) {
    const entry = await (await get(`/events/${slug}`)).text()
    expect(entry).toContain(`href="${address}">Quayside Fairs Ltd</a>`)
    expect(entry).toContain(`"url":"${site.origin}${address}"`)
    expect(entry).toContain('href="/cities/whitby">Accredited events in Whitby</a>')
  }
  expect(await (await get('/events')).text()).toContain('<p>Quayside Fairs Ltd · ')
  // What is not in the register is not here either.
  for (const secret of [first.email, 'Robin Example', '0161 496 0199', first.id, first.organisationId])
    expect(JSON.stringify(await data(address))).not.toContain(secret)
})

test('an upheld concern shows on the page of its organiser, and goes with its note', async () => {
  const entry = await publish({ name: 'Fell Runners Ltd', company_no: '07654321' }, 'Fell Night Run')
  const address = await addressOf(entry.organiser)
  expect((await data(address)).notes).toBe(0)
  const [concern] = await site.sql`
    insert into concerns (reference, about, in_danger, entry_id, event, happened, state, received_at, promised_at, settled_at, outcome)
    values ('CON-1', 'safety', false, ${entry.entryId}, 'x', 'x', 'upheld', now(), now(), now(), 'x') returning id`
  await site.sql`insert into register_notes (entry_id, concern_id, text, noted_at)
    values (${entry.entryId}, ${concern!.id}, 'Marshals were missing.', ${now.toISOString()})`
  await until(async () => (await text(address)).includes('Marshals were missing.'))
  await until(async () => (await data(address)).notes === 1)
  await site.sql`update register_notes set removed_at = now(), removed_reason = 'x'`
  await until(async () => !(await text(address)).includes('Marshals were missing.'))
})

test('a corrected name keeps the page, and the former address leads there', async () => {
  const entry = await publish({ name: 'Harbur Lights', company_no: 'SC123456' }, 'Harbour Lights')
  const before = await addressOf(entry.organiser)
  await site.sql`update register_entries set organiser = 'Harbour Lights' where id = ${entry.entryId}`
  const response = await get(`${before}?cursor=0.2027-01-01.${entry.entryId}`)
  expect(response.status).toBe(301)
  expect(response.headers.get('location')).toEndWith(
    `/organisers/harbour-lights-${entry.organiser}?cursor=0.2027-01-01.${entry.entryId}`,
  )
})

test('without a company number the same name is the same organiser only with the same address', async () => {
  const own = { name: 'Ada Quill', email: 'ada@quill.example' }
  const first = await publish(own, 'Poetry by the River')
  const second = await publish({ ...own, email: 'Ada@Quill.example' }, 'Poetry in the Park')
  const other = await publish({ name: 'Ada Quill', email: 'ada@elsewhere.example' }, 'Another Ada')
  expect(second.organiser).toBe(first.organiser!)
  expect(other.organiser).not.toBe(first.organiser!)
  const address = await addressOf(first.organiser)
  // Perhaps a private person: no search engine is told.
  const page = await (await get(address)).text()
  expect(page).not.toContain('rel="canonical"')
  expect(await (await get('/sitemap-2.xml')).text()).not.toContain(address)
})

test('entries that the authority made itself go by the name, and one alone keeps its page when that is corrected', async () => {
  const fair = await addOwn('Own Fair', 'Millstone Forum')
  expect(await addOwn('Own Show', 'MILLSTONE FORUM')).toBe(fair)
  expect(await addOwn('Nobody', '')).toBeNull()
  const rename = async (title: string, organiser: string) => {
    const [entry] = await site.sql<{ organiser_id: number }[]>`
      update register_entries set organiser = ${organiser} where title = ${title} returning organiser_id`
    return entry!.organiser_id
  }
  const moved = await rename('Own Show', 'Milestone Forum')
  expect(moved).not.toBe(fair!)
  expect(await rename('Own Show', 'Milestone Fora')).toBe(moved)
  expect(await rename('Own Show', 'Millstone Forum')).toBe(fair!)
  // Nobody's page is no page.
  expect((await get(`/organisers/milestone-fora-${moved}`)).status).toBe(404)
})

test('addresses that name no organiser are not found', async () => {
  for (const path of ['nobody', 'nobody-0', 'nobody-999999', 'nobody-99999999999', 'nobody-1e3', '%00', 'x-%00'])
    expect((await get(`/organisers/${path}`)).status).toBe(404)
})

test('many entries are read page by page, the latest event first', async () => {
  await site.sql`
    insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector, starts_on)
    select 'P-' || n, 'p-' || n, 'active', now(), 'Event ' || n, 'Busy Body', 'Other', 'culture', '2026-01-01'::date + n
    from generate_series(1, 60) as n`
  const [row] = await site.sql<
    { organiser_id: number }[]
  >`select organiser_id from register_entries where number = 'P-1'`
  const address = await addressOf(row!.organiser_id)
  const first = await data(address)
  expect(first.entries.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, at) => `P-${60 - at}`))
  const second = await data(first.next!)
  expect(second.entries.map(({ number }) => number)).toEqual(Array.from({ length: 10 }, (_, at) => `P-${10 - at}`))
  expect(second).toMatchObject({ next: null, isFirst: false, isIndexed: false, statusCounts: [['active', 60]] })
})

test('a search box offers organisers', async () => {
  await addOwn('Offered', 'The Larksong Society')
  const suggested = async (q: string) =>
    (await (await get(`/api/suggest?q=${encodeURIComponent(q)}`)).json()) as {
      title: string
      detail: string
      url: string
    }[]
  for (const q of ['lark', 'The Lark', 'sóc']) {
    const [found] = (await suggested(q)).filter(({ detail }) => detail.startsWith('Organiser'))
    expect(found).toMatchObject({ title: 'The Larksong Society', detail: 'Organiser, 1 entry' })
    expect((await get(found!.url)).status).toBe(200)
  }
})

test('the erasure of a person takes the page that gathered their entries, and leaves those of companies', async () => {
  const own = { name: 'Ivo Quill', email: 'ivo@quill.example' }
  const person = await publish(own, 'Ivo Reads')
  const company = await publish({ ...own, name: 'Quill Ltd', company_no: '09999999' }, 'Quill Fair')
  const personal = await addressOf(person.organiser)
  const ofCompany = await addressOf(company.organiser)
  expect((await get(personal)).status).toBe(200)
  const report = await site.sql.begin((tx) => erasePerson(tx, { email: own.email, now: new Date().toISOString() }))
  expect(report.erased).toContainEqual({ what: 'Pages of organisers that gathered their entries', count: 1 })
  await until(async () => (await get(personal)).status === 404)
  const entry = await (await get(`/events/${person.slug}`)).text()
  expect(entry).toContain(own.name)
  expect(entry).not.toContain('/organisers/')
  expect((await get(ofCompany)).status).toBe(200)
  const left = await site.sql`select name from register_organisers where name = ${own.name}`
  expect(left).toHaveLength(0)
})
