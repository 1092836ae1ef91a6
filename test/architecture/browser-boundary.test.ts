import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isBrowserSafe } from '#build/browser-boundary.ts'
import { projectRoot } from '#process/project-root.ts'
import '../browser-build.ts'
import { runtimeImports } from './sources.ts'

test('nothing that the browser loads leads to server code', () => {
  const leaks: string[] = []
  const seen = new Set<string>()
  const walk = (path: string, chain: string[]) => {
    if (seen.has(path)) return
    seen.add(path)
    if (!isBrowserSafe(path)) leaks.push([...chain, path].join(' → '))
    for (const next of runtimeImports(path)) walk(next, [...chain, path])
  }
  walk('src/browser/entry.tsx', [])
  expect(seen.size).toBeGreaterThan(20)
  expect(leaks).toEqual([])
})

test('server files are not browser safe, wherever they lie in a feature', () => {
  expect(isBrowserSafe('src/features/register/server/queries.ts')).toBe(false)
  expect(isBrowserSafe('src/features/register/admin/server/save-entry.ts')).toBe(false)
  expect(isBrowserSafe('src/features/payments/coupons/admin/server.ts')).toBe(false)
  expect(isBrowserSafe('src/env.ts')).toBe(false)
  expect(isBrowserSafe('src/features/register/listings-page.tsx')).toBe(true)
})

test('the built files hold no statement, no secret and no server module', () => {
  const folder = join(projectRoot, 'dist/browser/assets')
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(3)
  const forbidden = [
    /\bselect [\w*, ]+ from \w+/i,
    /\binsert into\b/i,
    /sk_(test|live)_/,
    /whsec_/,
    /SESSION_SECRET/,
    /DATABASE_URL/,
    /graphile/,
  ]
  const found = scripts.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return forbidden.filter((pattern) => pattern.test(text)).map((pattern) => `${name}: ${pattern}`)
  })
  expect(found).toEqual([])
})
