import { expect, test } from 'bun:test'
import { codeAt, codeSecretAddress, newCodeSecret, stepOfCode } from './second-factor-codes.ts'

/** The secret and the moments of RFC 6238, appendix B; its codes have eight digits, ours are their last six. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at %d seconds is that of RFC 6238', (seconds, code) => {
  const now = new Date(seconds * 1000)
  expect(codeAt(secret, now)).toBe(code)
  expect(stepOfCode(secret, code, now)).toBe(Math.floor(seconds / 30))
})

test('the code before and the one after count, with their own step, and no others', () => {
  const now = new Date(1_700_000_015_000)
  const step = Math.floor(now.getTime() / 30_000)
  const at = (steps: number) => codeAt(secret, new Date(now.getTime() + steps * 30_000))
  expect([-1, 0, 1].map((steps) => stepOfCode(secret, at(steps), now))).toEqual([step - 1, step, step + 1])
  expect([-3, -2, 2, 3].map((steps) => stepOfCode(secret, at(steps), now))).toEqual([null, null, null, null])
})

test.each(['', '1234', '1234567', 'abcdef', ' 23456', '１２３４５６'])('%j is no code', (code) => {
  expect(stepOfCode(secret, code, new Date(59_000))).toBeNull()
})

test('a new secret has 160 bits and stands in the address that apps read', () => {
  const fresh = newCodeSecret()
  expect(fresh).toMatch(/^[A-Z2-7]{32}$/)
  expect(newCodeSecret()).not.toBe(fresh)
  const address = new URL(codeSecretAddress(fresh, 'olwen@desk.example', 'BEAA'))
  expect(address.protocol).toBe('otpauth:')
  expect(address.searchParams.get('secret')).toBe(fresh)
  expect(address.searchParams.get('issuer')).toBe('BEAA')
  expect(decodeURIComponent(address.pathname)).toContain('BEAA:olwen@desk.example')
})
