import { expect, test } from 'bun:test'
import { countCalls, readCallCounts } from './count-calls.ts'

test('calls are counted by what came of them', async () => {
  const service = countCalls('test-service', {
    ask: async (kind: string) => ({ kind }),
    pay: async () => ({ failure: 'payments-unavailable' }),
    find: async () => null,
    break: async () => {
      throw new Error('gone')
    },
    readAtOnce: () => 'no call',
  })
  expect(await service.ask('found')).toEqual({ kind: 'found' })
  await service.ask('unavailable')
  await service.pay()
  await service.find()
  await service.break().catch(() => {})
  expect(service.readAtOnce()).toBe('no call')
  expect(readCallCounts().get('test-service')).toEqual({ answered: 2, unavailable: 3 })
})
