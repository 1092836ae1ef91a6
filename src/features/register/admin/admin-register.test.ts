import { expect, test } from 'bun:test'
import { defaultBrand } from '#brand.ts'
import { publishEntry } from '#features/register/server/publish-entry.ts'
import type { PageData } from '#page/page.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { until } from '#test/until.ts'
import { emptyEntry } from './form.ts'
import type { adminRegister } from './server/register-list.ts'

const site = await siteOfFile()
const cookie = await signInAdmin(site)

const post = (path: string, form: Record<string, string>, as = cookie) => site.post(path, form, { cookie: as })
const get = (path: string) => fetch(site.origin + path, { headers: { cookie } })
type EntryFormData = {
  typed: Record<string, string>
  version: number
  slug: string
  status: string
  conflict: { by: string } | null
}
async function shown(id: string): Promise<EntryFormData> {
  const response = await fetch(`${site.origin}/admin/register/${id}`, {
    headers: { cookie, accept: 'application/json' },
  })
  return ((await response.json()) as { data: EntryFormData }).data
}
const entry = {
  ...emptyEntry,
  title: 'Quayside Makers Fair',
  organiser: 'Quayside Trust',
  category: 'Arts & Culture',
  date: '2027-05-08',
  city: 'Whitby',
}
async function create(values: Record<string, string> = {}): Promise<string> {
  const response = await post('/admin/register/new', { ...entry, ...values })
  expect(response.status).toBe(303)
  return /register\/([\da-f-]{36})/.exec(response.headers.get('location')!)![1]!
}
const logged = (id: string) =>
  site.sql`select action, before, after from audit_log where subject_id = ${id} order by id`

test('an entry that is added stands on the register at once, with its history', async () => {
  const id = await create({ images: '/covers/culture/a.svg\n/covers/culture/b.svg', partners: 'Tarnlight\nOstlermere' })
  const { slug } = await shown(id)
  const page = await (await fetch(`${site.origin}/events/${slug}`)).text()
  expect(page).toContain('Quayside Makers Fair')
  expect(page).toContain('Tarnlight, Ostlermere')
  expect(page).toContain('Entered in the register')
  expect((await logged(id)).map(({ action }) => action)).toEqual(['entry.created'])
})

test('a form that is sent twice is one entry', async () => {
  const [, key] = /name="key" value="([\da-f-]{36})"/.exec(await (await get('/admin/register/new')).text())!
  const clicks = await Promise.all(
    Array.from({ length: 5 }, () => post('/admin/register/new', { ...entry, title: 'Clicked Twice Fair', key: key! })),
  )
  expect(new Set(clicks.map(({ headers }) => headers.get('location')))).toEqual(
    new Set([`/admin/register/${key}?done=created`]),
  )
  expect(await site.sql`select from register_entries where title = 'Clicked Twice Fair'`).toHaveLength(1)
  expect((await logged(key!)).map(({ action }) => action)).toEqual(['entry.created'])
  // Whoever goes back to the form and types another entry gets it.
  const other = await post('/admin/register/new', { ...entry, title: 'Typed After Going Back', key: key! })
  expect(other.headers.get('location')).not.toContain(key!)
  expect(await site.sql`select from register_entries where title = 'Typed After Going Back'`).toHaveLength(1)
})

test('what is wrong is said field by field, and nothing typed is lost', async () => {
  const wrong = {
    ...entry,
    title: '',
    organiser: 'Kept & typed',
    date: '2027-02-30',
    websiteUrl: 'javascript:alert(1)',
  }
  const response = await post('/admin/register/new', { ...wrong, imageUrl: 'http://10.0.0.1/a.png', capacity: 'many' })
  expect(response.status).toBe(422)
  const page = await response.text()
  expect(page).toContain('Enter a title')
  expect(page).toContain('Give the day as YYYY-MM-DD')
  expect(page).toContain('Use a whole number')
  expect((await post('/admin/register/new', { ...entry, date: '0000-05-08' })).status).toBe(422)
  expect(page).toContain('value="Kept &amp; typed"')
  const picture = await post('/admin/register/new', { ...entry, imageUrl: 'https://localhost/a.png' })
  expect(picture.status).toBe(422)
  expect(await picture.text()).toContain('Name the host of the picture')
})

test('an edit is public at once, and the log holds what changed and nothing else', async () => {
  const id = await create()
  const { slug, version, typed } = await shown(id)
  await (await fetch(`${site.origin}/events/${slug}`)).text()
  const saved = await post(`/admin/register/${id}`, {
    ...typed,
    intent: 'save',
    version: String(version),
    venue: 'The Old Chandlery',
  })
  expect(saved.headers.get('location')).toBe(`/admin/register/${id}?done=saved`)
  // The database announces the change, and the cached page goes.
  await until(async () => (await (await fetch(`${site.origin}/events/${slug}`)).text()).includes('The Old Chandlery'))
  expect((await logged(id)).at(-1)).toMatchObject({
    action: 'entry.edited',
    before: { venue: '' },
    after: { venue: 'The Old Chandlery' },
  })
  expect(Object.keys((await logged(id)).at(-1)!.after)).toEqual(['venue'])
  const page = (await (await fetch(`${site.origin}/events/${slug}`)).text()).replace(/<[^>]+>/g, ' ')
  expect(page).toMatch(/Corrected\s+\d+ \w+ \d{4}\s+Changed: venue\./)
})

test('of two editors the second learns of the first before anything is overwritten', async () => {
  const id = await create()
  const { version, typed } = await shown(id)
  const form = { ...typed, intent: 'save', version: String(version) }
  expect((await post(`/admin/register/${id}`, { ...form, city: 'Hull' })).status).toBe(303)
  const second = await post(`/admin/register/${id}`, { ...form, city: 'York', venue: 'Mine' })
  expect(second.status).toBe(409)
  const page = await second.text()
  expect(page).toContain('the entry has changed since you opened it')
  // So that leaving it asks, although no field is wrong.
  expect(page).toContain('data-unsaved')
  expect(page).toContain('Hull')
  expect(page).toContain('value="York"')
  expect((await shown(id)).typed.city).toBe('Hull')
  const [, newVersion] = /name="version" value="(\d+)"/.exec(page)!
  expect((await post(`/admin/register/${id}`, { ...form, version: newVersion!, city: 'York' })).status).toBe(303)
  expect((await shown(id)).typed.city).toBe('York')
})

test('an editor who meets a change learns whose it was, and is told of nobody where it was a payment', async () => {
  const id = await create()
  const { version, typed } = await shown(id)
  const form = { ...typed, intent: 'save', version: String(version), city: 'York' }
  await site.sql`update register_entries set valid_until = '2027-12-31', updated_at = now() where id = ${id}`
  const met = await post(`/admin/register/${id}`, form)
  expect(met.status).toBe(409)
  expect(await met.text()).toContain('A payment or a job has changed it.')
  await post(`/admin/register/${id}`, { intent: 'feature', featured: '1' })
  const [{ name }] = (await site.sql`select name from people where email = ${site.admin.email}`) as unknown as [
    { name: string },
  ]
  expect(await (await post(`/admin/register/${id}`, form)).text()).toContain(`${name} has changed it.`)
})

test('of many edits at once one is saved', async () => {
  const id = await create()
  const { version, typed } = await shown(id)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      post(`/admin/register/${id}`, { ...typed, intent: 'save', version: String(version), city: `City ${index}` }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(7).fill(409)])
})

test('what an application may hold, an editor may save', async () => {
  const { id: applicationId } = await addApplication(site.sql, {
    status: 'approved',
    draft: {
      title: 'Long Lane Fair',
      address: 'Long Lane, '.repeat(45).slice(0, 500).trim(),
      postcode: 'YO21 1ZZ (north gate',
      url: `https://${'a'.repeat(60)}.example/${'b'.repeat(400)}`,
    },
  })
  const { id } = await published(applicationId)
  const { typed, version } = await shown(id)
  const saved = await post(`/admin/register/${id}`, {
    ...typed,
    intent: 'save',
    version: String(version),
    city: 'Hull',
  })
  expect(saved.status).toBe(303)
  await site.services.auth.setPassword({
    email: 'editor@beaa.example',
    password: 'a long enough password',
    name: 'Eden Editor',
    roles: ['editor'],
  })
  const editor = await signInAdmin(site, { email: 'editor@beaa.example', password: 'a long enough password' })
  const pageOf = async (as: string) =>
    await (await fetch(`${site.origin}/admin/register/${id}`, { headers: { cookie: as } })).text()
  expect(await pageOf(cookie)).toContain(`href="/review/${applicationId}"`)
  // An editor does not review: the link would lead to a refusal.
  expect(await pageOf(editor)).not.toContain(`href="/review/${applicationId}"`)
})

test('suspending needs a reason, which is public; reinstating and revoking follow the same way', async () => {
  const { id: applicationId } = await addApplication(site.sql, {
    status: 'approved',
    draft: { title: 'Suspended Fair' },
    organisation: { email: 'suspended@harbour-lights.example' },
  })
  const { id, slug } = await published(applicationId)
  const bare = await post(`/admin/register/${id}`, { intent: 'status', act: 'suspend', reason: ' ' })
  expect(bare.status).toBe(422)
  expect(await bare.text()).toContain('Enter the reason. Everyone will be able to read it')
  const act = async (name: string, reason: string, seen?: string) =>
    await post(`/admin/register/${id}`, {
      intent: 'status',
      act: name,
      seen: seen ?? (await shown(id)).status,
      reason,
    })
  expect((await act('reinstate', 'Not suspended')).status).toBe(409)
  expect((await act('suspend', 'Insurance ran out.')).status).toBe(303)
  const readPublic = async () => (await fetch(`${site.origin}/events/${slug}`)).text()
  await until(async () => (await readPublic()).includes('Insurance ran out.'))
  const [mail] = await site.sql`select * from mails where to_email = 'suspended@harbour-lights.example'`
  expect(mail!.text_body).toContain('Insurance ran out.')
  expect((await act('reinstate', 'Insurance was shown.')).status).toBe(303)
  const subjects = async () =>
    (await site.sql`select subject from mails where to_email = 'suspended@harbour-lights.example' order by id`).map(
      ({ subject }) => subject.replace(/^The accreditation \S+ /, ''),
    )
  expect(await subjects()).toEqual(['is suspended', 'is reinstated'])
  // Whoever is reinstated after the time that was paid is not told that they stand again.
  await site.sql`update register_entries set status = 'suspended', valid_until = '2026-01-01' where id = ${id}`
  expect((await act('reinstate', 'Shown late.')).status).toBe(303)
  expect((await subjects()).at(-1)).toBe('is no longer suspended or revoked')
  await site.sql`update register_entries set status = 'active', valid_until = '2027-11-01' where id = ${id}`
  // Two at once: whoever still sees it as suspended does not undo what has come after.
  expect((await act('revoke', 'Not shown in time.', 'suspended')).status).toBe(409)
  expect((await act('revoke', 'Shown to be forged.')).status).toBe(303)
  expect((await act('suspend', 'Too late.')).status).toBe(409)
  await until(async () => (await readPublic()).includes('Shown to be forged.'))
  for (const reason of ['Insurance ran out.', 'Insurance was shown.']) expect(await readPublic()).toContain(reason)
  expect(await readPublic()).not.toContain('of the admin area')
  expect((await logged(id)).map(({ action }) => action)).toEqual([
    'entry.suspended',
    'entry.reinstated',
    'entry.reinstated',
    'entry.revoked',
  ])
})

test('featured entries are put among the featured and taken from there', async () => {
  const id = await create()
  await post(`/admin/register/${id}`, { intent: 'feature', featured: '1' })
  const list = await (await get('/admin/register?featured=1&q=quayside')).text()
  expect(list).toContain(id)
  await post(`/admin/register/${id}`, { intent: 'feature', featured: '' })
  expect(await (await get('/admin/register?featured=1&q=quayside')).text()).not.toContain(id)
  expect((await logged(id)).map(({ action }) => action)).toEqual([
    'entry.created',
    'entry.featured',
    'entry.unfeatured',
  ])
})

test('an entry of the admin area is renewed by a date; one that stands by its payments is not', async () => {
  const id = await create({ validUntil: '2027-01-31' })
  expect((await post(`/admin/register/${id}`, { intent: 'renew', validUntil: '2020-01-01' })).status).toBe(422)
  await site.sql`update register_entries set status = 'lapsed', valid_until = '2026-01-01' where id = ${id}`
  expect((await shown(id)).status).toBe('lapsed')
  expect((await post(`/admin/register/${id}`, { intent: 'renew', validUntil: '2028-01-31' })).status).toBe(303)
  expect((await shown(id)).status).toBe('active')
  const [paid] = await site.sql`select id from register_entries where application_id is not null limit 1`
  expect((await post(`/admin/register/${paid!.id}`, { intent: 'renew', validUntil: '2028-01-31' })).status).toBe(409)
})

test('the last day of an entry is a day in London, in summer too', async () => {
  const id = await create({ validUntil: '2028-07-01' })
  expect(await (await get(`/admin/register/${id}`)).text()).toContain('1 July 2028')
  await post(`/admin/register/${id}`, { intent: 'renew', validUntil: '2028-08-31' })
  expect(await (await get(`/admin/register/${id}`)).text()).toContain('31 August 2028')
  const [stored] = await site.sql`select valid_until from register_entries where id = ${id}`
  expect(new Date(stored!.valid_until).toISOString()).toBe('2028-08-31T22:59:59.999Z')
})

test('the list is searched by title, venue and number, and every page shows once', async () => {
  const id = await create({ title: 'Ωmega Fair', venue: 'Lantern Hall' })
  const { number } = (await site.sql`select number from register_entries where id = ${id}`)[0]!
  for (const q of ['ωmega', 'lantern', number.toLowerCase()]) {
    expect(await (await get(`/admin/register?q=${encodeURIComponent(q)}`)).text()).toContain(id)
  }
  const seen: string[] = []
  let next: string | null = '/admin/register'
  while (next) {
    const response: Response = await fetch(site.origin + next, { headers: { cookie, accept: 'application/json' } })
    const { data } = (await response.json()) as {
      data: { entries: { id: string }[]; pages: { nextHref: string | null } }
    }
    seen.push(...data.entries.map((row) => row.id))
    next = data.pages.nextHref
  }
  const [{ count }] = (await site.sql`select count(*) from register_entries`) as unknown as [{ count: number }]
  expect(new Set(seen).size).toBe(count)
  expect(seen).toHaveLength(count)
})

test('the list is sorted by day of publication and by date, both ways', async () => {
  const dataOf = async (sort: string) => {
    const response = await fetch(`${site.origin}/admin/register?sort=${sort}`, {
      headers: { cookie, accept: 'application/json' },
    })
    const { data } = (await response.json()) as { data: PageData<typeof adminRegister> }
    return data.entries
  }
  const dates = async (sort: string) => (await dataOf(sort)).map(({ date }) => date ?? '9999')
  const published = async (sort: string) => (await dataOf(sort)).map(({ publishedAt }) => publishedAt)
  expect(await dates('date')).toEqual((await dates('date')).toSorted())
  expect(await dates('-date')).toEqual((await dates('-date')).toSorted().toReversed())
  expect(await published('published')).toEqual((await published('published')).toSorted())
  expect(await published('')).toEqual((await published('-published')).toSorted().toReversed())
})

test('the register goes home as a file with its filters, formulas made text, and the log knows', async () => {
  await create({ title: '=1+1 Fair', organiser: '+Harbour' })
  const file = async (query: string) =>
    (await (await get(`/api/admin/register.csv${query}`)).text()).trim().split('\r\n')
  const found = await file('?q=%3D1%2B1')
  expect(found).toHaveLength(2)
  expect(found[1]).toContain(",'=1+1 Fair,'+Harbour,")
  const [{ count }] = (await site.sql`select count(*)::int as count from register_entries`) as unknown as [
    { count: number },
  ]
  expect(await file('')).toHaveLength(count + 1)
  const lines = await file('?featured=1&status=active')
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.length).toBeLessThan(count)
  const logged = await site.sql`select after from audit_log where subject_id = 'register' order by id`
  expect(logged.map(({ after }) => after.filters)).toEqual([['q'], [], ['featured', 'status']])
})

test.each(['active', 'lapsed', 'suspended', 'revoked'])(
  'the list of what is %s holds those entries alone',
  async (status) => {
    const numbers = [`S-${status}`, `S-${status}-until-yesterday`]
    await site.sql`
    insert into register_entries (number, slug, status, valid_from, valid_until, title, organiser, category, sector)
    select number, lower(number), ${status}::text, now() - interval '1 year',
      case when number like '%yesterday' then now() - interval '1 day' end, 'Listed by status', 'Organiser', 'Other', 'culture'
    from unnest(${numbers}::text[]) as number`
    const response = await fetch(`${site.origin}/admin/register?q=listed+by+status&status=${status}`, {
      headers: { cookie, accept: 'application/json' },
    })
    const { data } = (await response.json()) as { data: { entries: { number: string; status: string }[] } }
    expect(data.entries.every((entry) => entry.status === status)).toBe(true)
    const found = data.entries.map(({ number }) => number).filter((number) => number.startsWith(`S-${status}`))
    expect(found.sort()).toEqual(status === 'active' ? numbers.slice(0, 1) : numbers)
  },
)

/** The entry of an approved application, published until November 2027. */
async function published(applicationId: string): Promise<{ id: string; slug: string }> {
  const outcome = await site.sql.begin((tx) =>
    publishEntry(tx, {
      applicationId,
      validUntil: '2027-11-01T00:00:00Z',
      cause: 'test',
      brand: defaultBrand,
      now: new Date(),
    }),
  )
  if (outcome.kind === 'not-approved') throw new Error('not approved')
  return { id: outcome.entryId, slug: outcome.slug }
}

test('the register is searched by the organiser too, in any spelling and by a part of the name', async () => {
  const id = await create({ title: 'A Fair Without Its Name', organiser: 'Crème & Co Érlend 50%' })
  const found = async (q: string) =>
    (await (await get(`/admin/register?q=${encodeURIComponent(q)}`)).text()).includes(`/admin/register/${id}`)
  for (const q of ['Crème & Co Érlend 50%', 'creme & co', 'ERLEND', '50%']) expect(await found(q)).toBe(true)
  expect(await found('50_')).toBe(false)
  const short = await create({ title: 'Another Fair', organiser: 'Ql' })
  expect(await (await get('/admin/register?q=ql')).text()).toContain(`/admin/register/${short}`)
})
