import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { programPath } from './program-path.ts'

test('a built program starts what stands beside it, where the sources are not', () => {
  expect(programPath('pdf-worker', '/app/dist/server/main.js')).toBe('/app/dist/server/pdf-worker.js')
  expect(programPath('convert-document', '/app/dist/server/main.js')).toBe('/app/dist/server/convert-document.js')
  for (const name of ['convert-document', 'pdf-worker'] as const) expect(existsSync(programPath(name))).toBe(true)
})
