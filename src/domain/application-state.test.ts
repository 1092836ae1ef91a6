import { expect, test } from 'bun:test'
import { type IdentityFacts, identityWaits } from './application-state.ts'

const facts: IdentityFacts = {
  isApproved: true,
  isAddressConfirmed: true,
  paidPence: 4900,
  isNumberElsewhere: false,
  isDomainConfirmed: false,
  isLetThrough: false,
}

test.each([
  ['paid, confirmed, nobody else of this number', {}, []],
  ['the address is not confirmed', { isAddressConfirmed: false }, ['address']],
  ['nothing was paid', { paidPence: 0 }, ['reviewer']],
  ['somebody else carries the number', { isNumberElsewhere: true }, ['reviewer']],
  ['nothing was paid, but the domain is confirmed', { paidPence: 0, isDomainConfirmed: true }, []],
  [
    'somebody else carries the number, but the domain is confirmed',
    { isNumberElsewhere: true, isDomainConfirmed: true },
    [],
  ],
  ['nothing was paid, but a reviewer lets it through', { paidPence: 0, isLetThrough: true }, []],
  ['let through, but the address is not confirmed', { isLetThrough: true, isAddressConfirmed: false }, ['address']],
  ['free from a stranger’s mailbox', { paidPence: 0, isAddressConfirmed: false }, ['address', 'reviewer']],
  ['not approved, whatever was proven', { isApproved: false, isLetThrough: true }, ['reviewer']],
] as [string, Partial<IdentityFacts>, string[]][])('%s', (_, change, waits) => {
  expect(identityWaits({ ...facts, ...change })).toEqual(waits as never)
})

test('of all sixty-four cases those alone are published that the rule names', () => {
  const both = [true, false]
  for (const isApproved of both)
    for (const isAddressConfirmed of both)
      for (const paidPence of [0, 4900])
        for (const isNumberElsewhere of both)
          for (const isDomainConfirmed of both)
            for (const isLetThrough of both) {
              const known = {
                isApproved,
                isAddressConfirmed,
                paidPence,
                isNumberElsewhere,
                isDomainConfirmed,
                isLetThrough,
              }
              const isProven = isLetThrough || isDomainConfirmed || (paidPence > 0 && !isNumberElsewhere)
              expect({ known, isPublished: identityWaits(known).length === 0 }).toEqual({
                known,
                isPublished: isApproved && isAddressConfirmed && isProven,
              })
            }
})
