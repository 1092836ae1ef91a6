import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#process/project-root.ts'
import { settingsFiles } from './settings-files.ts'

test.each(Object.entries(settingsFiles))('%s holds the settings as `bun run settings` writes them', (path, text) => {
  expect(readFileSync(join(projectRoot, path), 'utf8')).toBe(text)
})
