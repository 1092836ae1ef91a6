import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { icons } from './icons.ts'

test('the drawn pictures in public/ are those that the program draws', async () => {
  for (const [name, svg] of Object.entries(icons)) {
    expect(await Bun.file(join(import.meta.dir, '../../public', name)).text()).toBe(`${svg}\n`)
  }
})
