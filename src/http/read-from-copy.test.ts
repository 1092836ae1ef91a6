import { afterAll, beforeAll, expect, test } from 'bun:test'
import { followReplica, type ReadReplica } from '#database/read-replica.ts'
import { createLog } from '#process/log.ts'
import type { Services } from '#requests/services.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { readFromCopy } from './read-from-copy.ts'

// How pages follow a replica that lags, stops and comes back is tried with a real one: `bun run drill:replica`.

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a server that is no replica, or none at all, is never asked', async () => {
  for (const url of [database.url, 'postgres://nobody@127.0.0.1:1/nothing']) {
    const logged: string[] = []
    const log = createLog((line) => logged.push(line))
    const replica = followReplica({ url, connections: 1, primary: database.sql, log, boundMs: 50 })
    replica.announced()
    while (logged.length === 0) await Bun.sleep(10)
    expect(replica.isCurrent()).toBe(false)
    expect(logged.join()).toContain('replica not asked')
    await replica.stop()
  }
})

test('what is made of a replica and not kept, or fails there, is made of the primary', async () => {
  const replica = { sql: database.sql, isCurrent: () => true } as ReadReplica
  const { tryMaking, counts } = readFromCopy({ sql: database.sql } as Services, replica)
  const page = { tags: ['fixed'], contentType: 'text/plain', body: new Uint8Array() }
  expect(await tryMaking(async () => ({ page }))).toEqual({ page })
  expect(await tryMaking(async () => ({ response: new Response(null, { status: 404 }) }))).toBeNull()
  // A loader that writes, which a replica refuses.
  const writes = async ({ sql }: Services) => {
    await sql.unsafe("do $$ begin raise exception 'read-only' using errcode = '25006'; end $$")
    return { page }
  }
  expect(await tryMaking(writes)).toBeNull()
  expect(tryMaking(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
  expect(counts).toEqual({ replica: 1, primary: 2 })
})
