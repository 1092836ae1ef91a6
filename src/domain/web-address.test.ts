import { expect, test } from 'bun:test'
import { webAddress } from './web-address.ts'

test.each([
  ['https://fair.example', 'https://fair.example'],
  ['HTTP://fair.example/a?b=c#d', 'HTTP://fair.example/a?b=c#d'],
  ['fair.example', 'https://fair.example'],
  ['www.fair.example/autumn', 'https://www.fair.example/autumn'],
])('%p is kept as %p', (typed, kept) => expect(webAddress(typed)).toBe(kept))

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt://fair.example/%0aalert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'ftp://fair.example',
  '//fair.example',
  'https://',
  'https://user:word@fair.example',
  'https://localhost/admin',
  'fair',
  'fair.example@elsewhere.example',
  'https://fair.example/a b',
  '',
])('%p is refused', (typed) => expect(webAddress(typed)).toBeNull())
