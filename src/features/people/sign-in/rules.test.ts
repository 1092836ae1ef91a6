import { expect, test } from 'bun:test'
import { safeNext } from './rules.ts'

test.each(['/admin', '/review/7c3e?done=approved', '/checkout/listing/x'])('%s is a place to go on to', (next) => {
  expect(safeNext(next, '/admin')).toBe(next)
})

test.each([
  null,
  '',
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '/\\elsewhere.example',
  '/a\\b',
  '/\t/elsewhere.example',
  '/.//elsewhere.example',
  '/..//elsewhere.example',
  'javascript:alert(1)',
  'admin',
])('%j leads to the admin area', (next) => {
  expect(safeNext(next, '/admin')).toBe('/admin')
})

test('an endless address leads to the admin area', () => {
  expect(safeNext(`/${'a'.repeat(600)}`, '/admin')).toBe('/admin')
})
