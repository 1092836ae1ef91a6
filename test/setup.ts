import '../src/wire/arktype-config.ts'
import { afterAll } from 'bun:test'
import { stopTestServer } from './database.ts'

// An unexpected console.error is a bug that nobody has seen yet.
const report = console.error
// Server and browser share a process in tests alone, and React remarks on each context that both of its renderers have met.
const twoRenderers = 'Detected multiple renderers concurrently rendering the same context provider.'
console.error = (...words: unknown[]) => {
  if (String(words[0]).startsWith(twoRenderers)) return
  report(...words)
  throw new Error(`console.error during a test: ${words.map(String).join(' ').slice(0, 300)}`)
}

afterAll(async () => {
  await stopTestServer()
})
