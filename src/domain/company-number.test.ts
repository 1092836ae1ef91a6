import { expect, test } from 'bun:test'
import { normaliseCompanyNumber } from './company.ts'

test.each([
  ['01234567', '01234567'],
  ['1234567', '01234567'],
  [' 42 ', '00000042'],
  ['sc123456', 'SC123456'],
  ['sc 12345', 'SC012345'],
  ['NI-000017', 'NI000017'],
  ['r0000123', 'R0000123'],
  ['IP12345R', 'IP12345R'],
  ['SL01234A', 'SL01234A'],
])('%p is the number %p', (typed, number) => expect(normaliseCompanyNumber(typed)).toBe(number))

test.each([
  '',
  '0',
  '00000000',
  '123456789',
  'SC1234567',
  'ABC12345',
  '../../x',
  '1234/678',
  '1234%2f8',
  '123456?8',
  '١٢٣٤٥٦٧٨',
  'Larkmoor',
  '\u0000',
  '1'.repeat(5_000),
])('%p is no company number', (typed) => expect(normaliseCompanyNumber(typed)).toBeNull())
