import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { icons, pixelIcons } from './icons.ts'

const drawn = (name: string) => Bun.file(join(import.meta.dir, '../../public', name))

test('the drawn pictures in public/ are those that the program draws', async () => {
  for (const [name, svg] of Object.entries(icons)) {
    expect(await drawn(name).text()).toBe(`${svg}\n`)
  }
})

test('the pictures in pixels are PNG files of their width', async () => {
  for (const [name, { width }] of Object.entries(pixelIcons)) {
    const bytes = Buffer.from(await drawn(name).arrayBuffer())
    expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    expect(bytes.readUInt32BE(16)).toBe(width)
    expect(bytes.readUInt32BE(20)).toBe(name === 'share.png' ? 630 : width)
  }
})
