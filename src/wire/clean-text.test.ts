import { expect, test } from 'bun:test'
import { type } from 'arktype'
import { checkInput } from './check-input.ts'
import { cleanText, readableText } from './clean-text.ts'
import { optionalParagraphs, requiredLine } from './text-schema.ts'

const name = type({ name: requiredLine(20, 'Name is required') })
const isMissing = { fields: [{ field: 'name', message: 'Name is required' }] }

test('what turns the order of letters around and what has no width is removed', () => {
  for (const mark of '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u200b\u2060\ufeff\u00ad\u180e\u200c\u200d')
    expect({ mark, read: readableText(`Not ${mark}really`) }).toEqual({ mark, read: 'Not really' })
  // The English flag and tags after anything else, which nobody sees.
  expect(readableText('Fair\u{e0067}\u{e0062}\u{fff9}')).toBe('Fair')
  expect(cleanText('ev\u202eent')).toBe('event')
})

test('what joins letters and emoji stays where it joins', () => {
  const kept = [
    'می‌خواهم',
    'അവന്‍ വന്നു',
    'क्‍ष',
    '👩‍👩‍👧 picnic',
    '👩🏽‍🚀',
    '❤️‍🔥',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿 fair',
    'Café Ünïcode',
    '東京',
    'e\u0301',
  ]
  for (const text of kept) expect(readableText(text)).toBe(text)
})

test('a text of nothing that can be seen is empty', () => {
  for (const nothing of '\u200b\u2800\u3164\uffa0\u115f\u1160\u034f\ufe0f\u180b\u17b4\u200d\u202e\u00a0\u{e0001}\u{e0100}\u{1d159}') {
    expect({ nothing, input: name({ name: `${nothing} ${nothing}` }) instanceof type.errors }).toMatchObject({
      input: true,
    })
    expect(checkInput(name, { name: nothing })).toMatchObject(isMissing)
    expect(cleanText(nothing)).toBe('')
  }
  expect(optionalParagraphs(20)('\u200b\n\u2800')).toBe('')
  expect(readableText(' \n\t')).toBe(' \n\t')
})

test('a text of which a signature or a password is made is left as it is', () => {
  const exact = type({ password: type('string').configure({ exact: true }), 'note?': { text: 'string[]' } })
  expect(checkInput(exact, { password: 'a\u200fb', note: { text: ['a\u200fb'] } })).toEqual({
    input: { password: 'a\u200fb', note: { text: ['ab'] } },
  })
})
