import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { townAt } from '#features/register/map/server/towns.ts'
import { mapFiles } from './map.ts'

test('the files of the map are those that the program makes of the open data', async () => {
  for (const [path, make] of Object.entries(mapFiles)) {
    expect(await Bun.file(join(import.meta.dir, '../..', path)).text()).toBe(await make())
  }
})

test('a town is found by its name, however it is written', () => {
  expect(townAt('York')).toEqual([53.96, -1.08])
  for (const name of ['Hull', 'KINGSTON-UPON-HULL', 'Kingston upon Hull']) expect(townAt(name)).toEqual([53.74, -0.34])
  // Of several with one name the largest: in Wales, not on the Isle of Wight.
  expect(townAt('Newport')).toEqual([51.59, -3])
  expect(townAt('Llanfairpwllgwyngyll-by-the-Nothing')).toBeNull()
})
