import { expect, test } from 'bun:test'
import { pieceCount, pieceSize, safeFileName } from './rules.ts'

test.each([
  ['Risk assessment 2027.pdf', 'Risk assessment 2027.pdf'],
  ['C:\\Users\\ann\\Plan.docx', 'Plan.docx'],
  ['../../etc/passwd', 'passwd'],
  ['plan\u202efdp.exe', 'planfdp.exe'],
  ['a\u0000b\u0007\r\n.pdf', 'ab.pdf'],
  ['\u2066zero\u200bwidth\u2069.png', 'zerowidth.png'],
  ['"quoted" <b>.pdf', '-quoted- -b-.pdf'],
  ['...', 'document'],
  ['', 'document'],
  ['\ud800.pdf', '\ufffd.pdf'],
  ['Plan für 東京.pdf', 'Plan für 東京.pdf'],
])('the name %j is kept as %j', (given, kept) => {
  expect(safeFileName(given)).toBe(kept)
})

test('a long name keeps its ending', () => {
  const name = safeFileName(`${'x'.repeat(400)}.docx`)
  expect(name).toHaveLength(120)
  expect(name).toEndWith('x.docx')
})

test('a file is parted into pieces of 1 MB and a rest', () => {
  expect([pieceCount(1), pieceCount(1_048_576), pieceCount(1_048_577), pieceCount(20_971_520)]).toEqual([1, 1, 2, 20])
  expect([pieceSize(1_048_577, 0), pieceSize(1_048_577, 1)]).toEqual([1_048_576, 1])
})
