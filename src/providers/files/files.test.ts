import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { openSql } from '#database/sql.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { createFiles } from './create-files.ts'
import type { FileStore } from './files.ts'

setDefaultTimeout(60_000)

let database: TestDatabase
let server: S3rver
let s3: { endpoint: string; bucket: string; accessKeyId: string; secretAccessKey: string; region: string }
const directory = mkdtempSync(join(tmpdir(), 'bucket-'))
beforeAll(async () => {
  database = await openTestDatabase()
  const settings = { port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'evidence' }] }
  server = new S3rver(settings)
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  s3 = { endpoint, bucket: 'evidence', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' }
})
afterAll(async () => {
  await server.close()
  rmSync(directory, { recursive: true })
  await database.close()
})

const stores: [string, () => FileStore][] = [
  ['the database', () => createFiles({ s3: null }, database.sql)],
  ['a bucket', () => createFiles({ s3 }, database.sql)],
]

const megabyte = 1024 * 1024
async function* parts(count: number) {
  for (let part = 0; part < count; part++) yield new Uint8Array(megabyte).fill(part + 1)
}
async function bytesOf(store: FileStore, key: string): Promise<Uint8Array> {
  return await new Response((await store.read(key)) as BodyInit).bytes()
}

describe.each(stores)('files in %s', (_, open) => {
  test('are read as they were stored, exchanged, and deleted', async () => {
    const files = open()
    const key = 'evidence/one'
    expect([await files.exists(key), await files.read(key)]).toEqual([false, null])
    await files.put(key, parts(12), 'application/pdf')
    const bytes = await bytesOf(files, key)
    expect([bytes.length, bytes[0], bytes.at(-1)]).toEqual([12 * megabyte, 1, 12])
    await files.put(key, [new Uint8Array([7, 8]), new Uint8Array([9])], 'image/png')
    expect([...(await bytesOf(files, key))]).toEqual([7, 8, 9])
    expect(await files.exists(key)).toBe(true)
    await files.delete(key)
    await files.delete(key)
    expect([await files.exists(key), await files.read(key)]).toEqual([false, null])
  })

  test('that break off on their way are not there', async () => {
    const files = open()
    const broken = async function* () {
      yield* parts(6)
      throw new Error('The sender broke off.')
    }
    await expect(files.put('evidence/broken', broken(), 'application/pdf')).rejects.toThrow('broke off')
    expect(await files.exists('evidence/broken')).toBe(false)
  })

  test('are read no further than they are taken', async () => {
    const files = open()
    await files.put('evidence/long', parts(8), 'application/pdf')
    const reader = (await files.read('evidence/long'))!.getReader()
    expect((await reader.read()).value!.length).toBeGreaterThan(0)
    await reader.cancel()
  })
})

test('a bucket that refuses the key says so, and nothing else is tried', async () => {
  const files = createFiles({ s3: { ...s3, secretAccessKey: 'wrong' } }, database.sql)
  await expect(files.put('evidence/two', parts(1), 'application/pdf')).rejects.toThrow('signature')
})

test('a file whose content comes from the database is stored by the same connection: no transaction waits for it', async () => {
  const single = openSql(database.url, { connections: 1 })
  const files = createFiles({ s3: null }, single)
  await files.put('evidence/from', parts(2), 'application/pdf')
  await files.put('evidence/to', (await files.read('evidence/from'))!, 'application/pdf')
  expect(await bytesOf(files, 'evidence/to')).toEqual(await bytesOf(files, 'evidence/from'))
  await single.end()
})
