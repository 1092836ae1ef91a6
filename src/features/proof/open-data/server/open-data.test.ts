import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LogRunner, runLog } from '#features/proof/server/run-log.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { addressLimit } from '../limits.ts'
import type { changesSchema, checkedSchema } from '../schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'open-data-'))
let site: TestSite
let runner: LogRunner
beforeAll(async () => {
  site = await openTestSite()
  const secret = 'a-secret-of-thirty-two-characters'
  const place = { origin: 'test.example/log', file: join(folder, 'kept'), isDemonstration: false }
  runner = runLog({ sql: site.sql, log: site.services.log, now: () => new Date(), secret, ...place })
  while ((await runner.round()).kind !== 'nothing') await Bun.sleep(10)
})
beforeEach(async () => {
  await site.sql`delete from rate_limits`
})
afterAll(async () => {
  await runner.stop()
  await site.close()
  rmSync(folder, { recursive: true })
})

type Changes = typeof changesSchema.infer
const ask = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${site.origin}/api/changes${query}`, { headers })
const read = async (query: string) => (await (await ask(query)).json()) as Changes

test('pages in order hold every change once, while others write', async () => {
  let isWriting = true
  const writers = [1, 2, 3].map(async (writer) => {
    for (let n = 0; n < 40; n++) {
      await site.sql`
        update register_entries set venue = ${`Hall ${writer}.${n}`}::text
        where id = (select id from register_entries order by id offset ${writer} limit 1)`
    }
  })
  const signing = (async () => {
    while (isWriting) await runner.round()
    while ((await runner.round()).kind !== 'nothing') await Bun.sleep(5)
  })()
  const positions: number[] = []
  let [page, isLast] = [await read('?limit=7'), false]
  for (;;) {
    positions.push(...page.changes.map(({ position }) => position))
    if (!page.more && isLast) break
    if (!page.more && isWriting) {
      await Promise.all(writers)
      isWriting = false
      await signing
    } else isLast = !page.more
    await site.sql`delete from rate_limits`
    page = (await (await fetch(page.nextPage)).json()) as Changes
  }
  const [row] = await site.sql<{ leaves: number }[]>`select count(*) as leaves from register_leaves`
  expect(row!.leaves).toBeGreaterThan(120)
  expect(positions).toEqual(Array.from({ length: row!.leaves }, (_, index) => index + 1))
  await site.sql`delete from rate_limits`
  // From the first change on; an old cursor, the index of what was seen last, repeats that one.
  expect((await read('?since=0&limit=2')).changes.map(({ position }) => position)).toEqual([1, 2])
  expect((await read('?since=4&limit=1')).changes[0]!.position).toBe(5)
})

test('scripts of any other site may read lists, changes and checks, without cookies', async () => {
  await site.sql`delete from rate_limits`
  const other = { origin: 'https://other.example' }
  for (const path of ['events', 'listings', 'national-events', 'partners', 'changes']) {
    const response = await fetch(`${site.origin}/api/${path}`, { headers: other })
    expect([path, response.status, response.headers.get('access-control-allow-origin')]).toEqual([path, 200, '*'])
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    await response.body?.cancel()
  }
  const before = await fetch(`${site.origin}/api/check`, { method: 'OPTIONS', headers: other })
  expect([
    before.status,
    before.headers.get('access-control-allow-origin'),
    before.headers.get('access-control-allow-headers'),
  ]).toEqual([204, '*', 'content-type'])
  const checked = await fetch(`${site.origin}/api/check`, {
    method: 'POST',
    headers: { ...other, 'content-type': 'application/json' },
    body: JSON.stringify({ events: [{ number: 'NONE-1' }] }),
  })
  expect([checked.status, checked.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  // Nothing else is open.
  for (const path of ['contact', 'applications']) {
    const refused = await fetch(`${site.origin}/api/${path}`, {
      method: 'POST',
      headers: { ...other, 'content-type': 'application/json' },
      body: '{}',
    })
    expect([path, refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([path, 403, null])
  }
})

test('a change says what the register said then, and leads to the entry and to its proof', async () => {
  const [entry] = await site.sql<{ number: string; id: string }[]>`
    update register_entries set status = 'suspended' where status = 'active' and id =
      (select id from register_entries where status = 'active' order by id limit 1) returning id, number`
  while ((await runner.round()).kind !== 'nothing') await Bun.sleep(5)
  const [last] = await site.sql<{ position: number }[]>`select max(position) as position from register_leaves`
  const { changes, next, more, log } = await read(`?since=${last!.position}`)
  expect(changes).toEqual([
    expect.objectContaining({
      position: last!.position + 1,
      number: entry!.number,
      change: 'suspended',
      status: 'suspended',
      entry: `${site.origin}/verify/${entry!.number}`,
    }),
  ])
  expect({ next, more, log }).toEqual({ next: last!.position + 1, more: false, log: 'test.example/log' })
  expect((await fetch(changes[0]!.entry)).status).toBe(200)
  expect(await (await fetch(changes[0]!.proof)).json()).toMatchObject({ register: { status: 'suspended' } })
})

test('a full page may be kept for ever, the newest one for seconds, and an ETag saves the rest', async () => {
  const first = await ask('?limit=5&first=1&log=test.example/log')
  expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const { next } = (await first.json()) as Changes
  expect((await ask(`?limit=5&since=${next}`)).headers.get('cache-control')).toBe('public, max-age=5, s-maxage=5')
  expect((await ask('?since=999999&log=test.example/log')).headers.get('cache-control')).toContain('s-maxage=5')
  const etag = first.headers.get('etag')!
  const again = await ask('?limit=5&first=1&log=test.example/log', { 'if-none-match': etag })
  expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' })
})

test('whoever read another log is told so, and what is no position is refused', async () => {
  expect((await ask('?since=4&log=other.example/log')).status).toBe(409)
  expect((await ask('?since=-1')).status).toBe(422)
  expect((await ask('?limit=1001')).status).toBe(422)
})

test('the limit is said in every answer, and holds', async () => {
  const answer = await ask('?limit=1')
  expect(answer.headers.get('ratelimit-policy')).toBe('"address";q=60;w=60')
  expect(answer.headers.get('ratelimit')).toBe('"address";r=59;t=60')
  await site.sql`update rate_limits set count = ${addressLimit.points}`
  const refused = await ask('?limit=1')
  expect({ status: refused.status, left: refused.headers.get('ratelimit') }).toMatchObject({ status: 429 })
  expect(refused.headers.get('ratelimit')).toStartWith('"address";r=0;t=')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${site.origin}/api/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const check = async (events: unknown[]) => {
  const response = await post({ events })
  expect(response.status).toBe(200)
  return ((await response.json()) as typeof checkedSchema.infer).results
}

test('a check answers numbers and names in the order in which they were asked', async () => {
  const addEntry = (number: string, title: string, day: string | null, status = 'active') => site.sql`
    insert into register_entries (number, slug, status, valid_from, valid_until, title, organiser, category, sector, starts_on)
    values (${number}, ${number.toLowerCase()}, ${status}, now(), now() + interval '1 year', ${title}, 'Organiser', 'Other', 'culture', ${day}::date)`
  await addEntry('TEST-2026-AAAAAA', 'Élan Lantern Parade', '2027-03-04')
  await addEntry('TEST-2026-BBBBBB', 'Élan Lantern Parade', '2028-03-02', 'revoked')
  await addEntry('TEST-2026-CCCCCC', 'Twin Fair', '2027-05-01')
  await addEntry('TEST-2026-DDDDDD', 'Twin Fair', '2027-05-01')
  await addEntry('TEST-2026-EEEEEE', 'Undated Supper', null)
  const results = await check([
    { number: 'test 2026 bbbbbb' },
    { name: 'elan LANTERN parade', date: '2027-03-04' },
    { name: 'Elan Lantern Parade', date: '2027-03-09' },
    { name: 'Elan Lanten Parades', date: '2027-03-05' },
    { name: 'Twin Fair', date: '2027-05-01' },
    { name: 'Undated Supper', date: '2027-01-01' },
    { name: 'Something else altogether', date: '2027-03-04' },
    { number: 'TEST-2026-ZZZZZZ' },
    { number: 'no number' },
  ])
  const brief = results.map(({ match, entry, candidates }) => [
    match,
    entry?.number ?? candidates.map(({ number }) => number),
  ])
  expect(brief).toEqual([
    ['exact', 'TEST-2026-BBBBBB'],
    ['exact', 'TEST-2026-AAAAAA'],
    ['near', ['TEST-2026-AAAAAA', 'TEST-2026-BBBBBB']],
    ['near', ['TEST-2026-AAAAAA']],
    ['near', expect.arrayContaining(['TEST-2026-CCCCCC', 'TEST-2026-DDDDDD'])],
    ['near', ['TEST-2026-EEEEEE']],
    ['none', []],
    ['none', []],
    ['none', []],
  ])
  expect(results[0]!.entry).toMatchObject({ status: 'revoked', accredited: false, date: '2028-03-02' })
  expect(results[1]!.entry).toMatchObject({
    accredited: true,
    assurance: 'declared',
    entry: `${site.origin}/verify/TEST-2026-AAAAAA`,
  })
})

test('a check says since when and by which change a status is what it is, and an end that nobody has noted is one', async () => {
  const add = async (number: string, status: string, until: string) => {
    const [row] = await site.sql<{ id: string }[]>`
      insert into register_entries (number, slug, status, valid_from, valid_until, published_at, title, organiser, category, sector)
      values (${number}, ${number.toLowerCase()}, ${status}, '2025-01-01', ${until}, '2025-01-01', ${number}, 'Organiser', 'Other', 'culture')
      returning id`
    return row!.id
  }
  await add('TEST-2026-FFFFFF', 'active', '2099-01-01')
  await add('TEST-2026-GGGGGG', 'active', '2026-02-01T10:00:00Z')
  const id = await add('TEST-2026-HHHHHH', 'suspended', '2099-01-01')
  await site.sql`
    insert into register_history (entry_id, change, from_status, to_status, cause, happened_at)
    values (${id}, 'published', null, 'active', 'a test', '2025-01-01'), (${id}, 'suspended', 'active', 'suspended', 'a test', '2026-03-01'),
      (${id}, 'corrected', 'suspended', 'suspended', 'a test', '2026-04-01')`
  const results = await check(['FFFFFF', 'GGGGGG', 'HHHHHH'].map((end) => ({ number: `TEST-2026-${end}` })))
  expect(results.map(({ entry }) => [entry!.status, entry!.statusChange, entry!.statusChangedAt.slice(0, 10)])).toEqual(
    [
      ['active', 'published', '2025-01-01'],
      ['lapsed', 'lapsed', '2026-02-01'],
      ['suspended', 'suspended', '2026-03-01'],
    ],
  )
})

test('a number that was misread is near what was meant, and never the same', async () => {
  await site.sql`
    insert into register_entries (number, slug, status, valid_from, valid_until, title, organiser, category, sector)
    values ('SOLO-2026-000052', 'solo', 'active', now(), now() + interval '1 year', 'Solo Fair', 'Organiser', 'Other', 'culture')`
  const results = await check([
    { number: 'S0LO-2O26-0000S2' },
    { number: 'solo 2026 000052' },
    { number: 'S0LO-2O26-0000S3' },
    { number: '5OLO-2026-000052' },
  ])
  expect(
    results.map(({ match, entry, candidates }) => [match, entry?.number, candidates.map(({ number }) => number)]),
  ).toEqual([
    ['near', undefined, ['SOLO-2026-000052']],
    ['exact', 'SOLO-2026-000052', []],
    ['none', undefined, []],
    ['near', undefined, ['SOLO-2026-000052']],
  ])
})

test('a check takes 200 events at most, counts them, and says what it cannot read', async () => {
  const events = Array.from({ length: 200 }, (_, index) => ({ name: `Event ${index}`, date: '2027-06-01' }))
  const full = await post({ events })
  expect(full.headers.get('ratelimit')).toStartWith('"address";r=50;')
  expect(((await full.json()) as typeof checkedSchema.infer).results).toHaveLength(200)
  for (const wrong of [[], [...events, events[0]], [{ name: 'Without a day' }], [{ name: 'X', date: '2027-02-30' }]]) {
    const refused = await post({ events: wrong })
    expect({ wrong: wrong.length, status: refused.status }).toEqual({ wrong: wrong.length, status: 422 })
    expect(await refused.json()).toMatchObject({
      fields: [{ field: expect.stringMatching(/^events/), message: expect.stringMatching(/number.* or .*name and/) }],
    })
  }
  await site.sql`update rate_limits set count = ${addressLimit.points}`
  expect((await post({ events })).status).toBe(429)
})

test('the examples of the page run as they are there', async () => {
  const page = await (await fetch(`${site.origin}/developers`)).text()
  const texts = Object.fromEntries(
    [...page.matchAll(/<code data-example="(\w+)">([^<]*)<\/code>/g)].map(([, id, text]) => [id, unescaped(text!)]),
  )
  expect(Object.keys(texts)).toEqual(['curl', 'typescript', 'python'])
  // What the tests before have changed is signed first.
  while ((await runner.round()).kind !== 'nothing') await Bun.sleep(5)
  const [row] = await site.sql<{ leaves: number }[]>`
    select count(*) as leaves from register_leaves where position is not null`
  if (Bun.which('curl')) {
    const curl = await run('curl', ['bash', '-e'], 'sh', texts.curl!)
    expect(curl).toContain('"position":3,')
    expect(curl).toContain('"results":[{"match":"none"')
  } else console.warn('curl is not on this machine: its example was not run.')
  const typescript = await run('typescript', [process.execPath], 'ts', texts.typescript!)
  expect(typescript.trim().split('\n')).toHaveLength(row!.leaves)
  if (!Bun.which('python3')) return console.warn('python3 is not on this machine: its example was not run.')
  const python = await run('python', ['python3'], 'py', texts.python!)
  expect(python.trim().split('\n').at(-1)).toBe('BEAA-2026-7KQ4XN; not in the register')
})

/** Runs a program as it is in a file of its own. @returns what it writes. */
async function run(name: string, command: string[], ending: string, text: string): Promise<string> {
  const file = join(folder, `${name}.${ending}`)
  writeFileSync(file, text)
  const child = Bun.spawn([...command, file], { stdout: 'pipe', stderr: 'pipe', cwd: folder })
  const [output, problems, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  expect({ name, code, problems: code === 0 ? '' : problems }).toEqual({ name, code: 0, problems: '' })
  return output
}

function unescaped(html: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
  return html.replace(/&(#?\w+);/g, (_, name: string) => signs[name]!)
}
