import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { withDatabase } from '#database/with-database.ts'
import { isDay } from '#domain/calendar-day.ts'
import { figure } from '#domain/figures.ts'
import { databaseSettings, readEnv } from '#env.ts'
import { loadRegisterCopy } from '#providers/companies/load-register-copy.ts'

// `bun run import:companies FILE.csv [--as-of YYYY-MM-DD] [--smaller]` loads Companies House's free company data, also while the site runs.
// Ends with 0 when the file was taken, 1 when not, 2 when called wrongly.
process.exitCode = await main(process.argv.slice(2))

async function main(words: string[]): Promise<number> {
  const call = readCall(words)
  if (!call)
    return fail('Usage: bun run import:companies BasicCompanyDataAsOneFile-YYYY-MM-DD.csv [--as-of DAY] [--smaller]', 2)
  const { path, asOf, smaller } = call
  // A pipe (/dev/stdin) is taken, too.
  if (!existsSync(path) || statSync(path).isDirectory()) return fail(`There is no file ${path}`, 2)
  const read = readEnv(process.env, databaseSettings)
  if ('problems' in read)
    return fail(['The import cannot start with these settings:', ...read.problems].join('\n- '), 2)

  return await withDatabase(read.env, { connections: 2, isOwner: true }, async ({ sql }) => {
    const started = performance.now()
    const outcome = await loadRegisterCopy(sql, Bun.file(path).stream(), {
      asOf,
      smaller,
      report: sayProgress(statSync(path).size),
    })
    if (outcome.kind === 'wrong-file') return fail(`Nothing was changed. ${outcome.message}`, 1)
    const { companies, repeated, refused } = outcome
    const seconds = (performance.now() - started) / 1000
    console.info(
      `Done: ${figure(companies)} companies as of ${asOf} in ${seconds.toFixed(1)} seconds (${figure(repeated)} repeated, ${figure(refused)} lines refused).`,
    )
    return 0
  })
}

/** Null where the command was called wrongly. */
function readCall(words: string[]): { path: string; asOf: string; smaller: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { 'as-of': { type: 'string' }, smaller: { type: 'boolean' } },
    })
    const [path] = positionals
    const [named] = /\d{4}-\d\d-\d\d/.exec(basename(path ?? '')) ?? []
    const asOf = values['as-of'] ?? (isDay(named ?? '') ? named! : new Date().toISOString().slice(0, 10))
    if (!path || positionals.length > 1 || !isDay(asOf)) return null
    return { path, asOf, smaller: values.smaller ?? false }
  } catch {
    return null
  }
}

function sayProgress(size: number) {
  const everyMs = 1000
  const maxRefusals = 20
  const started = performance.now()
  let said = started
  let refusals = 0
  return {
    refused: (line: number, reason: string) => {
      refusals++
      if (refusals <= maxRefusals) console.warn(`Line ${figure(line)} refused: ${reason}`)
      if (refusals === maxRefusals) console.warn('Further refused lines are only counted.')
    },
    progress: (lines: number, bytes: number) => {
      const now = performance.now()
      if (now - said < everyMs) return
      said = now
      const rate = Math.round((lines / (now - started)) * 1000)
      const part = size > 0 ? `, ${Math.floor((bytes / size) * 100)} %` : ''
      console.info(`${figure(lines)} companies, ${figure(rate)} a second${part}`)
    },
    step: (name: string) => {
      console.info(`${((performance.now() - started) / 1000).toFixed(0)} s: ${name} …`)
    },
  }
}

function fail(message: string, code: number): number {
  console.error(message)
  return code
}
