import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'

// Live keys stand in an .env file beside compose.yaml (docs/operating.md): neither a commit nor an image may take them along.

test.each(['.gitignore', '.dockerignore'])('%s leaves the settings of an installation out', (name) => {
  const lines = readFileSync(name, 'utf8').split('\n')
  expect(lines).toContain('.env')
  expect(lines).toContain('.env.*')
})
