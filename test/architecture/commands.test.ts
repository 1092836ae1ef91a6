import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#process/project-root.ts'
import { sourceFiles } from './sources.ts'

test('whatever the form of a page does is a command: no handler is made but by page()', () => {
  const making = sourceFiles().filter((path) =>
    /\b(?:Action|Handler)\b[^']*'#requests\/page-loader/.test(readFileSync(join(projectRoot, path), 'utf8')),
  )
  // The pages of a case are closed to people with a conflict of interest before their own handler is asked.
  expect(making).toEqual([
    'src/features/applications/case/open-case.ts',
    'src/http/handlers.ts',
    'src/http/serve-page.ts',
    'src/page/page.ts',
  ])
})
