import '#wire/arktype-config.ts'
import { afterAll, afterEach, mock } from 'bun:test'
import { appendFileSync } from 'node:fs'
import * as sqlModule from '#database/sql.ts'
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

// Every pool of this process notes what it sends, for `neverExecuted`: each new statement is a line of JSON in the file of STATEMENTS_SEEN.
const { STATEMENTS_SEEN: seenFile } = process.env
if (seenFile) {
  const noted = new Set<string>()
  const { openSql } = sqlModule
  mock.module('#database/sql.ts', () => ({
    ...sqlModule,
    openSql(...given: Parameters<typeof openSql>) {
      const sql = openSql(...given)
      sql.options.debug = (_connection, text) => {
        if (noted.has(text)) return
        noted.add(text)
        appendFileSync(seenFile, `${JSON.stringify(text)}\n`)
      }
      return sql
    },
  }))
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
