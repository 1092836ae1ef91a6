import { expect, test } from 'bun:test'
import { defaultBrand } from '#brand.ts'
import { openSql } from '#database/sql.ts'
import { readEnv } from '#env.ts'
import { addApplication } from '#test/add-application.ts'
import { databaseOfFile } from '#test/of-file.ts'
import { endEntryAt, lapseEntry, lapseExpired } from './end-entry.ts'
import { publishEntry } from './publish-entry.ts'

const now = new Date('2026-11-21T12:00:00Z')
const nextYear = '2027-11-21T12:00:00.000Z'

const database = await databaseOfFile()

/** What a mail needs to know of the site. */
const mailing = (() => {
  const read = readEnv({ PUBLIC_URL: 'http://127.0.0.1:9' })
  if ('problems' in read) throw new Error(read.problems.join())
  return { env: read.env, brand: read.env.brand }
})()
const expire = () => lapseExpired({ ...mailing, sql: database.sql, now: () => now })
const mailsAbout = (applicationId: string) => database.sql`
  select to_email, subject, text_body from mails
  where text_body like ${`%/checkout/listing/${applicationId}%`} and kind = 'entry-lapsed'`

type Change = { validUntil?: string; cause?: string; at?: Date }

const publish = (applicationId: string, { validUntil = nextYear, cause = 'order 1', at = now }: Change = {}) =>
  database.sql.begin((tx) => publishEntry(tx, { applicationId, validUntil, cause, brand: defaultBrand, now: at }))
const lapse = (applicationId: string, reason = 'The payment was refunded.', at = now) =>
  database.sql.begin((tx) => lapseEntry(tx, { applicationId, reason, cause: 'refund 1', now: at }, mailing))

async function entryOf(applicationId: string) {
  const rows = await database.sql`select * from register_entries where application_id = ${applicationId}`
  expect(rows.length).toBeLessThanOrEqual(1)
  return rows[0]
}
async function historyOf(applicationId: string) {
  const rows = await database.sql<
    { change: string; from_status: string | null; to_status: string; reason: string | null; cause: string }[]
  >`
    select change, from_status, to_status, h.reason, cause from register_history as h join register_entries as e on e.id = h.entry_id
    where application_id = ${applicationId} order by h.id`
  return [...rows]
}

test('an approved application becomes an accredited entry with all that its draft says', async () => {
  const application = await addApplication(database.sql, {
    status: 'approved',
    organisation: { name: 'Tarnside Events CIC' },
    draft: {
      title: 'Tarnside Jazz & Blues “Café” Weekend!',
      date: '2027-05-29',
      eventType: 'physical',
      venue: 'Tarnside Hall',
      address: '1 Quay Street, Kendal',
      city: 'Kendal',
      category: 'Music & Concerts',
      url: 'https://tarnside.example/jazz',
      capacity: 350,
      description: 'Two days of it.',
      county: 'Cumbria',
      postcode: 'LA9 0ZZ',
      country: 'England',
      latitude: 54.3,
      longitude: -2.7,
    },
  })
  const published = await publish(application.id)
  expect(published).toMatchObject({ kind: 'published', slug: 'tarnside-jazz-and-blues-cafe-weekend' })
  const entry = await entryOf(application.id)
  expect(entry).toMatchObject({
    status: 'active',
    title: 'Tarnside Jazz & Blues “Café” Weekend!',
    organiser: 'Tarnside Events CIC',
    organisation_id: application.organisationId,
    starts_on: '2027-05-29',
    venue: 'Tarnside Hall',
    address: '1 Quay Street, Kendal',
    city: 'Kendal',
    county: 'Cumbria',
    postcode: 'LA9 0ZZ',
    category: 'Music & Concerts',
    sector: 'entertainment',
    website_url: 'https://tarnside.example/jazz',
    capacity: 350,
    description: 'Two days of it.',
    latitude: 54.3,
    valid_from: now.toISOString(),
    valid_until: nextYear,
    featured: false,
    is_pro: false,
    is_demo: false,
  })
  expect(entry!.number).toMatch(/^BEAA-2026-[34679ACDEFGHJKMNPQRTWXY]{6}$/)
  expect(published).toMatchObject({ entryId: entry!.id, number: entry!.number })
  expect(await historyOf(application.id)).toEqual([
    { change: 'published', from_status: null, to_status: 'active', reason: null, cause: 'order 1' },
  ])
})

test('nothing in a draft makes an entry featured, PRO or anything else that is not an event’s own', async () => {
  const { id } = await addApplication(database.sql, {
    status: 'approved',
    draft: {
      title: 'Pushy Fair',
      featured: true,
      is_pro: true,
      status: 'active',
      number: 'X',
      slug: 'admin',
      price: 'Free',
    },
  })
  await publish(id)
  expect(await entryOf(id)).toMatchObject({ featured: false, is_pro: false, slug: 'pushy-fair', price: '' })
})

test.each(['submitted', 'rejected'] as const)('an application that is %s is not published', async (status) => {
  const { id } = await addApplication(database.sql, { status })
  expect(await publish(id)).toEqual({ kind: 'not-approved' })
  expect(await entryOf(id)).toBeUndefined()
})

test('an unknown application is not published', async () => {
  expect(await publish(crypto.randomUUID())).toEqual({ kind: 'not-approved' })
})

test('publishing again is the same entry, and tells the history nothing', async () => {
  const { id } = await addApplication(database.sql, { status: 'approved', draft: { title: 'Same Again Fair' } })
  const first = await publish(id)
  expect(await publish(id)).toEqual({ ...first, kind: 'renewed' } as never)
  expect((await historyOf(id)).length).toBe(1)
})

test('two at once become one entry', async () => {
  const { id } = await addApplication(database.sql, { status: 'approved', draft: { title: 'Hasty Fair' } })
  const outcomes = await Promise.all([publish(id), publish(id), publish(id), publish(id)])
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['published', 'renewed', 'renewed', 'renewed'])
  expect((await historyOf(id)).length).toBe(1)
  expect(new Set(outcomes.map((outcome) => 'number' in outcome && outcome.number)).size).toBe(1)
})

test('events of the same name get addresses of their own, also when they come at once', async () => {
  const applications = await Promise.all(
    Array.from({ length: 4 }, () =>
      addApplication(database.sql, { status: 'approved', draft: { title: 'Town Fair', date: '2027-06-01' } }),
    ),
  )
  await Promise.all(applications.map(({ id }) => publish(id)))
  const slugs = (await Promise.all(applications.map(({ id }) => entryOf(id)))).map((entry) => entry!.slug).sort()
  expect(slugs.slice(0, 2)).toEqual(['town-fair', 'town-fair-2027'])
  expect(new Set(slugs).size).toBe(4)
  for (const slug of slugs) expect(slug).toMatch(/^town-fair(-2027|-[a-z\d]{6})?$/)
})

test('a title without a letter for an address still gets one', async () => {
  const { id } = await addApplication(database.sql, { status: 'approved', draft: { title: '祭り', date: '' } })
  expect(await publish(id)).toMatchObject({ kind: 'published', slug: 'event' })
  expect((await entryOf(id))!.starts_on).toBeNull()
})

test('a private service has no date, whatever its draft says', async () => {
  const { id } = await addApplication(database.sql, {
    status: 'approved',
    draft: { title: 'Private Feasts', eventType: 'private', date: '2027-01-01', category: 'Nonsense' },
  })
  await publish(id)
  expect(await entryOf(id)).toMatchObject({
    starts_on: null,
    event_type: 'private',
    category: 'Other',
    sector: 'culture',
  })
})

test('a later payment renews, an earlier end changes nothing', async () => {
  const { id } = await addApplication(database.sql, { status: 'approved', draft: { title: 'Renewed Fair' } })
  await publish(id)
  await publish(id, { validUntil: '2028-11-21T12:00:00Z', cause: 'order 2' })
  await publish(id, { validUntil: '2027-01-01T00:00:00Z', cause: 'order 0' })
  expect(await entryOf(id)).toMatchObject({ status: 'active', valid_until: '2028-11-21T12:00:00.000Z' })
  expect((await historyOf(id)).map(({ change, cause }) => [change, cause])).toEqual([
    ['published', 'order 1'],
    ['renewed', 'order 2'],
  ])
})

test('a lapsed entry ends now, says why, and is reinstated by a new payment', async () => {
  const { id } = await addApplication(database.sql, { status: 'approved', draft: { title: 'Lapsing Fair' } })
  expect(await lapse(id)).toEqual({ kind: 'no-entry' })
  const { slug } = (await publish(id)) as { slug: string }
  expect(await lapse(id)).toMatchObject({ kind: 'lapsed', slug })
  expect(await entryOf(id)).toMatchObject({
    status: 'lapsed',
    status_reason: 'The payment was refunded.',
    valid_until: now.toISOString(),
  })
  expect(await lapse(id)).toMatchObject({ kind: 'unchanged' })
  expect(await publish(id, { validUntil: '2026-01-01T00:00:00Z' })).toMatchObject({ kind: 'renewed' })
  expect((await entryOf(id))!.status).toBe('lapsed')
  expect(await publish(id, { cause: 'order 2' })).toMatchObject({ kind: 'renewed', slug })
  expect(await entryOf(id)).toMatchObject({ status: 'active', status_reason: null, valid_until: nextYear })
  expect((await historyOf(id)).map(({ change, to_status, reason }) => [change, to_status, reason])).toEqual([
    ['published', 'active', null],
    ['lapsed', 'lapsed', 'The payment was refunded.'],
    ['reinstated', 'active', null],
  ])
})

test.each(['suspended', 'revoked'])(
  'money does not lift that an entry is %s, nor does a refund soften it',
  async (status) => {
    const { id } = await addApplication(database.sql, { status: 'approved', draft: { title: `Fair ${status}` } })
    await publish(id)
    await database.sql`update register_entries set status = ${status}, status_reason = 'Stewards were missing.' where application_id = ${id}`
    expect(await publish(id, { validUntil: '2029-01-01T00:00:00Z' })).toMatchObject({ kind: 'renewed' })
    expect(await entryOf(id)).toMatchObject({ status, valid_until: '2029-01-01T00:00:00.000Z' })
    expect((await historyOf(id)).at(-1)).toMatchObject({ change: 'renewed', to_status: status, reason: null })
    // What is not paid any more must not stand when the decision is lifted.
    expect(await lapse(id)).toMatchObject({ kind: 'ended' })
    expect(await entryOf(id)).toMatchObject({
      status,
      status_reason: 'Stewards were missing.',
      valid_until: now.toISOString(),
    })
    expect((await historyOf(id)).at(-1)).toMatchObject({ change: 'edited', to_status: status, cause: 'refund 1' })
    expect(await mailsAbout(id)).toHaveLength(0)
  },
)

test('what has run out lapses by the clock, once, also when two replicas look at the same time', async () => {
  const { sql } = database
  await sql`
    insert into register_entries (number, slug, status, valid_from, valid_until, title, organiser, category, sector)
    select 'R-' || n, 'ran-' || n, case when n % 10 = 0 then 'suspended' else 'active' end, ${now.toISOString()}::timestamptz - interval '1 year',
      ${now.toISOString()}::timestamptz + case when n <= 1100 then interval '-1 second' else interval '1 second' end, 'Ran', 'Organiser', 'Other', 'culture'
    from generate_series(1, 1200) as n`
  const lapsed = await Promise.all([expire(), expire()])
  expect(lapsed[0] + lapsed[1]).toBe(990)
  const rows = await sql`
    select status, count(*), (select count(*) from register_history as h join register_entries as x on x.id = h.entry_id
      where h.cause = 'job' and x.slug like 'ran-%' and x.status = e.status) as told
    from register_entries as e where slug like 'ran-%' group by status order by status`
  expect([...rows]).toEqual([
    { status: 'active', count: 90, told: 0 },
    { status: 'lapsed', count: 990, told: 990 },
    { status: 'suspended', count: 120, told: 0 },
  ])
  expect(await expire()).toBe(0)
  const [counted] =
    await sql`select sum(entries) as entries from register_totals where scope = 'all' and status = 'lapsed'`
  const [real] = await sql`select count(*) as entries from register_entries where status = 'lapsed'`
  expect(counted).toEqual(real!)
})

test('publishing announces the pages that change', async () => {
  const received: string[] = []
  const direct = openSql(database.directUrl, { connections: 1 })
  await direct.listen('page_data', (tags) => void received.push(...tags.split('\n')))
  const { id } = await addApplication(database.sql, {
    status: 'approved',
    draft: { title: 'Heard Fair', city: 'Kéndal' },
  })
  await publish(id)
  for (let wait = 0; wait < 100 && !received.includes('register'); wait++) await Bun.sleep(10)
  expect(received).toContain('register')
  expect(received).toContain('register-city:kendal')
  expect(received).toContain('register-entry:heard-fair')
  await direct.end()
})

test('the organisation is told of the lapse once, with the reason and the way back', async () => {
  const { id } = await addApplication(database.sql, {
    status: 'approved',
    organisation: { email: 'told@fair.example' },
  })
  await publish(id, { validUntil: '2026-11-21T11:59:59Z', at: new Date('2025-11-21T12:00:00Z') })
  await Promise.all([expire(), expire()])
  const mails = await mailsAbout(id)
  expect([...mails]).toEqual([
    {
      to_email: 'told@fair.example',
      subject: `Listing ${(await entryOf(id))!.number} has lapsed`,
      text_body: expect.stringContaining('The listing ran out and was not renewed.'),
    },
  ])
  await lapse(id)
  expect(await mailsAbout(id)).toHaveLength(1)
  // Renewed and lapsed another time is another mail.
  await publish(id)
  await lapse(id, 'The payment was refunded.', new Date('2026-12-01T12:00:00Z'))
  expect(await mailsAbout(id)).toHaveLength(2)
})

test('a validity that ends at another time is recorded with its cause and not shown as a renewal', async () => {
  const { id } = await addApplication(database.sql, { status: 'approved' })
  await publish(id)
  const end = (until: string) =>
    database.sql.begin((tx) =>
      endEntryAt(tx, { applicationId: id, until, cause: 'renewal not paid yet', accreditAfter: 'listing', now }),
    )
  expect(await end('2027-12-13T12:00:00Z')).toEqual({ kind: 'moved' })
  expect(await end('2027-12-13T12:00:00Z')).toEqual({ kind: 'unchanged' })
  expect(await entryOf(id)).toMatchObject({ status: 'active', valid_until: '2027-12-13T12:00:00.000Z' })
  expect((await historyOf(id)).at(-1)).toMatchObject({ change: 'edited', cause: 'renewal not paid yet' })
  await lapse(id)
  expect(await end('2027-12-13T12:00:00Z')).toEqual({ kind: 'reinstated' })
  expect(await entryOf(id)).toMatchObject({ status: 'active', status_reason: null })
  await database.sql`update register_entries set status = 'revoked', status_reason = 'Unsafe.' where application_id = ${id}`
  expect(await end('2027-12-20T12:00:00Z')).toEqual({ kind: 'moved' })
  expect(await entryOf(id)).toMatchObject({ status: 'revoked', status_reason: 'Unsafe.' })
})
