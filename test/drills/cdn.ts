import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filePaths, href } from '#pages.ts'
import { projectRoot } from '#process/project-root.ts'
import '../browser-build.ts'
import { freePort } from '../free-port.ts'
import { openTestSite } from '../site.ts'

// `bun run drill:cdn [ROUNDS]`: Varnish (Debian's package `varnish`) with `deploy/varnish/default.vcl` in front of a site. Each round suspends an
// entry or reinstates it, and measures how long the edge goes on showing the old page, badge and API list. Then: the edge keeps what is
// public and nothing else, a purge is not lost while Varnish is away, and pages are answered while the site is. Prints a table; ends with 1 where
// one did not hold.

const rounds = Number(process.argv[2] ?? 20)
const maxMs = 2000
const token = 'secret-of-the-cdn-drill'
const folder = mkdtempSync('/var/tmp/cdn-drill-')
const edgePort = await freePort()
const edge = `http://127.0.0.1:${edgePort}`
let failures = 0

const cdn = { kind: 'varnish' as const, token, service: '', urls: [edge] }
const site = await openTestSite({ env: { cdn } })
const varnish = await startVarnish()
const { sql } = site
try {
  const [entry] = await sql<{ id: string; slug: string; number: string }[]>`
    select id, slug, number from register_entries where status = 'active' order by number limit 1`
  const { id, slug, number } = entry!
  const addresses = {
    'event page': href('event', { slug }),
    badge: filePaths.badge(number),
    'API list': '/api/listings?limit=100',
  }
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(addresses).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    const before: Record<string, string> = {}
    for (const [name, address] of Object.entries(addresses)) before[name] = await readTwice(name, address)
    const status = round % 2 === 0 ? 'suspended' : 'active'
    await sql`update register_entries set status = ${status}, status_reason = ${status === 'active' ? '' : 'For the drill'} where id = ${id}`
    const changedAt = performance.now()
    await Promise.all(
      Object.entries(addresses).map(async ([name, address]) => {
        while ((await (await ask(address)).text()) === before[name]) {
          if (performance.now() - changedAt > 10_000) break
          await Bun.sleep(5)
        }
        times[name]!.push(performance.now() - changedAt)
      }),
    )
  }
  console.table(
    Object.fromEntries(
      Object.entries(times).map(([name, all]) => {
        const sorted = all.toSorted((a, b) => a - b)
        const longest = sorted.at(-1)!
        must(longest < maxMs, `${name} was old for ${Math.round(longest)} ms`)
        return [name, { changes: all.length, 'p50 ms': middle(sorted), 'longest ms': Math.round(longest) }]
      }),
    ),
  )

  const bytes: Record<string, Record<string, number>> = {}
  for (const [name, path] of Object.entries({ home: '/', register: href('listings'), ...addresses })) {
    bytes[name] = {
      'gzip from the edge': await lengthOf(edge, path, 'gzip'),
      'brotli from the site': await lengthOf(site.origin, path, 'br'),
    }
  }
  console.table(bytes)

  // One whose cookie is sent gets the same public page, and what is personal is never kept.
  for (const path of ['/admin/sign-in', '/admin', href('myApplications'), href('checkout'), '/api/application-draft']) {
    for (let times = 0; times < 3; times++) {
      const response = await ask(path, { cookie: 'session=drill' })
      must(response.headers.get('x-cache') !== 'hit', `${path} came from the edge`)
    }
  }
  const withCookie = await ask(href('about'), { cookie: 'session=drill' })
  const without = await ask(href('about'))
  must((await withCookie.text()) === (await without.text()), 'a public page depends on a cookie')
  must(without.headers.get('x-cache') === 'hit', 'a public page is not kept for whoever has a cookie')
  must(without.headers.get('surrogate-key') === null, 'tags reach browsers')
  const [asData, asPage] = [await ask(href('about'), { accept: 'application/json' }), await ask(href('about'))]
  must(asData.headers.get('content-type')!.startsWith('application/json'), 'data of a page is a document')
  must(asPage.headers.get('content-type')!.startsWith('text/html'), 'a page is data')
  const stranger = await fetch(edge, { method: 'PURGE', headers: { 'surrogate-key': 'site' } })
  must(stranger.status === 403, `a stranger's purge was answered with ${stranger.status}`)

  // Stopped and not ended: what it kept is old when it goes on.
  // What answers is a child of the process that was started.
  const child = Number(
    Bun.spawnSync(['pgrep', '-P', String(varnish.pid)])
      .stdout.toString()
      .trim(),
  )
  process.kill(child, 'SIGSTOP')
  await sql`update register_entries set status = 'revoked', status_reason = 'For the drill' where id = ${id}`
  await Bun.sleep(4000)
  process.kill(child, 'SIGCONT')
  const backAt = performance.now()
  while ((await (await ask(addresses['event page'])).text()).includes('For the drill') === false) {
    if (performance.now() - backAt > 60_000) break
    await Bun.sleep(20)
  }
  const tries = site.logged.filter((line) => line.includes('edge not purged')).length
  must(tries > 0, 'Varnish was not away for the site')
  const late = Math.round(performance.now() - backAt)
  console.log(`Varnish stopped for 4 s, ${tries} purges failed: the change was shown ${late} ms after it went on.`)
  must(late < 15_000, 'a purge was lost while Varnish was away')

  // Past the second purge of the change.
  await Bun.sleep(6000)
  await readTwice('event page', addresses['event page'])
  await readTwice('about', href('about'))
  await site.stop()
  await Bun.sleep(6000)
  const statuses = await Promise.all([ask(href('about')), ask(addresses['event page']), ask(href('myApplications'))])
  const answered = statuses.map(({ status }) => status).join(', ')
  must(answered === '200, 200, 503', 'what the edge keeps is not shown while the site is away')
  console.log(`Site ended: about, event page and an own page answered with ${answered}.`)
} finally {
  varnish.kill()
  await varnish.exited
  await site.close().catch(() => {})
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failures > 0 ? 1 : 0)

async function startVarnish() {
  const vcl = readFileSync(join(projectRoot, 'deploy/varnish/default.vcl'), 'utf8')
    .replace('"web"', '"127.0.0.1"')
    .replace('"3000"', `"${new URL(site.origin).port}"`)
  const file = join(folder, 'default.vcl')
  writeFileSync(file, vcl)
  const varnish = Bun.spawn(
    [
      'varnishd',
      '-F',
      '-n',
      join(folder, 'work'),
      '-f',
      file,
      '-a',
      `127.0.0.1:${edgePort}`,
      '-s',
      'malloc,64m',
      '-j',
      'none',
    ],
    { env: { ...process.env, CDN_TOKEN: token }, stdout: 'ignore', stderr: 'inherit' },
  )
  for (const end = Date.now() + 20_000; Date.now() < end; await Bun.sleep(100)) {
    if ((await fetch(edge).catch(() => null))?.ok) return varnish
  }
  throw new Error('Varnish does not answer.')
}

function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(edge + path, { headers, redirect: 'manual' })
}

/** Bytes of an answer's body as they are sent. */
async function lengthOf(origin: string, path: string, encoding: string): Promise<number> {
  const response = await fetch(origin + path, { headers: { 'accept-encoding': encoding }, decompress: false })
  return (await response.arrayBuffer()).byteLength
}

/** The page as the edge keeps it: the second answer has to come from there. */
async function readTwice(name: string, path: string): Promise<string> {
  for (const end = Date.now() + 15_000; ; await Bun.sleep(100)) {
    const response = await ask(path)
    const text = await response.text()
    if (response.headers.get('x-cache') === 'hit') return text
    if (Date.now() > end) throw new Error(`${name} (${path}) is not kept at the edge: ${response.status}`)
  }
}

function middle(sorted: number[]): number {
  return Math.round(sorted[Math.floor(sorted.length / 2)]!)
}

function must(isTrue: boolean, sentence: string): void {
  if (isTrue) return
  failures++
  console.error(`Wrong: ${sentence}`)
}
