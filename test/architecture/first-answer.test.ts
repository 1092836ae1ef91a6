import { expect, test } from 'bun:test'
import { staticImports } from './sources.ts'

// What a process loads before it can answer is most of the time to its first answer: schemas, the payment provider's SDK, sign-in,
// jobs, mail and documents are imported where they are first used.

test('a page can be answered before the large libraries are loaded', () => {
  const paths = new Set(['src/main.ts'])
  const packages = new Set<string>()
  for (const path of paths) {
    const found = staticImports(path)
    for (const file of found.files) paths.add(file)
    for (const name of found.packages) if (!name.startsWith('node:')) packages.add(name)
  }
  expect(paths.size).toBeGreaterThan(200)
  expect([...packages].sort()).toEqual([
    '@elysiajs/static',
    'arktype/config',
    'elysia',
    'jotai',
    'lru-cache',
    'otpauth',
    'postgres',
    'qrcode-generator',
    'react',
    'react-dom/server',
    'wouter',
  ])
})
