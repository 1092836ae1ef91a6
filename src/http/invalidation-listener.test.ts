import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createLog } from '#process/log.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { type DatabaseRoad, openDatabaseRoad } from '#test/database-road.ts'
import { listenForInvalidations } from './invalidation-listener.ts'

let database: TestDatabase
let road: DatabaseRoad
beforeAll(async () => {
  database = await openTestDatabase()
  road = await openDatabaseRoad(database.url)
})
afterAll(async () => {
  await road.close()
  await database.close()
})

test('a listening connection that died in silence is noticed, and another one hears', async () => {
  const received: string[][] = []
  const logged: string[] = []
  let cleared = 0
  const notices = await listenForInvalidations({
    databaseUrl: road.url,
    watch: { isUnavailable: () => false, answers: async () => true, freshen: async () => {}, sql: database.sql },
    cache: { announce: (tags) => void received.push(tags), clear: () => void cleared++ },
    log: createLog((line) => logged.push(line)),
    beatMs: 1_000_000,
  })
  const announce = (tag: string) => database.sql`select announce_page_data(${[tag]})`
  await announce('before')
  while (received.length === 0) await Bun.sleep(10)
  expect(cleared).toBe(0)

  road.goSilent()
  await announce('unheard')
  await notices.beat()
  expect(notices.listens()).toBe(true)
  // Noticed, and no other connection can be made yet.
  await notices.beat()
  expect(notices.listens()).toBe(false)
  road.open()
  // What was kept goes each time: when the silence is noticed, at each attempt, and when the new connection listens.
  await notices.beat()
  expect(notices.listens()).toBe(true)
  while (cleared < 3) await Bun.sleep(10)
  await announce('after')
  while (received.length < 2) await Bun.sleep(10)
  expect(received).toEqual([['before'], ['after']])
  expect(logged.some((line) => line.includes('notices not heard'))).toBe(true)
  await notices.stop()
}, 30_000)

test('after a broken connection what is kept is served until every connection to the database is back', async () => {
  const steps: string[] = []
  const answers = [false, false, true]
  let kept = true
  const notices = await listenForInvalidations({
    databaseUrl: road.url,
    watch: {
      isUnavailable: () => false,
      answers: async () => {
        const isThere = answers.shift() ?? true
        steps.push(`${isThere ? 'there' : 'away'}, ${kept ? 'kept' : 'forgotten'}`)
        return isThere
      },
      freshen: async () => void steps.push(`replaced, ${kept ? 'kept' : 'forgotten'}`),
      sql: database.sql,
    },
    cache: {
      announce: () => {},
      clear: () => {
        kept = false
      },
    },
    log: createLog(() => {}),
    beatMs: 1_000_000,
  })
  await database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where query ilike 'listen%' and datname = current_database()`
  while (kept) await Bun.sleep(10)
  expect(steps).toEqual(['away, kept', 'away, kept', 'there, kept', 'replaced, kept'])
  await notices.stop()
}, 30_000)
