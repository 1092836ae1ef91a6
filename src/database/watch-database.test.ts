import { afterAll, beforeAll, expect, test } from 'bun:test'
import { makeWorkerUtils } from 'graphile-worker'
import { createLog } from '#process/log.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { type DatabaseRoad, openDatabaseRoad } from '#test/database-road.ts'
import { DatabaseUnavailable, isDatabaseUnavailable } from './database-problem.ts'
import { openSql } from './sql.ts'
import { type DatabaseWatch, watchDatabase } from './watch-database.ts'

let database: TestDatabase
let road: DatabaseRoad
let watch: DatabaseWatch
const pool = () => openSql(road.url, { connections: 2 })
let sql: ReturnType<typeof pool>
beforeAll(async () => {
  database = await openTestDatabase()
  road = await openDatabaseRoad(database.url)
  sql = pool()
  watch = watchDatabase(
    sql,
    road.url,
    createLog(() => {}),
  )
})
afterAll(async () => {
  await watch.stop()
  await sql.end({ timeout: 0 })
  await road.close()
  await database.close()
})

test('a database that goes silent without closing a connection is found out, and found again', async () => {
  expect(await watch.answers()).toBe(true)
  expect(await watch.isReady()).toBe(true)
  road.goSilent()
  // So is a pooler that is paused for a failover: nobody is sent here, and who is here already waits.
  expect(await watch.isReady()).toBe(false)
  expect(watch.isUnavailable()).toBe(false)
  expect(await watch.answers()).toBe(false)
  expect(watch.isUnavailable()).toBe(true)
  expect(() => watch.sql`select 1`).toThrow(DatabaseUnavailable)
  expect(() => watch.sql.begin(async () => {})).toThrow(DatabaseUnavailable)
  expect(() => watch.sql.unsafe('select 1')).toThrow(DatabaseUnavailable)
  road.open()
  while (watch.isUnavailable()) await Bun.sleep(50)
  expect(await watch.answers()).toBe(true)
  expect(await watch.isReady()).toBe(true)
}, 30_000)

test('what builds parts of a statement goes through while the database is unavailable', async () => {
  road.goSilent()
  expect(await watch.answers()).toBe(false)
  expect(() => watch.sql('a_name')).not.toThrow()
  road.open()
  while (watch.isUnavailable()) await Bun.sleep(50)
}, 30_000)

test('a wrong statement is not an absent database', async () => {
  const problem = await database.sql.unsafe('select nothing_like_it').catch((thrown) => thrown)
  expect(isDatabaseUnavailable(problem)).toBe(false)
  expect(isDatabaseUnavailable(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))).toBe(true)
  expect(isDatabaseUnavailable(new Error('wrapped', { cause: Object.assign(new Error(), { code: '57P01' }) }))).toBe(
    true,
  )
  expect(isDatabaseUnavailable(Object.assign(new Error('unique'), { code: '23505' }))).toBe(false)
  expect(isDatabaseUnavailable(await returnedTwice())).toBe(true)
})

/** What the driver of the queue's library says of a connection that is given back twice. */
async function returnedTwice(): Promise<unknown> {
  const queue = await makeWorkerUtils({ connectionString: database.url })
  try {
    return await queue.withPgClient(async (client) => client.release()).catch((thrown) => thrown)
  } finally {
    await queue.release()
  }
}
