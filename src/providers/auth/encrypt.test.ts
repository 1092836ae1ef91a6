import { expect, test } from 'bun:test'
import { decrypt, encrypt } from './encrypt.ts'

const secret = 'a secret of the tests, long enough to be one'
const mine = { purpose: 'a test', owner: 'p1' }

test('what is encrypted opens for the same purpose and owner, and looks different each time', () => {
  const encrypted = encrypt('JBSWY3DPEHPK3PXP', secret, mine)
  expect(decrypt(encrypted, secret, mine)).toBe('JBSWY3DPEHPK3PXP')
  expect(encrypt('JBSWY3DPEHPK3PXP', secret, mine).equals(encrypted)).toBe(false)
  expect(encrypted.toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP')
})

test('it opens for nobody else, under no other secret, and not after a change', () => {
  const encrypted = encrypt('JBSWY3DPEHPK3PXP', secret, mine)
  expect(decrypt(encrypted, secret, { ...mine, owner: 'p2' })).toBeNull()
  expect(decrypt(encrypted, secret, { ...mine, purpose: 'another test' })).toBeNull()
  expect(decrypt(encrypted, secret.toUpperCase(), mine)).toBeNull()
  for (let at = 0; at < encrypted.length; at++) {
    const changed = Buffer.from(encrypted)
    changed[at] = changed[at]! ^ 1
    expect([at, decrypt(changed, secret, mine)]).toEqual([at, null])
  }
  for (const cut of [0, 1, 12, encrypted.length - 1])
    expect(decrypt(encrypted.subarray(0, cut), secret, mine)).toBeNull()
})
