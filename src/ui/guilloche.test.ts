import { expect, test } from 'bun:test'
import { coverTones, guillochePaths, guillocheSvg } from './guilloche.ts'

const seeds = Array.from({ length: 60 }, (_, index) => `event-${index * 7919}`)
const size = { width: 640, height: 360 }

test('the same seed gives the same bytes', () => {
  for (const seed of seeds) {
    expect(guillocheSvg({ seed, tone: 'sports' })).toBe(guillocheSvg({ seed, tone: 'sports' }))
  }
})

test('the drawing of a known seed stays as it is, for addresses are kept for ever', () => {
  expect(Bun.hash(guillocheSvg({ seed: 'choral-festival', tone: 'culture' })).toString(16)).toBe('d0b25487e70a74dc')
})

test('different seeds and tones give different covers', () => {
  const drawings = seeds.map((seed) => guillocheSvg({ seed, tone: 'neutral' }))
  expect(new Set(drawings).size).toBe(seeds.length)
  expect(new Set(coverTones.map((tone) => guillocheSvg({ seed: 'one', tone }))).size).toBe(coverTones.length)
})

test('a cover is light: under 6.5 KB of path data and 12 KB as a whole, whatever the seed', () => {
  for (const seed of seeds) {
    const data = guillochePaths({ seed, ...size }).reduce((sum, layer) => sum + layer.d.length, 0)
    expect(data).toBeLessThan(6.5 * 1024)
    expect(guillocheSvg({ seed, tone: 'business' }).length).toBeLessThan(12 * 1024)
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

test('nothing of the seed is written into the picture', () => {
  const svg = guillocheSvg({ seed: '"><script>alert(1)</script>', tone: 'charity' })
  expect(svg).not.toContain('script')
  expect(svg).not.toContain('alert')
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
