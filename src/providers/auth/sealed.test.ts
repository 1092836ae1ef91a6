import { expect, test } from 'bun:test'
import { seal, unseal } from './sealed.ts'

const secret = 'a secret of the tests, long enough to be one'
const mine = { purpose: 'a test', owner: 'p1' }

test('what is sealed opens for the same purpose and owner, and looks different each time', () => {
  const sealed = seal('JBSWY3DPEHPK3PXP', secret, mine)
  expect(unseal(sealed, secret, mine)).toBe('JBSWY3DPEHPK3PXP')
  expect(seal('JBSWY3DPEHPK3PXP', secret, mine).equals(sealed)).toBe(false)
  expect(sealed.toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP')
})

test('it opens for nobody else, under no other secret, and not after a change', () => {
  const sealed = seal('JBSWY3DPEHPK3PXP', secret, mine)
  expect(unseal(sealed, secret, { ...mine, owner: 'p2' })).toBeNull()
  expect(unseal(sealed, secret, { ...mine, purpose: 'another test' })).toBeNull()
  expect(unseal(sealed, secret.toUpperCase(), mine)).toBeNull()
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = changed[at]! ^ 1
    expect([at, unseal(changed, secret, mine)]).toEqual([at, null])
  }
  for (const cut of [0, 1, 12, sealed.length - 1]) expect(unseal(sealed.subarray(0, cut), secret, mine)).toBeNull()
})
