import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { Glob } from 'bun'
import { buildStyles } from './styles.ts'

const root = join(import.meta.dir, '../..')
// As long as the build's own addresses, which count in the size of what is built.
const fontUrl = (file: string) => `/assets/${file.replace('.', `-${Bun.hash(file).toString(16).slice(0, 10)}.`)}`
const { css, adminCss, fonts, icons } = await buildStyles({ root, fontUrl })

test('one small stylesheet', () => {
  expect(brotliCompressSync(css).length).toBeLessThanOrEqual(8.75 * 1024)
})

test('the same sources give the same bytes', async () => {
  const again = await buildStyles({ root, fontUrl })
  expect(again.css).toBe(css)
  expect(again.adminCss).toBe(adminCss)
})

test('the admin area has everything that visitors have and more, and visitors nothing of its own', () => {
  const classesOf = (sheet: string) => new Set(sheet.match(/\.[a-z][\w\\:/[\].-]*/g))
  expect([...classesOf(css)].filter((name) => !classesOf(adminCss).has(name))).toEqual([])
  expect(adminCss).toContain('.admin-bar')
  expect(css).not.toContain('.admin-')
  expect(brotliCompressSync(adminCss).length).toBeLessThanOrEqual(10 * 1024)
})

test('it holds fonts, tokens, base, components and utilities in this order', () => {
  const places = ['@font-face', '--surface:', '.skip-link', '.masthead', '.min-h-11'].map((part) => css.indexOf(part))
  expect(places.every((place) => place >= 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('it asks for its fonts and the file of icons where they are served, and for nothing else', () => {
  const asked = [...css.matchAll(/url\("?([^")]+)"?\)/g)].map((found) => found[1]!)
  const files = [...fonts.map(({ file }) => file), 'icons.svg']
  expect(asked.toSorted()).toEqual(files.map(fontUrl).toSorted())
})

test('every font is installed, and the first page waits for two', async () => {
  for (const { path } of fonts) expect(await Bun.file(path).exists()).toBe(true)
  expect(fonts.filter(({ preload }) => preload).map(({ file }) => file)).toEqual([
    'baskervville-latin-500-normal.woff2',
    'source-sans-3-latin-wght-normal.woff2',
  ])
})

test('both themes hold where light-dark() is not known', () => {
  expect(css).not.toContain('light-dark(')
  expect(css).toMatch(/html\[data-theme=.?dark.?\]\{[^}]*color-scheme:dark/)
})

test('every icon that a source names has its place in the one picture', async () => {
  const named = new Set<string>()
  for await (const file of new Glob('src/**/*.tsx').scan({ cwd: root })) {
    const source = await Bun.file(join(root, file)).text()
    for (const [, icon] of source.matchAll(/icon(?:=|: )["'](i-[^"']+)["']/g)) named.add(icon!)
  }
  expect(named.size).toBeGreaterThan(30)
  const places = new Map(
    [...adminCss.matchAll(/\.(i-[a-z0-9-]+)\{--at:(\d+)\}/g)].map(([, icon, at]) => [icon!, Number(at)]),
  )
  expect([...named].filter((icon) => !places.has(icon))).toEqual([])
  const drawn = [...icons.matchAll(/<g transform="translate\((\d+)\)">/g)].map(([, x]) => Number(x))
  expect(drawn).toEqual([...places.values()].map((at) => at * 48))
})

// The metrics of the fallback faces in base.css: ascent and descent of our font over the fallback's size-adjust.
for (const [family, file] of [
  ['Baskervville fallback', 'baskervville-latin-500-normal.woff2'],
  ['Source Sans 3 fallback', 'source-sans-3-latin-wght-normal.woff2'],
] as const) {
  test(`${family} takes the lines of the font that follows it`, async () => {
    const font = fonts.find((each) => each.file === file)!
    const { ascent, descent } = await lineMetrics(font.path)
    const faces = [...css.matchAll(/@font-face\{([^}]*)\}/g)]
      .map((face) => face[1]!)
      .filter((face) => face.includes(family))
    expect(faces.length).toBeGreaterThan(0)
    for (const face of faces) {
      const percent = (name: string) => Number(face.match(new RegExp(`${name}:([\\d.]+)%`))![1]) / 100
      expect(percent('ascent-override') * percent('size-adjust')).toBeCloseTo(ascent, 2)
      expect(percent('descent-override') * percent('size-adjust')).toBeCloseTo(descent, 2)
      expect(percent('line-gap-override')).toBe(0)
    }
  })
}

/** Ascent and descent of a WOFF2 file in em, from its hhea table (WOFF2, section 4: the table directory; hhea is never transformed). */
async function lineMetrics(path: string): Promise<{ ascent: number; descent: number }> {
  const file = Buffer.from(await Bun.file(path).arrayBuffer())
  const known = 'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca'.split(' ')
  let at = 48
  const integer = () => {
    let value = 0
    for (;;) {
      const byte = file[at++]!
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  const tables: { tag: string; length: number }[] = []
  for (let count = file.readUInt16BE(12); count > 0; count--) {
    const flags = file[at++]!
    const named = (flags & 63) === 63
    const tag = named ? file.toString('latin1', at, at + 4) : (known[flags & 63] ?? '')
    if (named) at += 4
    const length = integer()
    const outline = tag === 'glyf' || tag === 'loca'
    const transformed = outline ? flags >> 6 !== 3 : flags >> 6 !== 0
    tables.push({ tag, length: transformed ? integer() : length })
  }
  const data = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)))
  const start = (tag: string) => {
    const index = tables.findIndex((table) => table.tag === tag)
    return tables.slice(0, index).reduce((sum, table) => sum + table.length, 0)
  }
  const em = data.readUInt16BE(start('head') + 18)
  return { ascent: data.readInt16BE(start('hhea') + 4) / em, descent: -data.readInt16BE(start('hhea') + 6) / em }
}
