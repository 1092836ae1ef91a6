import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runWitness, type WitnessSettings } from '#features/proof/witnesses/server/witness.ts'
import { fail } from './read-site.ts'

const usage = `Usage: bun run witness --name NAME --log KEY [--log KEY ...] [--file PATH] [--port NUMBER]
  --name  what the witness signs as, such as council.example/witness
  --log   the key of a log that it follows, as the page of the log shows it
  --file  where it keeps its key and what it has seen (witness.db). Never put an older copy of it back: begin again without one
  --port  where it listens (8420)
The image runs it with ROLE=witness and the settings WITNESS_NAME and WITNESS_LOGS.`

run().then((code) => {
  process.exitCode = code
})

async function run(): Promise<number> {
  const settings = readArguments()
  const running = settings ? await runWitness(settings) : usage
  if (typeof running === 'string') return fail(running)
  console.info(`The witness listens on port ${running.port} and follows ${running.logs.join(', ')}.`)
  console.info(`Its key, for the log's policy: ${running.key}`)
  await new Promise((end) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end)
  })
  await running.stop()
  return 0
}

/** Arguments come before settings. */
function readArguments(): WitnessSettings | null {
  const { ROLE, WITNESS_NAME = '', WITNESS_LOGS = '', WITNESS_LOGS_FILE, PORT = '8420' } = process.env
  // In a container only this folder can be written.
  const folder = process.env.DATA_FOLDER ?? (ROLE === 'witness' ? '.data' : '')
  try {
    const { values } = parseArgs({
      args: process.argv.slice(2),
      options: {
        name: { type: 'string', default: WITNESS_NAME },
        log: { type: 'string', multiple: true },
        file: { type: 'string', default: join(folder, 'witness.db') },
        port: { type: 'string', default: PORT },
      },
    })
    const { name, log, file } = values
    const port = Number(values.port)
    if (!name || !Number.isInteger(port) || port < 0 || port > 65_535) return null
    const logs = log?.join('\n') ?? (WITNESS_LOGS_FILE ? readFileSync(WITNESS_LOGS_FILE, 'utf8') : WITNESS_LOGS)
    return { name, logs, file: resolve(file), port }
  } catch {
    return null
  }
}
