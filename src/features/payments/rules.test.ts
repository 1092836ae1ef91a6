import { expect, test } from 'bun:test'
import { readEngraving } from './rules.ts'

test('an engraving has 1 to 50 characters on one line, blanks around it aside', () => {
  expect(readEngraving('  Best of Whitby ')).toEqual({ text: 'Best of Whitby' })
  expect(readEngraving('x'.repeat(50))).toEqual({ text: 'x'.repeat(50) })
  for (const empty of ['', ' \t\n', null, undefined]) {
    expect(readEngraving(empty)).toEqual({ problem: 'Please enter your engraving text.' })
  }
  for (const bad of ['x'.repeat(51), 'a\nb', 'a\u0000b']) expect(readEngraving(bad)).toHaveProperty('problem')
})
