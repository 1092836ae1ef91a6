import { expect, test } from 'bun:test'
import type { Sql } from '#database/sql.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { databaseOfFile } from '#test/of-file.ts'
import { createHeaderPartners } from './header-partners.ts'

let asked = 0
let isAway = false
let now = new Date('2026-06-15T12:00:00Z')
const database = await databaseOfFile()

/** The real database, with its questions counted. */
function counted(): Sql {
  return new Proxy(database.sql, {
    apply(sql, self, given) {
      asked++
      if (isAway) return Promise.reject(new Error('away'))
      return Reflect.apply(sql as never, self, given)
    },
  })
}
const services = () => ({
  sql: counted(),
  env: { mode: 'demo' } as never,
  now: () => now,
  headerPartners: async (given: Parameters<typeof readClaims>[0]) => (await readClaims(given, ['header'])).header,
})
/** How often the database is asked by what is done. */
async function questions(work: () => Promise<unknown>): Promise<number> {
  const before = asked
  await work()
  return asked - before
}

test('the partners are asked for once, and again after a change and on a new day', async () => {
  const partners = createHeaderPartners(services())
  const once = await questions(() => Promise.all([partners.read(), partners.read()]))
  expect(once).toBeGreaterThan(0)
  expect((await partners.read()).map(({ name }) => name)).toEqual(['Tarnlight TV', 'Wrenfield One', 'Ostlermere Radio'])
  expect(await questions(() => partners.read())).toBe(0)
  partners.forget()
  expect(await questions(() => partners.read())).toBe(once)
  now = new Date('2026-06-15T23:00:00Z')
  expect(await questions(() => partners.read())).toBe(once)
})

test('where the database does not answer they are asked for again', async () => {
  const partners = createHeaderPartners(services())
  isAway = true
  expect(await partners.read().catch((problem: Error) => problem.message)).toBe('away')
  isAway = false
  expect(await partners.read()).toHaveLength(3)
})
