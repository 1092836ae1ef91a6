import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#process/project-root.ts'
import { type Settings, settings } from '#settings.ts'
import { settingsFiles } from './settings-files.ts'

test.each(Object.entries(settingsFiles))('%s holds the settings as `bun run settings` writes them', (path, text) => {
  expect(readFileSync(join(projectRoot, path), 'utf8')).toBe(text)
})

test('what .env.example gives a setting is what holds without it', () => {
  const given = [...settingsFiles['.env.example']!.matchAll(/^# ([A-Z][A-Z0-9_]+)=(.+)$/gm)]
  const ours = given.filter(([, name = '']) => name in settings)
  expect(ours.length).toBeGreaterThan(20)
  for (const [, name, value = ''] of ours) {
    const { read, otherwise } = settings[name as keyof Settings]
    expect({ name, value: read(value) }).toEqual({ name, value: otherwise } as never)
  }
})
