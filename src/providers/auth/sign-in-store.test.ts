import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { signInStore } from './sign-in-library.ts'

let database: TestDatabase
let store: ReturnType<ReturnType<typeof signInStore>>

beforeAll(async () => {
  database = await openTestDatabase()
  store = signInStore(database.sql)({
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
  })
  for (const [index, identifier] of ['first', 'second', "third'; drop table people; --"].entries()) {
    const data = {
      identifier,
      value: `value ${index}`,
      expiresAt: at(index),
      createdAt: at(index),
      updatedAt: at(index),
    }
    await store.create({ model: 'verification', data })
  }
})
afterAll(() => database.close())

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))
const identifiers = async (query: Omit<Parameters<typeof store.findMany>[0], 'model'>) =>
  (await store.findMany<{ identifier: string }>({ model: 'verification', ...query })).map((row) => row.identifier)

test('times go in and come out as dates', async () => {
  const row = await store.findOne<{ id: string; expiresAt: Date }>({
    model: 'verification',
    where: [{ field: 'identifier', value: 'second' }],
  })
  expect(row!.expiresAt).toEqual(at(1))
  expect(row!.id).toMatch(/^\w{32}$/)
})

test('compares, orders, limits and counts', async () => {
  expect(await identifiers({ where: [{ field: 'expiresAt', operator: 'lt', value: at(1) }] })).toEqual(['first'])
  expect(await identifiers({ where: [{ field: 'identifier', operator: 'in', value: ['second', 'none'] }] })).toEqual([
    'second',
  ])
  const sortBy = { field: 'createdAt', direction: 'desc' } as const
  expect((await identifiers({ sortBy, limit: 1, offset: 1 }))[0]).toBe('second')
  expect(await store.count({ model: 'verification' })).toBe(3)
  const later = [
    { field: 'expiresAt', operator: 'gt' as const, value: at(0) },
    { field: 'identifier', value: 'second' },
  ]
  expect(await store.count({ model: 'verification', where: later })).toBe(1)
})

test('changes and deletes what fits and nothing else', async () => {
  const second = [{ field: 'identifier', value: 'second' }]
  expect(
    await store.update<{ value: string }>({ model: 'verification', where: second, update: { value: 'new' } }),
  ).toMatchObject({ value: 'new' })
  expect(
    await store.update({
      model: 'verification',
      where: [{ field: 'identifier', value: 'none' }],
      update: { value: 'x' },
    }),
  ).toBeNull()
  const old = [{ field: 'expiresAt', operator: 'lt' as const, value: at(2) }]
  expect(await store.updateMany({ model: 'verification', where: old, update: { value: 'old' } })).toBe(2)
  await store.delete({ model: 'verification', where: second })
  expect(await store.deleteMany({ model: 'verification', where: old })).toBe(1)
  expect(await identifiers({})).toEqual(["third'; drop table people; --"])
})

test('a comparison that it does not know is an error, never a wider answer', async () => {
  const either = [
    { field: 'identifier', value: 'x' },
    { field: 'identifier', value: 'y', connector: 'OR' as const },
  ]
  await expect(store.deleteMany({ model: 'verification', where: either })).rejects.toThrow('"and" only')
  const like = [{ field: 'identifier', operator: 'contains' as const, value: 'i' }]
  await expect(store.findMany({ model: 'verification', where: like })).rejects.toThrow('no operator')
})
