import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { auditLog, type FaultKind, type SeenCheckpoint } from '#features/proof/server/audit-log.ts'
import type { OpenDailyFile } from '#features/proof/server/compare-daily-file.ts'
import { askSite as ask, fail, readSiteFile as readFile, readSiteCommand } from './read-site.ts'

const usage = `Usage: bun run verify-log URL [--policy PATH] [--file PATH] [--entries NUMBER]
  URL        the site, such as https://register.example
  --policy   a C2SP tlog-policy from elsewhere than the site: whose log it must be, and which witnesses must have seen it
  --file     where checkpoints are kept from one time to the next (verify-log.json)
  --entries  of how many entries the register is asked one by one, those that changed last (100)
Every entry is compared with the newest daily file of the register (/data).
It ends with 0 where all holds, and otherwise with what it found: 1 it could not be checked, 2 a signature or key is wrong, 3 the log
shrank or forked, 4 entries are missing or were changed, 5 the register says otherwise, 6 too few witnesses have seen it.`

const codes: Record<FaultKind, number> = {
  unchecked: 1,
  signature: 2,
  history: 3,
  entries: 4,
  register: 5,
  witnesses: 6,
}

process.exitCode = await run()

async function run(): Promise<number> {
  const given = await readSiteCommand(
    usage,
    { file: { type: 'string', default: 'verify-log.json' }, entries: { type: 'string', default: '100' } },
    ({ file, ...values }) => {
      const entries = Number(values.entries)
      return Number.isInteger(entries) && entries >= 0 ? { file, entries } : null
    },
  )
  if (typeof given === 'string') return fail(given)
  const { url, policy, file, entries } = given
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, SeenCheckpoint>) : {}
  try {
    const audited = await auditLog((path) => readFile(`${url}/log/${path}`), {
      kept: known[url] ?? null,
      policy,
      entries,
      openDailyFile: () => openDailyFile(url),
    })
    if ('problem' in audited) return fail(audited.problem, codes[audited.kind])
    writeFileSync(file, `${JSON.stringify({ ...known, [url]: audited.kept }, null, 2)}\n`)
    const since = known[url]
      ? `It goes on from the ${known[url].checkpoint.split('\n')[1]} entries that were kept.`
      : 'It is kept for the next time.'
    console.info(`${audited.origin}: ${audited.size} entries, each as it was signed. ${since}`)
    console.info(`The register says the same of the ${audited.compared} entries that changed last.`)
    if (audited.inFile)
      console.info(
        `The daily file of ${audited.inFile.day} says the same of all its ${audited.inFile.entries} entries.`,
      )
    if (audited.seenBy)
      console.info(
        `Witnesses: ${audited.seenBy.map(({ name, at }) => `${name} at ${at.toISOString()}`).join(', ') || 'none, and the policy asks for none'}.`,
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
