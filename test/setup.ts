import '../src/wire/arktype-config.ts'
import { afterAll } from 'bun:test'
import { stopTestServer } from './database.ts'

// An unexpected console.error is a bug that nobody has seen yet.
const report = console.error
console.error = (...words: unknown[]) => {
  report(...words)
  throw new Error(`console.error during a test: ${words.map(String).join(' ').slice(0, 300)}`)
}

afterAll(async () => {
  await stopTestServer()
})
