import { expect, test } from 'bun:test'
import { coverSvg, coverTones } from './cover-svg.ts'

const seeds = Array.from({ length: 60 }, (_, index) => `event-${index * 7919}`)
const covers = coverTones.flatMap((tone) => seeds.map((seed) => ({ seed, tone, svg: coverSvg({ seed, tone }) })))

test('the same seed gives the same bytes', () => {
  for (const { seed, tone, svg } of covers) expect(coverSvg({ seed, tone })).toBe(svg)
})

test('the drawing of a known seed stays as it is, for addresses are kept for ever', () => {
  const hash = (seed: string) => Bun.hash(coverSvg({ seed, tone: 'culture' })).toString(16)
  expect(['choral-festival', 'harbour-lights', 'book-fair', 'lantern-trail'].map(hash)).toMatchInlineSnapshot(`
    [
      "5681ba5168bc2c73",
      "8dff18ce3a558e1f",
      "f61d8135345eaef2",
      "de3d9e01437130fa",
    ]
  `)
})

test('different seeds and tones give different covers', () => {
  expect(new Set(covers.map(({ svg }) => svg)).size).toBe(covers.length)
})

test('a sector has several patterns, and no two neighbours of a list share more than chance', () => {
  const kinds = (svg: string) =>
    svg
      .replace(/^.*?<\/style>/, '')
      .replace(/[\d.-]+/g, '')
      .slice(0, 200)
  for (const tone of coverTones) {
    expect(
      new Set(covers.filter((cover) => cover.tone === tone).map(({ svg }) => kinds(svg))).size,
    ).toBeGreaterThanOrEqual(3)
  }
})

test('a cover is light: under 8 KB, 5 KB on average, whatever the seed', () => {
  const sizes = covers.map(({ svg }) => svg.length)
  expect(Math.max(...sizes)).toBeLessThan(8 * 1024)
  expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toBeLessThan(5 * 1024)
})

test('every number is a plain one, whatever the seed', () => {
  for (const seed of [...seeds, '', 'ж', '🎪', 'x'.repeat(500)]) {
    for (const tone of coverTones) expect(coverSvg({ seed, tone })).not.toMatch(/NaN|Infinity|undefined|e-\d/)
  }
})

test('nothing of the seed is written into the picture', () => {
  const svg = coverSvg({ seed: '"><script>alert(1)</script>', tone: 'charity' })
  expect(svg).not.toContain('script')
  expect(svg).not.toContain('alert')
})

test('by day and by night it has inks of its own; for paper it knows the day alone', () => {
  const at = { seed: 'fair', tone: 'sports' } as const
  expect(coverSvg(at)).toContain('@media(prefers-color-scheme:dark)')
  expect(coverSvg({ ...at, isPaper: true })).not.toContain('@media')
})
