import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { followStatements } from '#database/follow-statements.ts'
import { openSql, type Sql } from '#database/sql.ts'
import { createLog } from '#process/log.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { cachedCompanies, forgetCompanyAnswers } from './cached-companies.ts'
import type { Companies } from './companies.ts'
import { createCompaniesHouse } from './companies-house.ts'
import { createCompanies, rateLimitedCompanies } from './create-companies.ts'

type Handler = (request: Request) => Response | Promise<Response>

let database: TestDatabase
let otherPool: Sql
let here: Companies
/** The same register asked by another replica: a pool and a process memory of its own. */
let there: Companies
let handle: Handler
let asked: string[]
const registry = Bun.serve({
  port: 0,
  fetch(request) {
    asked.push(new URL(request.url).pathname)
    return handle(request)
  },
})
const apiBase = `http://localhost:${registry.port}`

const good: Handler = (request) => {
  const { pathname, searchParams } = new URL(request.url)
  const number = pathname.split('/')[2]!
  if (pathname.startsWith('/company/'))
    return Response.json({ company_name: 'TARNBROOK FAIRS LIMITED', company_number: number, company_status: 'active' })
  return Response.json({ items: [{ title: `${searchParams.get('q')} FAIRS`, company_number: '00990001' }] })
}

beforeAll(async () => {
  database = await openTestDatabase()
  otherPool = openSql(database.url, { connections: 5 })
})
beforeEach(async () => {
  asked = []
  handle = good
  await emptyTables(database.sql, 'company_answers, registry_budgets')
  here = replica(database.sql)
  there = replica(otherPool)
})
afterAll(async () => {
  await registry.stop(true)
  await otherPool.end()
  await database.close()
})

describe('what was asked before', () => {
  test('is not asked again, by this replica or another, whatever its case and blanks', async () => {
    const first = await here.search('Tarn  Brook')
    expect(first).toMatchObject({ kind: 'ok', hits: [{ title: 'Tarn Brook FAIRS' }] })
    expect(await here.search(' tarn brook\t')).toEqual(first)
    expect(await there.search('TARN BROOK')).toEqual(first)
    const company = await here.details('990001')
    expect(company).toMatchObject({ kind: 'found', number: '00990001' })
    expect(await there.details('0099 0001')).toEqual(company)
    expect(asked).toEqual(['/search/companies', '/company/00990001'])
  })

  test('is asked again after a day, a company after an hour', async () => {
    await here.search('tarn')
    await here.details('00990001')
    await pass('59 minutes')
    await here.search('tarn')
    await here.details('00990001')
    expect(asked).toHaveLength(2)
    await pass('2 minutes')
    await here.details('00990001')
    expect(asked).toHaveLength(3)
    await here.search('tarn')
    expect(asked).toHaveLength(3)
    await pass('23 hours')
    await here.search('tarn')
    expect(asked).toHaveLength(4)
  })

  test('is one query', async () => {
    await here.search('tarn')
    const seen: string[] = []
    const watched = followStatements(database.sql, (_, text) => {
      seen.push(text.join('?'))
      return (problem) => problem
    })
    await replica(watched).search('tarn')
    expect(seen).toHaveLength(1)
  })

  test('is asked once where fifty ask it at the same time', async () => {
    handle = async (request) => {
      await Bun.sleep(50)
      return good(request)
    }
    const answers = await Promise.all(Array.from({ length: 50 }, () => here.search('tarn')))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(asked).toHaveLength(1)
  })

  test('is not kept in the words that were typed', async () => {
    await here.search('Wilhelmina Typed-This')
    const [row] = await database.sql`select encode(key, 'escape') as key from company_answers`
    expect(row!.key).not.toContain('ilhelmina')
  })

  test('keeps whatever text a registry sends', async () => {
    handle = () => Response.json({ items: [{ title: 'A\u0000B\ud800', company_number: '00990001' }] })
    const odd = await here.search('odd')
    expect(odd).toMatchObject({ kind: 'ok', hits: [{ title: 'A B\ufffd' }] })
    expect(await there.search('odd')).toEqual(odd)
  })

  test('goes when it is a week old, and the oldest go where there are too many', async () => {
    await here.search('old')
    await pass('8 days')
    await here.search('new')
    await forgetCompanyAnswers({}, database)
    expect(await database.sql`select count(*) from company_answers`).toMatchObject([{ count: 1 }])
    await database.sql`
      insert into company_answers (key, answer, asked_at, fresh_until)
      select int4send(n), '{}', now() - interval '1 hour' - make_interval(secs => n::float8 / 1000), now()
      from generate_series(1, 100010) as n`
    await forgetCompanyAnswers({}, database)
    expect(await database.sql`select count(*) from company_answers`).toMatchObject([{ count: 100_000 }])
    expect(await here.search('new')).not.toHaveProperty('asOf')
    expect(asked).toHaveLength(2)
  })
})

describe('a registry that cannot be asked', () => {
  const troubles: [string, Handler, string][] = [
    ['429', () => new Response('Slow down', { status: 429 }), 'limited'],
    [
      '401',
      () => Response.json({ error: 'Invalid Authorization', type: 'ch:service' }, { status: 401 }),
      'unavailable',
    ],
    ['500', () => new Response('stack', { status: 500 }), 'unavailable'],
    ['503', () => new Response('', { status: 503 }), 'unavailable'],
    ['ten seconds of silence', () => Bun.sleep(10_000).then(() => new Response()), 'unavailable'],
    ['broken JSON', () => new Response('{"items": [{"title": "TARN'), 'unavailable'],
    ['another shape', () => Response.json({ items: 'many', company_name: 7 }), 'unavailable'],
  ]
  test.each(troubles)('%s: a state of its own, in time, never a throw and never kept', async (_name, trouble, kind) => {
    handle = trouble
    const started = performance.now()
    expect((await here.search('tarn')).kind).toBe(kind as never)
    await emptyTables(database.sql, 'registry_budgets')
    expect((await here.details('00990001')).kind).toBe(kind as never)
    expect(performance.now() - started).toBeLessThan(8000)
    expect(await database.sql`select from company_answers`).toHaveLength(0)
  })

  test.each(troubles)('%s: what was heard in the last week stands in, and says of when it is', async (_n, trouble) => {
    await here.search('tarn')
    await here.details('00990001')
    await pass('2 days')
    handle = trouble
    const asOf = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
    expect(await here.search('tarn')).toMatchObject({ kind: 'ok', hits: [{ title: 'tarn FAIRS' }], asOf })
    await emptyTables(database.sql, 'registry_budgets')
    expect(await here.details('00990001')).toMatchObject({ kind: 'found', asOf })
    await pass('6 days')
    expect((await there.search('tarn')).kind).not.toBe('ok')
  })

  test('nobody waits for a second try where something is known', async () => {
    await here.search('tarn')
    await pass('2 days')
    handle = () => new Response('', { status: 500 })
    await here.search('tarn')
    await here.search('tarn')
    expect(asked).toHaveLength(2)
  })

  test('a company that is not registered is remembered as such for ten minutes', async () => {
    handle = () => Response.json({ errors: [] }, { status: 404 })
    expect(await here.details('00990001')).toEqual({ kind: 'unknown' })
    expect(await there.details('00990001')).toEqual({ kind: 'unknown' })
    expect(asked).toHaveLength(1)
    await pass('11 minutes')
    handle = good
    expect(await here.details('00990001')).toMatchObject({ kind: 'found' })
  })
})

describe('the check at submission', () => {
  const submission = { purpose: 'submission' } as const

  test('asks the registry although an answer is kept, and keeps what it hears', async () => {
    await here.details('00990001')
    handle = () => Response.json({ company_name: 'TARNBROOK', company_number: '00990001', company_status: 'dissolved' })
    expect(await here.details('00990001', submission)).toMatchObject({ status: 'dissolved' })
    expect(await there.details('00990001')).toMatchObject({ status: 'dissolved' })
    expect(asked).toHaveLength(2)
  })

  test('never gets an old answer', async () => {
    await here.details('00990001')
    await pass('2 hours')
    handle = () => new Response('', { status: 500 })
    expect(await here.details('00990001')).toMatchObject({ kind: 'found' })
    expect(await here.details('00990001', submission)).toEqual({ kind: 'unavailable' })
  })
})

describe('the budget', () => {
  const submission = { purpose: 'submission' } as const
  const inner = (calls: string[]): Companies => ({
    search: async (query) => {
      calls.push(query)
      return { kind: 'ok', hits: [] }
    },
    details: async (number) => {
      calls.push(number)
      return { kind: 'unknown' }
    },
    officers: async (number) => {
      calls.push(number)
      return { kind: 'unknown' }
    },
  })

  test('two replicas together ask 600 times in five minutes, the last hundred for submissions', async () => {
    const calls: string[] = []
    const [one, two] = [rateLimitedCompanies(inner(calls), database.sql), rateLimitedCompanies(inner(calls), otherPool)]
    const kinds = await Promise.all(
      Array.from({ length: 700 }, (_, index) => {
        const replica = index % 2 ? one : two
        return index % 3 ? replica.search(`words ${index}`) : replica.details(String(index))
      }),
    )
    expect(calls).toHaveLength(500)
    expect(kinds.filter(({ kind }) => kind === 'limited')).toHaveLength(200)
    const checks = await Promise.all(
      Array.from({ length: 150 }, (_, index) => (index % 2 ? one : two).details('00990001', submission)),
    )
    expect(calls).toHaveLength(600)
    expect(checks.filter(({ kind }) => kind === 'limited')).toHaveLength(50)

    await turn(5)
    expect((await one.details('1', submission)).kind).toBe('limited')
    await turn(6)
    expect((await one.search('words')).kind).toBe('ok')
  })

  test('submissions count for searches too', async () => {
    const calls: string[] = []
    const small = rateLimitedCompanies(inner(calls), database.sql, { max: 5, reserve: 2 })
    for (let count = 0; count < 4; count++) await small.details('1', submission)
    expect((await small.search('words')).kind).toBe('limited')
    expect((await small.details('1', submission)).kind).toBe('unknown')
    expect((await small.details('1', submission)).kind).toBe('limited')
  })

  test('a 429 pauses every replica until the time it names', async () => {
    const reset = Math.floor(Date.now() / 1000) + 120
    handle = () => new Response('', { status: 429, headers: { 'x-ratelimit-reset': String(reset) } })
    expect(await here.search('tarn')).toMatchObject({ kind: 'limited' })
    handle = good
    expect(await there.search('brook')).toEqual({ kind: 'limited' })
    expect(await there.details('00990001', submission)).toEqual({ kind: 'limited' })
    expect(asked).toHaveLength(1)
    const seconds = await pausedSeconds()
    expect(seconds).toBeGreaterThan(115)
    expect(seconds).toBeLessThan(122)
    await database.sql`update registry_budgets set paused_until = now()`
    expect(await there.search('brook')).toMatchObject({ kind: 'ok' })
  })

  test.each([
    [{}, 30],
    [{ 'retry-after': '7' }, 7],
    [{ 'x-ratelimit-reset': 'soon' }, 30],
    [{ 'x-ratelimit-reset': '99999999999' }, 30],
    [{ 'retry-after': '3000' }, 330],
  ])('a 429 with %j pauses for %p seconds', async (headers, pause) => {
    handle = () => new Response('', { status: 429, headers: headers as Record<string, string> })
    await here.search('tarn')
    expect(await pausedSeconds()).toBe(pause)
  })

  async function pausedSeconds(): Promise<number> {
    const [row] = await database.sql<{ seconds: number }[]>`
      select ceil(extract(epoch from paused_until - now()))::int as seconds from registry_budgets`
    return row!.seconds
  }

  async function turn(slots: number) {
    await database.sql`update registry_budgets set slot = slot - ${slots}`
  }
})

test('Companies House is asked at its address, or a stand-in in its place', async () => {
  const logged: string[] = []
  const services = { sql: database.sql, log: createLog((line) => logged.push(line)) }
  const settings = { apiKey: 'key', apiBase, copyMaxAgeDays: 45 }
  const outside = createCompanies(settings, services)
  const answer = { kind: 'ok' as const, hits: [] }
  const standIn: Companies = { ...outside, search: async () => answer }
  expect(await createCompanies(settings, { ...services, standIn }).search('larkmoor c')).toEqual(answer)
  expect(await outside.search('larkmoor c')).toMatchObject({ hits: [{ title: 'larkmoor c FAIRS' }] })
  handle = () => new Response('', { status: 401 })
  expect(await outside.search('larkmoor d')).toEqual({ kind: 'unavailable' })
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ event: 'company registry', status: 401 }])
})

function replica(sql: Sql): Companies {
  return cachedCompanies(
    rateLimitedCompanies(createCompaniesHouse({ apiKey: 'key', apiBase, timeoutMs: 400 }), sql),
    sql,
  )
}

/** Lets time go by for everything that is kept. */
async function pass(time: string) {
  await database.sql`
    update company_answers set asked_at = asked_at - ${time}::interval, fresh_until = fresh_until - ${time}::interval`
}
