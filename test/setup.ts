import '../src/wire/arktype-config.ts'
import { afterAll, afterEach } from 'bun:test'
import { stopTestServer } from './database.ts'
import { holdAnswers, takeUnfit } from './held-answers.ts'

// An unexpected console.error is a bug that nobody has seen yet.
const report = console.error
// Server and browser share a process in tests alone, and React remarks on each context that both of its renderers have met.
const twoRenderers = 'Detected multiple renderers concurrently rendering the same context provider.'
console.error = (...words: unknown[]) => {
  if (String(words[0]).startsWith(twoRenderers)) return
  report(...words)
  throw new Error(`console.error during a test: ${words.map(String).join(' ').slice(0, 300)}`)
}

holdAnswers()
afterEach(failUnfit)

afterAll(async () => {
  await stopTestServer()
  failUnfit()
})

/** An answer that the OpenAPI document does not describe fails the test that has caused it. */
function failUnfit(): void {
  const unfit = takeUnfit()
  if (unfit.length > 0) throw new Error(unfit.join('\n'))
}
