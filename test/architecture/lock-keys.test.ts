import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#process/project-root.ts'
import { sourceFiles } from './sources.ts'

test('no two kinds of work hold the same lock of the database', () => {
  const keys = sourceFiles().flatMap((path) =>
    [...readFileSync(join(projectRoot, path), 'utf8').matchAll(/\blockKey = ([\d_]+)/g)].map(([, key]) => key!),
  )
  expect(keys.length).toBeGreaterThan(5)
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
})
