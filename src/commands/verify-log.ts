import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { auditLog, type SeenCheckpoint } from '#features/proof/server/audit-log.ts'
import type { OpenDailyFile } from '#features/proof/server/compare-daily-file.ts'

const usage = `Usage: bun run verify-log URL [--file PATH] [--entries NUMBER]
  URL        the site, such as https://register.example
  --file     where checkpoints are kept from one time to the next (verify-log.json)
  --entries  of how many entries the register is asked one by one, those that changed last (100)
Every entry is compared with the newest daily file of the register (/data).`

process.exitCode = await run()

async function run(): Promise<number> {
  const given = readArguments()
  if (!given) return fail(usage)
  const { url, file, entries } = given
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, SeenCheckpoint>) : {}
  try {
    const audited = await auditLog((path) => readFile(`${url}/log/${path}`), {
      kept: known[url] ?? null,
      entries,
      openDailyFile: () => openDailyFile(url),
    })
    if ('problem' in audited) return fail(audited.problem)
    writeFileSync(file, `${JSON.stringify({ ...known, [url]: audited.kept }, null, 2)}\n`)
    const since = known[url]
      ? `It goes on from the ${sizeOf(known[url])} that were kept.`
      : 'It is kept for the next time.'
    console.info(`${audited.origin}: ${audited.size} entries, each as it was signed. ${since}`)
    console.info(`The register says the same of the ${audited.compared} entries that changed last.`)
    if (audited.inFile)
      console.info(
        `The daily file of ${audited.inFile.day} says the same of all its ${audited.inFile.entries} entries.`,
      )
    if (audited.backdated) {
      const { index, recorded } = audited.backdated
      console.info(
        `Please note: entry ${index} says that it was recorded at ${recorded}, and was not there when you last looked.`,
      )
    }
    return 0
  } catch (problem) {
    return fail(`The log could not be read: ${(problem as Error).message}`)
  }
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(2),
      allowPositionals: true,
      options: { file: { type: 'string', default: 'verify-log.json' }, entries: { type: 'string', default: '100' } },
    })
    const [url] = positionals
    const entries = Number(values.entries)
    if (!url || !URL.canParse(url) || !Number.isInteger(entries) || entries < 0) return null
    return { url: new URL(url).origin, file: values.file, entries }
  } catch {
    return null
  }
}

async function openDailyFile(url: string): Promise<Awaited<ReturnType<OpenDailyFile>>> {
  const described = await readFile(`${url}/data/latest/datapackage.json`)
  if (!described) return null
  const { version, created, publicLog, resources } = JSON.parse(new TextDecoder().decode(described)) as DataPackage
  const [file] = resources.filter(({ path }) => path === 'register.ndjson')
  if (!publicLog || !file) return null
  const response = await ask(`${url}/data/${version}/register.ndjson`)
  if (!response?.body) return null
  const sha256 = file.hash.replace('sha256:', '')
  const { checkpoint, exact } = publicLog
  return {
    described: { day: version, madeAt: created, sha256, checkpoint, isExact: exact },
    bytes: response.body as unknown as AsyncIterable<Uint8Array>,
  }
}

type DataPackage = {
  version: string
  created: string
  publicLog: { checkpoint: string; exact: boolean } | null
  resources: { path: string; hash: string }[]
}

async function readFile(address: string): Promise<Uint8Array | null> {
  const response = await ask(address)
  return response && new Uint8Array(await response.arrayBuffer())
}

/** Null where there is none. Waits as long as a site says that is asked too often. */
async function ask(address: string): Promise<Response | null> {
  for (;;) {
    const response = await fetch(address, { headers: { 'cache-control': 'no-cache' } })
    if (response.status === 429) {
      await Bun.sleep(Number(response.headers.get('retry-after') ?? 1) * 1000)
      continue
    }
    if (response.status === 404) return null
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
    return response
  }
}

function sizeOf({ checkpoint }: SeenCheckpoint): string {
  return `${checkpoint.split('\n')[1]} entries`
}

function fail(words: string): number {
  console.error(words)
  return 1
}
