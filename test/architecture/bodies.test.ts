import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isBrowserSafe } from '#build/browser-boundary.ts'
import { projectRoot } from '#process/project-root.ts'
import { sourceFiles } from './sources.ts'

/** Everything that takes a body, or a copy of it, out of what somebody else has sent. */
const reads =
  /\b(?:request|req|response|answer(?:ed)?|source)\.(?:(?:text|json|formData|arrayBuffer|bytes|blob|clone)\(|body\b(?!\?\.cancel))|\bbody\b[^;{}]*\} = (?:request|response)\b|new Request\(request/g

// The one reader; and what an operator's command, or the developers' own server, asks of its own accord.
const elsewhere = /^src\/(process\/read-body\.ts|commands\/|build\/)/

test('nobody but the one reader of bodies, which has a limit, reads what others send', () => {
  const found = serverSources().flatMap((path) =>
    [...readFileSync(join(projectRoot, path), 'utf8').matchAll(reads)].map(([words]) => `${path}: ${words}`),
  )
  expect(found).toEqual([])
})

test('no route has its body read by the framework', () => {
  for (const path of ['src/http/app.ts', 'src/http/api.ts']) {
    const source = readFileSync(join(projectRoot, path), 'utf8')
    const routes = source.match(/(?<=[.\n )])(?:app|api)?\s*\.(?:all|head|route|post|put|patch|delete)\(/g) ?? []
    expect(routes.length).toBeGreaterThan(0)
    expect(source.match(/parse: 'none'/g)).toHaveLength(routes.length)
  }
})

test.each([
  'await request.text()',
  'request.formData()',
  'for await (const part of request.body)',
  'const { headers, body } = request',
  'await response.json()',
])('the search finds: %s', (code) => {
  expect(code.match(reads)).not.toBeNull()
})

const serverSources = () => sourceFiles().filter((path) => !elsewhere.test(path) && !isBrowserSafe(path))
