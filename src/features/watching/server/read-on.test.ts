import { beforeAll, expect, test } from 'bun:test'
import { openSql } from '#database/sql.ts'
import { restartLog } from '#features/proof/server/repair-log.ts'
import { databaseOfFile } from '#test/of-file.ts'
import { type Change, changesOf, listChanges } from './changes.ts'
import { keepPlaces, readOn } from './read-on.ts'
import { nameSubject, readSubject, subjectQuery } from './subject.ts'

const now = new Date('2027-03-01T12:00:00Z')

const database = await databaseOfFile()
beforeAll(async () => {
  await database.sql`create table taken (position bigint primary key)`
  await database.sql`insert into log_readers (reader, position) values ('test', 0)`
})

/** As the log's own process numbers them: in the order of their ids. */
async function numberAll(): Promise<void> {
  await database.sql`
    update register_leaves as l set position = n.first + n.nth - 1
    from (
      select id, row_number() over (order by id) as nth, (select coalesce(max(position) + 1, 0) from register_leaves) as first
      from register_leaves where position is null
    ) as n where l.id = n.id`
}

async function addEntries(from: number, to: number, city = 'Leeds'): Promise<void> {
  await database.sql`
    insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector, city, starts_on)
    select 'W-' || n, 'w-' || n, 'active', now(), 'Fair ' || n, 'Organiser ' || n % 2, 'Food & Drink', 'culture', ${city}::text, '2027-05-01'
    from generate_series(${from}::int, ${to}::int) as n`
  await numberAll()
}

const taken = async () =>
  (await database.sql<{ position: number }[]>`select position from taken order by position`).map(
    ({ position }) => position,
  )

test('two workers at once, and one that is killed on its way, take every position once', async () => {
  await addEntries(1, 600)
  // A worker whose connection breaks after it has written something.
  const broken = openSql(database.url, { connections: 1 })
  await expect(
    readOn(broken, 'test', async (tx, changes) => {
      await tx`insert into taken select unnest(${changes.map(({ position }) => position)}::bigint[])`
      await database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
          and state = 'idle in transaction'`
      await tx`select 1`
    }),
  ).rejects.toThrow()
  await broken.end({ timeout: 1 })
  expect(await taken()).toEqual([])
  const others = [openSql(database.url, { connections: 1 }), openSql(database.url, { connections: 1 })]
  const take = async (tx: Parameters<Parameters<typeof readOn>[2]>[0], changes: Change[]) =>
    void (await tx`insert into taken select unnest(${changes.map(({ position }) => position)}::bigint[])`)
  await Promise.all(others.map((sql) => readOn(sql, 'test', take)))
  for (const sql of others) await sql.end()
  expect(await taken()).toEqual(Array.from({ length: 600 }, (_, at) => at))
  await readOn(database.sql, 'test', () => Promise.reject(new Error('There is nothing new.')))
  await expect(readOn(database.sql, 'nobody', take)).rejects.toThrow('nobody')
}, 20_000)

test('a change has its facts of the log, before and after, and names as they are now', async () => {
  await database.sql`update register_entries set title = 'Fair of bread' where number = 'W-1'`
  await database.sql`update register_entries set status = 'suspended', status_reason = 'Unsafe.' where number = 'W-1'`
  await numberAll()
  const changes = await listChanges(database.sql, { first: 600, end: 700 })
  expect(changes).toMatchObject([
    { position: 600, change: 'corrected', title: 'Fair of bread', status: 'active', before: { status: 'active' } },
    {
      position: 601,
      change: 'suspended',
      status: 'suspended',
      before: { status: 'active' },
      slug: 'w-1',
      city: 'Leeds',
    },
  ])
  expect((await listChanges(database.sql, { first: 0, end: 1 }))[0]).toMatchObject({
    change: 'published',
    before: null,
  })
})

test('a change is matched by entry, organiser and the filters of the register', async () => {
  const [suspended] = (await listChanges(database.sql, { first: 601, end: 602 })) as [Change]
  const concerns = async (query: string) => {
    const subject = readSubject(new URLSearchParams(query))!
    return (await changesOf(database.sql, { subject, changes: [suspended], now })).length === 1
  }
  const matching = [
    'entry=W-1',
    `organiser=${suspended.organiserId}`,
    '',
    'city=LEEDS',
    'category=Food+%26+Drink',
    'q=bread',
    'verified=1',
    'status=active',
    'status=suspended',
    'from=2027-05-01&to=2027-05-02',
    'when=2027-05',
    'city=leeds&status=active&q=fair',
  ]
  const other = [
    'entry=W-2',
    `organiser=${suspended.organiserId! + 1}`,
    'city=York',
    'category=sports',
    'q=nothing',
    'status=revoked',
    'assurance=assessed',
    'from=2027-05-02',
    'verified=1&status=suspended',
  ]
  expect(await Promise.all(matching.map(concerns))).toEqual(matching.map(() => true))
  expect(await Promise.all(other.map(concerns))).toEqual(other.map(() => false))
})

test('a subject is one text, whatever the order in which it was asked for, and has a name', async () => {
  const same = ['category=sports&city=Leeds&verified=on', 'verified=true&page=3&city=+Leeds&utm=x&category=sports']
  expect(same.map((query) => subjectQuery(readSubject(new URLSearchParams(query))!))).toEqual([
    'city=Leeds&category=sports&verified=1',
    'city=Leeds&category=sports&verified=1',
  ])
  for (const wrong of [
    'entry=a%0d%0ab',
    `entry=${'x'.repeat(41)}`,
    'organiser=0',
    'organiser=x',
    `q=${'é'.repeat(100)}`,
  ])
    expect(readSubject(new URLSearchParams(wrong))).toBeNull()
  const name = async (query: string) => await nameSubject(database.sql, readSubject(new URLSearchParams(query))!)
  expect(await name('entry=W-2')).toEqual({ name: 'Fair 2 (W-2)', address: '/events/w-2', calendar: '/events/w-2.ics' })
  expect(await name('entry=W-9999')).toBeNull()
  expect((await name('organiser=1'))!.address).toMatch(/^\/organisers\/organiser-\d-1$/)
  expect(await name('organiser=99')).toBeNull()
  expect(await name('city=Leeds')).toEqual({
    name: 'Register of accredited events in Leeds',
    address: '/listings?city=Leeds',
    calendar: '/listings.ics?city=Leeds',
  })
})

test('in a log that begins anew each reader goes on with what it has not read, and notes keep their changes', async () => {
  const { sql } = database
  await addEntries(1001, 1010)
  const [{ end }] = (await sql`select max(position) + 1 as end from register_leaves`) as unknown as [{ end: number }]
  const leafAt = async (position: number) =>
    (await sql<{ id: number }[]>`select id from register_leaves where position = ${position}`)[0]!.id
  await sql`update log_readers set position = ${end - 4} where reader = 'test'`
  const unread = await Promise.all([end - 4, end - 3, end - 2, end - 1].map(leafAt))
  await sql`
    with follower as (insert into followers (email, token, confirmed_at) values ('a@b.example', 'token', now()) returning id)
    insert into follows (follower_id, subject, cadence, consent, begun_at, news, news_count)
    select id, '', 'weekly', 'Yes', now(), ${[3, end - 5]}::bigint[], 2 from follower`
  await sql`
    with endpoint as (
      insert into webhook_endpoints (email, mailbox, address, subject, state, secret, created_at, changed_at)
      values ('a@b.example', 'x', 'https://b.example', '', 'active', '', now(), now()) returning id)
    insert into webhook_deliveries (endpoint_id, position, entry_id, state, created_at, begun_at, next_at)
    select e.id, l.position, l.entry_id, 'waiting', now(), now(), now() from endpoint as e, register_leaves as l where position in (2, 3, ${end - 2}, ${end - 1})`
  const noted = [await leafAt(end - 5)]
  const waiting = [await leafAt(2), await leafAt(end - 2), await leafAt(end - 1)]
  // Somebody with the database's password has made a leaf vanish; and one was written that has no number yet.
  await sql.unsafe(`
    alter table register_leaves disable trigger user; delete from register_leaves where position = 3; alter table register_leaves enable trigger user;
    insert into signing_keys (purpose, name, public_key, private_key, created_at) values ('log', 'log', decode(repeat('00', 32), 'hex'), '', now());
    insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector, city)
    values ('W-1011', 'w-1011', 'active', now(), 'Fair', 'Fairs', 'Other', 'culture', 'Leeds')`)
  const [last] = await sql<{ id: number }[]>`select max(id) as id from register_leaves`
  await sql.begin(async (transaction) => {
    await keepPlaces(transaction)
    await restartLog(transaction, { reason: 'A leaf has vanished.', now })
  })
  const read: number[] = []
  const readAll = () =>
    readOn(sql, 'test', async (_, changes) => void read.push(...changes.map(({ position }) => position)))
  await readAll()
  expect(read).toEqual([])
  await numberAll()
  await readAll()
  expect(await Promise.all(read.map(leafAt))).toEqual([...unread, last!.id])
  const [{ news }] = (await sql`select news from follows`) as unknown as [{ news: string[] }]
  expect(await Promise.all(news.map(Number).map(leafAt))).toEqual(noted)
  const positions = await sql<{ position: number }[]>`select position from webhook_deliveries order by position`
  expect(await Promise.all(positions.map(({ position }) => leafAt(position)))).toEqual(waiting)
})
