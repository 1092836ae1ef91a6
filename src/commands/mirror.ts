import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openMirror } from '#features/proof/witnesses/server/mirror.ts'
import { fail, readSiteCommand, readSiteFile } from './read-site.ts'

const usage = `Usage: bun run mirror URL [--policy PATH] [--folder PATH] [--every SECONDS] [--port NUMBER] [--once]
  URL       the site, such as https://register.example
  --policy  a C2SP tlog-policy from elsewhere than the site; without one the key of the first time is kept
  --folder  where the copy is kept (mirror)
  --every   how often it looks for more (60)
  --port    where the copy is served (8421)
  --once    looks once and serves nothing: 0 the copy goes on, 1 it could not be read or is refused, 3 the log contradicts what it had signed`

process.exitCode = await run()

async function run(): Promise<number> {
  const given = await readSiteCommand(
    usage,
    {
      folder: { type: 'string', default: 'mirror' },
      every: { type: 'string', default: '60' },
      port: { type: 'string', default: '8421' },
      once: { type: 'boolean', default: false },
    },
    (values) => {
      const [seconds, port] = [Number(values.every), Number(values.port)]
      if (!(seconds >= 1) || !Number.isInteger(port) || port < 0 || port > 65_535) return null
      return { folder: resolve(values.folder), everyMs: seconds * 1000, port, isOnce: values.once }
    },
  )
  if (typeof given === 'string') return fail(given)
  const { url, policy, folder, everyMs, port, isOnce } = given
  let bytes = 0
  const readFile = async (path: string) => {
    const file = await readSiteFile(`${url}/log/${path}`)
    bytes += file?.length ?? 0
    return file
  }
  const mirror = openMirror({ readFile, folder, policy })
  if (isOnce) return await update()
  const server = Bun.serve({ port, fetch: mirror.answer })
  console.info(`The copy of ${url} is served on port ${server.port} from ${folder}.`)
  const ending = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => ending.abort())
  const { signal } = ending
  while (!signal.aborted) {
    await update()
    await setTimeout(everyMs, null, { signal }).catch(() => {})
  }
  await server.stop()
  return 0

  async function update(): Promise<number> {
    try {
      const updated = await mirror.update()
      if (updated.kind === 'refused') return fail(updated.problem, updated.isProof ? 3 : 1)
      const { size, added, seenBy } = updated
      const seen = seenBy.length > 0 ? ` Seen by ${seenBy.map(({ name }) => name).join(', ')}.` : ''
      if (added > 0 || isOnce)
        console.info(`${size} entries, ${added} of them new, each checked.${seen} ${bytes} bytes read since the start.`)
      return 0
    } catch (problem) {
      return fail(`The log could not be read: ${(problem as Error).message}`)
    }
  }
}
