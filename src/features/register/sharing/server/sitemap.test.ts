import { expect, test } from 'bun:test'
import { rangeOf } from './sitemap.ts'

test('the parts share all ids: each begins where the one before ends', () => {
  for (const parts of [1, 2, 3, 7, 25, 1000]) {
    const ranges = Array.from({ length: parts }, (_, index) => rangeOf(index, parts))
    expect(ranges[0]!.after).toBe('00000000-0000-0000-0000-000000000000')
    expect(ranges.at(-1)!.before).toBeNull()
    for (const [index, { before }] of ranges.slice(0, -1).entries()) expect(before).toBe(ranges[index + 1]!.after)
    expect(ranges.every(({ after }) => /^[\da-f]{8}-0000-0000-0000-0{12}$/.test(after))).toBe(true)
  }
})
