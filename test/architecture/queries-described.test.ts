import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { projectRoot } from '../../src/project-root.ts'
import { openTestDatabase, type TestDatabase } from '../database.ts'
import { read, sourceFiles } from './sources.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  await database.close()
})

const files = [...new Glob('**/*.sql').scanSync(join(projectRoot, 'sql/queries'))]
  .map((path) => path.replace(/\.sql$/, ''))
  .sort()

test('every query is a statement that the migrated database understands', async () => {
  expect(files.length).toBeGreaterThan(0)
  const broken: string[] = []
  for (const name of files) {
    const text = readFileSync(join(projectRoot, 'sql/queries', `${name}.sql`), 'utf8')
    await database.sql
      .unsafe(text)
      .describe()
      .catch((problem: Error) => broken.push(`${name}: ${problem.message}`))
  }
  expect(broken).toEqual([])
})

test('every query file is declared once, and every declaration has its file', () => {
  const declared = sourceFiles().flatMap((path) =>
    [...read(path).matchAll(/\bquery<[\s\S]*?>\(\s*'([^']+)'\s*,?\s*\)/g)].map((match) => match[1]!),
  )
  expect(declared.toSorted()).toEqual(files)
})
