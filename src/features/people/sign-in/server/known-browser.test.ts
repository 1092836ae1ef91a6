import { expect, test } from 'bun:test'
import { knownBrowser, knownBrowserCookie } from './known-browser.ts'

const now = new Date('2026-11-21T12:00:00Z')
const env = { publicUrl: 'http://localhost:3000', sessionSecret: 'a secret of the tests, long enough to be one' }
const at = (days: number) => ({ env, now: () => new Date(now.getTime() + days * 86_400_000) })
const headersOf = (line: string) => new Headers({ cookie: `other=1; ${line.split(';')[0]}; admin=x.y` })

test('a browser is known for its person, at its level and below, for 6 months', () => {
  const factor = headersOf(knownBrowserCookie('p1', 'factor', at(0)))
  const password = headersOf(knownBrowserCookie('p1', 'password', at(0)))
  expect(knownBrowser(factor, 'p1', 'factor', at(0))).toMatch(/^[\w-]{22}$/)
  expect(knownBrowser(factor, 'p1', 'password', at(0))).not.toBeNull()
  expect(knownBrowser(password, 'p1', 'password', at(0))).not.toBeNull()
  // Whoever has only ever given the password may not guess codes as somebody known.
  expect(knownBrowser(password, 'p1', 'factor', at(0))).toBeNull()
  expect(knownBrowser(factor, 'p2', 'password', at(0))).toBeNull()
  expect(knownBrowser(factor, 'p1', 'factor', at(179))).not.toBeNull()
  expect(knownBrowser(factor, 'p1', 'factor', at(181))).toBeNull()
})

test('no cookie, another secret and every change are a browser that is not known', () => {
  const line = knownBrowserCookie('p1', 'factor', at(0)).split(';')[0]!
  expect(knownBrowser(new Headers(), 'p1', 'factor', at(0))).toBeNull()
  const other = { ...at(0), env: { ...env, sessionSecret: env.sessionSecret.toUpperCase() } }
  expect(knownBrowser(headersOf(line), 'p1', 'factor', other)).toBeNull()
  for (const changed of [
    'known=',
    'known=...',
    'known=a.b.c.d',
    line.replace('.factor.', '.password.'),
    line.slice(0, -1),
  ]) {
    expect([changed, knownBrowser(headersOf(changed), 'p1', 'password', at(0))]).toEqual([changed, null])
  }
})

test('on https the cookie is Secure and for this host alone', () => {
  const secured = { ...at(0), env: { ...env, publicUrl: 'https://register.example' } }
  const line = knownBrowserCookie('p1', 'factor', secured)
  expect(line).toMatch(/^__Host-known=.*; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000; Secure$/)
  expect(knownBrowser(headersOf(line), 'p1', 'factor', secured)).not.toBeNull()
  expect(knownBrowser(headersOf(line), 'p1', 'factor', at(0))).toBeNull()
})
