import { describe, expect, test } from 'bun:test'
import { demoAddresses } from '#sandbox/demo/demo-addresses.ts'
import { createAddressesSandbox, sandboxBrokenId } from './addresses-sandbox.ts'

const addresses = createAddressesSandbox()
const lines = async (term: string) => (await addresses.search(term)).map((suggestion) => suggestion.address)

describe('search', () => {
  test('finds by words in any order and case', async () => {
    expect(await lines('LANE shuttlecock 14')).toEqual(['14 Shuttlecock Lane, Loomhouse Yard, Manchester, M1 9ZZ'])
    expect(await lines('cucumber, london')).toEqual(['120 Cucumber Street, Floor 8, London, EC2A 9ZZ'])
  })

  test('finds by postcode with and without its blank', async () => {
    expect(await lines('BT7 9ZZ')).toEqual(['19 Linen Bleach Green, Belfast, BT7 9ZZ'])
    expect(await lines('bt79zz')).toEqual(['19 Linen Bleach Green, Belfast, BT7 9ZZ'])
  })

  test('finds at most ten, and nothing for what is too short, unknown or the word for a bad day', async () => {
    expect(await lines('9zz')).toHaveLength(10)
    expect(await lines('ma')).toEqual([])
    expect(await lines('nowhere at all')).toEqual([])
    expect(await lines('Finder Down')).toEqual([])
  })
})

test('every suggestion can be loaded, except the one that is meant to fail', async () => {
  for (const { postcode, line_1 } of demoAddresses) {
    const [suggestion] = await addresses.search(`${line_1} ${postcode}`)
    expect(await addresses.get(suggestion!.id)).toMatchObject({ line_1, postcode })
  }
  const [broken] = await addresses.search('broken')
  expect(broken!.id).toBe(sandboxBrokenId)
  expect(await addresses.get(sandboxBrokenId)).toBeNull()
  expect(await addresses.get('sandbox_0')).toBeNull()
  expect(await addresses.get('../x')).toBeNull()
})

test('the invented places lie in the United Kingdom', () => {
  for (const { latitude, longitude } of demoAddresses) {
    expect(latitude).toBeWithin(49.8, 60.9)
    expect(longitude).toBeWithin(-8.7, 1.8)
  }
})
