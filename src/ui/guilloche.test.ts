import { expect, test } from 'bun:test'
import { drawn, guillochePaths } from './guilloche.ts'

const seeds = Array.from({ length: 60 }, (_, index) => `event-${index * 7919}`)
const size = { width: 640, height: 360 }

test('the same seed gives the same lines, and another gives others', () => {
  const lines = (seed: string) =>
    guillochePaths({ seed, ...size })
      .map((layer) => drawn(layer, 'a', ''))
      .join('')
  for (const seed of seeds) expect(lines(seed)).toBe(lines(seed))
  expect(new Set(seeds.map(lines)).size).toBe(seeds.length)
})

test('a pattern is light: under 6.5 KB of path data, whatever the seed', () => {
  for (const seed of seeds) {
    const data = guillochePaths({ seed, ...size }).reduce((sum, layer) => sum + layer.d.length, 0)
    expect(data).toBeLessThan(6.5 * 1024)
  }
})

test('paths are made of plain numbers in M, c and z', () => {
  for (const seed of [...seeds, '', 'ж', '🎪', 'x'.repeat(500)]) {
    for (const { d } of guillochePaths({ seed, ...size })) {
      expect(d).toMatch(/^M[-\d. ]+c[-\d. ]+z?$/)
      const numbers = d.match(/-?(\d+\.?\d*|\.\d+)/g)!
      expect((numbers.length - 2) % 6).toBe(0)
    }
  }
})

test('a closed line ends where it began', () => {
  for (const { d } of guillochePaths({ seed: 'ring', ...size }).filter((layer) => layer.radius > 0)) {
    const numbers = d
      .slice(d.indexOf('c'))
      .match(/-?(\d+\.?\d*|\.\d+)/g)!
      .map(Number)
    const ends = numbers.filter((_, index) => index % 6 >= 4)
    const sum = (rest: number) => ends.reduce((total, value, index) => (index % 2 === rest ? total + value : total), 0)
    expect(sum(0)).toBeCloseTo(0, 5)
    expect(sum(1)).toBeCloseTo(0, 5)
  }
})
