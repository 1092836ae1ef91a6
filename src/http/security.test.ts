import { expect, test } from 'bun:test'
import { readEnv } from '#env.ts'
import { createSecurity } from './security.ts'

function securityAt(publicUrl: string) {
  const read = readEnv({ PUBLIC_URL: publicUrl })
  if ('problems' in read) throw new Error(read.problems.join())
  return createSecurity(read.env)
}

test.each([
  ['https://register.example', 'no-referrer'],
  ['http://localhost:3000', 'no-referrer'],
  ['http://127.0.0.1:3000', 'no-referrer'],
  ['http://[::1]:3000', 'no-referrer'],
  // Without Fetch Metadata a form of a page without any referrer would say `Origin: null`.
  ['http://register.example', 'same-origin'],
  ['http://192.0.2.7:3000', 'same-origin'],
  ['http://localhost.example', 'same-origin'],
])('personal pages of %s tell other sites nothing, and forms work: %s', (publicUrl, policy) => {
  expect(securityAt(publicUrl).personal['referrer-policy']).toBe(policy)
})

test.each<[Record<string, string>, boolean]>([
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'none' }, true],
  [{ 'sec-fetch-site': 'same-site', origin: 'https://register.example' }, false],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://register.example' }, false],
  [{ origin: 'https://register.example' }, true],
  [{ origin: 'https://register.example.evil.example' }, false],
  [{ origin: 'http://register.example' }, false],
  [{ origin: 'null' }, false],
  [{ cookie: 'admin=1' }, false],
  [{}, true],
])('a post with %j is of this site: %p', (headers, expected) => {
  expect(securityAt('https://register.example').isSameOrigin(new Headers(headers))).toBe(expected)
})
