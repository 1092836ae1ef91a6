import { expect, test } from 'bun:test'
import { findRecoveryCode, keepRecoveryCodes, newRecoveryCodes, readRecoveryCode } from './second-factor-codes.ts'

test('codes are all different, and each is told from the others by its first letters', () => {
  for (let time = 0; time < 50; time++) {
    const codes = newRecoveryCodes()
    expect(new Set(codes.map((code) => code.slice(0, 2))).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
  }
})

test.each([
  ['7K3Q-F9TM-2XAB', '7K3Q-F9TM-2XAB'],
  [' 7k3q f9tm 2xab ', '7K3Q-F9TM-2XAB'],
  ['7k3qf9tm2xab', '7K3Q-F9TM-2XAB'],
  ['oIl0-F9TM-2XAB', '0110-F9TM-2XAB'],
  ['7K3Q-F9TM-2XA', null],
  ['123456', null],
  ['', null],
  ['U'.repeat(12), null],
])('%j is read as %j', (typed, code) => {
  expect(readRecoveryCode(typed)).toBe(code)
})

test('a code is found among what was kept, and its twin with another end is not', async () => {
  const codes = newRecoveryCodes().slice(0, 2)
  const kept = await keepRecoveryCodes(codes)
  expect(await findRecoveryCode(kept, codes[1]!)).toBe(kept[1]!)
  const twin = `${codes[1]!.slice(0, -1)}${codes[1]!.endsWith('0') ? '1' : '0'}`
  expect(await findRecoveryCode(kept, twin)).toBeNull()
  expect(JSON.stringify(kept)).not.toContain(codes[0]!)
})
