import { expect, test } from 'bun:test'
import { staticImports } from './sources.ts'

// What a process loads before it can answer is most of the time to its first answer: schemas, the payment provider's SDK, sign-in,
// jobs, mail and documents are imported where they are first used, and so is what answers each page (http/handlers.ts).
const roots = [
  'src/main.ts',
  'src/features/site/home/server.ts',
  'src/features/register/server/load-listings.ts',
  'src/features/register/server/load-events.ts',
  'src/features/register/server/load-event.ts',
  'src/features/national-events/server.ts',
]

test('the pages of the register can be answered before the large libraries are loaded', () => {
  const paths = new Set(roots)
  const packages = new Set<string>()
  for (const path of paths) {
    const found = staticImports(path)
    for (const file of found.files) paths.add(file)
    for (const name of found.packages) if (!name.startsWith('node:')) packages.add(name)
  }
  expect(paths.size).toBeGreaterThan(130)
  expect([...packages].sort()).toEqual([
    '@elysiajs/static',
    'arktype/config',
    'elysia',
    'jotai',
    'lru-cache',
    'p-limit',
    'postgres',
    'react',
    'react-dom/server',
    'regexparam',
    'wouter',
  ])
})
