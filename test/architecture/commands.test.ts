import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#process/project-root.ts'
import { runtimeImports, sourceFiles } from './sources.ts'

/** Where nobody is known yet: what a session begins, changes and ends with. */
const withoutCommand = [
  'src/features/people/sign-in/server/account.ts',
  'src/features/people/sign-in/server/second-factor.ts',
  'src/features/people/sign-in/server/sign-in.ts',
]

test('whatever the form of a page does is a command, but for sign-in', () => {
  const taking = sourceFiles().filter((path) =>
    /\bhandler(?:<[^(]*>)?\(\{.*?\bact\b/s.test(readFileSync(join(projectRoot, path), 'utf8')),
  )
  expect(taking.length).toBeGreaterThan(withoutCommand.length)
  const isCommand = (path: string) => runtimeImports(path).includes('src/requests/form-post.ts')
  expect(taking.filter((path) => !isCommand(path))).toEqual(withoutCommand)
})
