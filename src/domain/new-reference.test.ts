import { expect, test } from 'bun:test'
import { newReference } from './new-reference.ts'

test('references hold no look-alikes and use every letter of theirs', () => {
  const made = Array.from({ length: 2000 }, () => newReference('APP'))
  for (const reference of made) expect(reference).toMatch(/^APP-[3479ACDEFHJKMNPQRTUVWXY]{6}$/)
  expect(new Set(made.join('').replaceAll('APP-', '')).size).toBe(23)
  expect(new Set(made).size).toBeGreaterThan(1990)
})
