import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { withDatabase } from '#database/with-database.ts'
import { readEnv } from '#env.ts'
import { importNationalEvents } from './import-national-events.ts'

// `bun run import:national-events FILE.csv`. Exit: 0 imported (refused rows are listed), 1 not imported, 2 wrong call.
process.exitCode = await main(process.argv.slice(2))

async function main(words: string[]): Promise<number> {
  const [path] = words
  if (words.length !== 1 || !path) return fail('Usage: bun run import:national-events FILE.csv', 2)
  // A pipe (/dev/stdin) is as good as a file.
  if (!existsSync(path) || statSync(path).isDirectory()) return fail(`There is no file ${path}`, 2)
  const read = readEnv(process.env)
  if ('problems' in read)
    return fail(['The import cannot start with these settings:', ...read.problems].join('\n- '), 2)

  return await withDatabase(read.env, { connections: 2 }, async ({ sql }) => {
    const by = { actor: { kind: 'command' as const, name: 'import:national-events' }, id: basename(path) }
    const outcome = await importNationalEvents(sql, Bun.file(path).stream(), by, {
      refused: (line, reason) => console.warn(`Line ${line} refused: ${reason}`),
      ignored: (columns) => console.warn(`Columns not used: ${columns.join(', ')}`),
      progress: (count) => console.info(`${count.toLocaleString('en-GB')} rows read`),
    })
    if (outcome.kind === 'wrong-file') return fail(`Nothing was imported. ${outcome.message}`, 1)
    const { seconds, ...counts } = outcome.summary
    const line = Object.entries(counts).map(([name, count]) => `${name} ${count.toLocaleString('en-GB')}`)
    console.info(`Done: ${line.join(', ')}, in ${seconds.toFixed(1)} seconds.`)
    return 0
  })
}

function fail(message: string, code: number): number {
  console.error(message)
  return code
}
