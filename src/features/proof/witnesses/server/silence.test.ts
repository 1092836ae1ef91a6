import { expect, test } from 'bun:test'
import { sha256 } from '#features/proof/server/node-crypto.ts'
import { keyKinds, verifierKey } from '#features/proof/signed-note.ts'
import { createWorkMetrics } from '#http/work-metrics.ts'
import { freePort } from '#test/free-port.ts'
import { siteOfFile } from '#test/of-file.ts'
import { makeSigner } from './log.fixture.ts'

// Which witness is silent, and since when, as people read it on /log and programs in the metrics that alerts watch.

const origin = 'test.example/log'
const keys = await Promise.all(
  ['council', 'paper', 'university'].map((name) =>
    verifierKey(sha256, makeSigner(`${name}.example`).key, keyKinds.cosigner),
  ),
)
const lines = keys.map((key, at) => `witness w${at} ${key} http://localhost:1`)
const metricsPort = await freePort()
const site = await siteOfFile({
  env: { metricsPort, witnesses: [...lines, 'group us 2 w0 w1 w2', 'quorum us'].join('\n') },
})
const { sql } = site
await sql`
  insert into signing_keys (purpose, name, public_key, private_key, created_at)
  values ('log', ${origin}, ${Buffer.alloc(32)}, '', now())`

/** What the log holds: a checkpoint an hour ago that all have seen, and a newer one, which `seenBy` have seen. */
async function become(seenBy: number[], isEnough: boolean): Promise<void> {
  const note = (size: number) => `${origin}\n${size}\n${Buffer.alloc(32).toString('base64')}\n\n— ${origin} AAAAAAAA\n`
  await sql`delete from log_checkpoints`
  await sql`delete from log_witnesses`
  await sql`
    insert into log_checkpoints (origin, size, note, signed_at, witnessed_at)
    values (${origin}, 1, ${note(1)}, now() - interval '1 hour', now() - interval '1 hour'),
      (${origin}, 2, ${note(2)}, now() - interval '20 minutes', ${isEnough ? new Date() : null})`
  for (const [at, key] of keys.entries())
    await sql`
      insert into log_witnesses (origin, key, asked_since, size, cosigned_at, problem)
      values (${origin}, ${key}, now() - interval '1 day', ${seenBy.includes(at) ? 2 : 1}, now(),
        ${seenBy.includes(at) ? null : 'it answered 503'})`
}

async function metrics(): Promise<Map<string, number>> {
  const text = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text()
  return new Map([...text.matchAll(/^(log_\S+) (\S+)$/gm)].map(([, name, value]) => [name!, Number(value)]))
}
const silent = (name: string) => `log_witness_silent_seconds{witness="${name}.example"}`
const shown = async () => (await (await site.get('/log', { accept: 'text/html' })).text()).replaceAll('<!-- -->', '')
const twentyMinutes = { from: 1200, to: 1260 }
const isAbout = (seconds: number | undefined) => seconds! >= twentyMinutes.from && seconds! < twentyMinutes.to

test('the page of the log and the metrics say which witness is silent, since when, and whether too few are left', async () => {
  await become([0, 1, 2], true)
  let now = await metrics()
  for (const name of ['council', 'paper', 'university']) expect(now.get(silent(name))).toBe(0)
  // However long they have been asked.
  expect(now.get('log_unwitnessed_seconds')).toBe(0)

  await become([1, 2], true)
  now = await metrics()
  expect(isAbout(now.get(silent('council')))).toBe(true)
  expect([now.get(silent('paper')), now.get('log_unwitnessed_seconds')]).toEqual([0, 0])
  const page = await shown()
  expect(page).toContain('Our policy asks for 2 of 3.')
  expect(page).toMatch(/council\.example<(?:(?!<\/tr>).)*Silent since \d+ \w+ 20\d\d, \d\d:\d\d: it answered 503</s)
  expect(page.match(/Has seen the newest/g)).toHaveLength(2)

  await become([2], false)
  now = await metrics()
  expect(isAbout(now.get('log_unwitnessed_seconds'))).toBe(true)
  expect(isAbout(now.get(silent('paper')))).toBe(true)

  // Too few are never left of none.
  const read = new Map<string, number>()
  const gauge = (name: string) => ({
    set: (...values: unknown[]) => read.set(name, values.at(-1) as number),
    reset() {},
  })
  const env = { ...site.services.env, witnesses: [...lines, 'quorum none'].join('\n') }
  await createWorkMetrics(gauge as never, { ...site.services, env }).read(sql)
  expect(read.get('log_unwitnessed_seconds')).toBe(0)
})

test('who wants to run a witness or a mirror reads the commands for this log, what it costs, and that a check on our own pages proves less', async () => {
  const page = (await (await site.get('/log/watch', { accept: 'text/html' })).text())
    .replaceAll('<!-- -->', '')
    .replaceAll('&#x27;', "'")
  const commands = [...page.matchAll(/<pre[^>]*><code>([^<]*)<\/code><\/pre>/g)].map(([, command]) => command!)
  expect(commands).toEqual([
    expect.stringMatching(
      new RegExp(`^bun run witness --name witness\\.example/w1 --log '${origin}\\+\\w{8}\\+\\S+'$`),
    ),
    `bun run mirror ${site.origin}`,
    `bun run verify-log ${site.origin} --policy policy.txt`,
    'bun run verify certificate.pdf --keys did.json --policy policy.txt',
  ])
  expect(page).toContain('A check on our own pages proves less.')
  expect(page).toMatch(/A witness moves about \d+\.\d MB a day for 500 changes/)
})
