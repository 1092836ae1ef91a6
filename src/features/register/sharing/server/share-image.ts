import type { Brand } from '#brand.ts'
import { statusWords } from '#domain/assurance.ts'
import { registerStatuses } from '#domain/register-status.ts'
import { dateAndTime, place } from '#domain/when-and-where.ts'
import { xmlText } from '#domain/xml-text.ts'
import { crest } from '#drawing/crest.ts'
import type { EntryRow } from '#features/register/server/queries.ts'
import { coverSvg } from '#ui/covers/cover-svg.ts'

export type PicturedRow = Pick<
  EntryRow,
  'slug' | 'number' | 'title' | 'status' | 'date' | 'time' | 'venue' | 'city' | 'sector'
> &
  Pick<EntryRow, 'isDemo' | 'assurance' | 'assuredOn'> & { isPrivate: boolean }

/** Social networks show it without cutting anything off. */
const shareImageSize = { width: 1200, height: 630 }

const wordsEnd = 800
const margin = 64
const wordsWidth = wordsEnd - margin - 40

const ink = '#14231b'
const muted = '#505a51'
const statusInks = { accredited: '#0c4029', neutral: '#505a51', warning: '#76580f', danger: '#b3261e' }

/** With the lines that each leaves room for. */
const titleSizes = [
  { size: 72, lines: 3 },
  { size: 58, lines: 4 },
  { size: 46, lines: 5 },
] as const

export function shareImageSvg(row: PicturedRow, { name }: Pick<Brand, 'name'>): string {
  const { width, height } = shareImageSize
  const cover = coverSvg({ seed: row.slug, tone: row.sector, width: width - wordsEnd, height, isPaper: true })
  const { size, lines } = fitTitle(row.title)
  const where = cut(place(row.venue, row.city), 30)
  const top = 146 + size * 0.9
  const below = top + (lines.length - 1) * size * 1.16 + 70
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<path fill="#fffdf8" d="M0 0h${width}v${height}H0z"/>`,
    moved(crest, margin, 48, 72, 72, 'crest-'),
    words(cut(name, 24), margin + 92, 93, 24, { fill: ink, weight: 600 }),
    ...lines.map((line, index) =>
      words(line, margin, top + index * size * 1.16, size, { fill: ink, weight: 600, family: 'Baskervville' }),
    ),
    words(dateAndTime(row), margin, below, 30, { fill: ink }),
    words(where, margin, below + 44, 30, { fill: muted }),
    words(row.isDemo ? 'Demonstration: an invented entry' : statusWords(row), margin, height - 82, 26, {
      fill: statusInks[registerStatuses[row.status].tone],
      weight: 600,
    }),
    words(row.number, margin, height - 48, 24, { fill: muted, weight: 600 }),
    // Last, so that no word runs over it, however wide its letters are.
    moved(cover, wordsEnd, 0, width - wordsEnd, height, 'cover-'),
    `<path stroke="#b08d35" stroke-width="4" d="M${wordsEnd} 0v${height}"/>`,
    '</svg>',
  ].join('')
}

type TextStyle = { fill: string; weight?: 400 | 600; family?: string }

function words(text: string, x: number, y: number, size: number, { fill, weight = 400, family }: TextStyle): string {
  const font = `font-family="${family ?? 'Source Sans 3'}" font-size="${size}" font-weight="${weight}"`
  return `<text x="${x}" y="${Math.round(y)}" ${font} fill="${fill}">${xmlText(text)}</text>`
}

/** With ids of its own. */
function moved(svg: string, x: number, y: number, width: number, height: number, prefix: string): string {
  return svg
    .replace(/ width="\d+" height="\d+"/, '')
    .replace('<svg ', `<svg x="${x}" y="${y}" width="${width}" height="${height}" `)
    .replace(/ id="/g, ` id="${prefix}`)
    .replace(/href="#/g, `href="#${prefix}`)
    .replace(/url\(#/g, `url(#${prefix}`)
}

function fitTitle(title: string): { size: number; lines: string[] } {
  for (const { size, lines: maxLines } of titleSizes) {
    const lines = wrap(title, wordsWidth / size)
    if (lines.length <= maxLines) return { size, lines }
  }
  const { size, lines: maxLines } = titleSizes[2]
  const lines = wrap(title, wordsWidth / size).slice(0, maxLines)
  return { size, lines: [...lines.slice(0, -1), `${lines.at(-1)!.slice(0, -2)}…`] }
}

/** Width in ems; a word longer than a line is cut. */
function wrap(text: string, ems: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.trim().split(/\s+/)) {
    const longer = line ? `${line} ${word}` : word
    if (widthOf(longer) <= ems) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    line = ''
    for (const character of word) {
      if (widthOf(line + character) > ems) {
        lines.push(line)
        line = ''
      }
      line += character
    }
  }
  return line ? [...lines, line] : lines
}

function cut(text: string, ems: number): string {
  const [first = '', ...rest] = wrap(text, ems)
  return rest.length > 0 ? `${first}…` : first
}

/** In ems; rather too wide, as nothing here can measure it. */
function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += widthOfOne(character)
  return width
}

function widthOfOne(character: string): number {
  if (/[ijl.,:;'’|!()[\]\s]/.test(character)) return 0.32
  if (/[mwMW@%&—…]/.test(character)) return 1.15
  if (/\p{Lu}/u.test(character)) return 0.76
  return character.charCodeAt(0) < 0x500 ? 0.57 : 1.1
}

/** Raise it when the drawing itself changes. */
const drawing = 3

/** Changes when anything on the picture does. */
export function shareVersion(row: PicturedRow, { name }: Pick<Brand, 'name'>): string {
  const { slug, number, title, status, date, time, isPrivate, venue, city, sector, isDemo } = row
  const shown = [drawing, name, slug, number, title, status, date, time, isPrivate, venue, city, sector, isDemo]
  return Bun.hash(JSON.stringify([...shown, row.assurance, row.assuredOn])).toString(36)
}
