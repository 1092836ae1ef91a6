import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#process/project-root.ts'
import { handlersFile, withHandlers } from './page-handlers.ts'

test('each page leads to its handler, as `bun run fix` writes it', () => {
  const source = readFileSync(join(projectRoot, handlersFile), 'utf8')
  const words = (text: string) => text.split(/\s+/)
  expect(words(source)).toEqual(words(withHandlers(source)))
  expect(words(withHandlers(source.replace(/^ {2}home: .*\n/m, '')))).toEqual(words(source))
})
