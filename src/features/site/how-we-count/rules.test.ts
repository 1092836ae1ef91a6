import { expect, test } from 'bun:test'
import { shareWords } from './how-we-count-page.tsx'

test('a share is not rounded up to all or down to none', () => {
  expect(shareWords({ cases: 9, of: 10 })).toBe('90%')
  expect(shareWords({ cases: 999, of: 1000 })).toBe('over 99%')
  expect(shareWords({ cases: 1, of: 1000 })).toBe('under 1%')
  expect([shareWords({ cases: 10, of: 10 }), shareWords({ cases: 0, of: 10 })]).toEqual(['100%', '0%'])
})
