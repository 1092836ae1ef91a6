import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#process/project-root.ts'
import { runtimeImports, sourceFiles } from './sources.ts'

test('whatever the form of a page does is a command', () => {
  const taking = sourceFiles().filter((path) =>
    /\bhandler(?:<[^(]*>)?\(\{.*?\bact\b/s.test(readFileSync(join(projectRoot, path), 'utf8')),
  )
  expect(taking.length).toBeGreaterThan(0)
  const isCommand = (path: string) => runtimeImports(path).includes('src/requests/form-post.ts')
  expect(taking.filter((path) => !isCommand(path))).toEqual([])
})
