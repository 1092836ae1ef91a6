import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { drawPng } from '#drawing/draw-png.ts'

import { type PicturedRow, shareImageSvg, shareVersion } from './share-image.ts'

const brand = { name: 'British Events Accreditation Authority' }
const row: PicturedRow = {
  slug: 'tidewater-jazz-weekend',
  number: 'BEAA-2026-7KQ4XN',
  title: 'Tidewater Jazz Weekend',
  status: 'active',
  date: '2026-12-24',
  time: '19:30',
  isPrivate: false,
  venue: 'The Old Customs Shed',
  city: 'Liverpool',
  sector: 'entertainment',
  isDemo: false,
  assurance: 'assessed',
  assuredOn: '2026-05-03',
}
const wordsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, words]) => words)

test('the picture says what, when, where and how it stands', () => {
  expect(wordsOf(shareImageSvg(row, brand))).toEqual([
    'British Events Accreditation Authority',
    'Tidewater Jazz',
    'Weekend',
    'Thursday 24 December 2026, 19:30',
    'The Old Customs Shed, Liverpool',
    'Accredited: assessed on 3 May 2026',
    'BEAA-2026-7KQ4XN',
  ])
  const revoked = wordsOf(shareImageSvg({ ...row, status: 'revoked' }, brand))
  expect(revoked.at(-2)).toBe('Accreditation revoked')
  expect(wordsOf(shareImageSvg({ ...row, isDemo: true }, brand)).at(-2)).not.toContain('Accredited')
})

test('any title is text within a well-formed picture', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
      const parser = new SaxesParser()
      parser.on('error', (problem) => {
        throw problem
      })
      parser.write(shareImageSvg({ ...row, title, venue: title }, brand)).close()
    }),
    { numRuns: 20 },
  )
})

test('a long title is cut so that the status stays in sight', () => {
  const words = wordsOf(shareImageSvg({ ...row, title: 'A very long title of an event '.repeat(9) }, brand))
  expect(words.length).toBe(10)
  expect(words[5]).toEndWith('…')
})

test('the picture is drawn with its own fonts, in the size that networks show', async () => {
  const png = Buffer.from(await drawPng(shareImageSvg(row, brand)))
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  const blank = Buffer.from(await drawPng(shareImageSvg({ ...row, title: '' }, brand)))
  expect(png.equals(blank)).toBe(false)
})

test('the version changes with what the picture shows and with nothing else', () => {
  const version = shareVersion(row, brand)
  expect(shareVersion({ ...row, ...{ attendees: 5 } }, brand)).toBe(version)
  for (const change of [
    { title: 'Other' },
    { status: 'revoked' as const },
    { date: null },
    { city: 'Leeds' },
    { assuredOn: '2026-05-04' },
  ]) {
    expect(shareVersion({ ...row, ...change }, brand)).not.toBe(version)
  }
  expect(shareVersion(row, { name: 'Other' })).not.toBe(version)
})
