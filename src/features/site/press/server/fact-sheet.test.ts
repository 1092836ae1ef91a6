import { expect, test } from 'bun:test'
import { defaultBrand } from '#brand.ts'
import { readPdf } from '#test/read-pdf.ts'
import { drawFactSheet } from './draw-fact-sheet.ts'

const now = new Date('2026-11-21T12:00:00Z')

test('the fact sheet is one page of tagged PDF with its own fonts', async () => {
  const bytes = await drawFactSheet(defaultBrand, 'https://authority.example', now)
  const pdf = new TextDecoder('latin1').decode(bytes)
  expect(pdf.slice(0, 8)).toBe('%PDF-1.7')
  expect(pdf.trimEnd().slice(-5)).toBe('%%EOF')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  expect((await readPdf(bytes)).problems).toEqual([])
  expect(pdf).toContain('/FontFile2')
  expect(pdf.includes('/Subtype /Type1')).toBe(false)
})

test('an odd name of the authority breaks neither page nor metadata', async () => {
  const name = 'Ostler & Daughters <Events> “Größe” '.repeat(6).trim()
  const bytes = await drawFactSheet({ ...defaultBrand, name }, 'https://authority.example', now)
  const pdf = new TextDecoder('latin1').decode(bytes)
  const metadata = pdf.slice(pdf.indexOf('<x:xmpmeta'), pdf.indexOf('</x:xmpmeta>'))
  expect(metadata).toContain('Ostler and Daughters Events')
  expect(metadata).not.toContain('<Events>')
})
