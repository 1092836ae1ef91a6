import { launchBrowser } from '../browser.ts'
import { stopTestServer } from '../database.ts'
import { openTestSite } from '../site.ts'

// `bun test/bench/slow-visits.ts [VISITS]`: the ten longest public pages, each visited again and again by browsers that have kept the
// scripts: on a quiet machine, with the processor slowed four times as on a phone, and on a line of 10 Mbit/s. Prints how many visits
// ended in a page that is alive, and ends with 1 if any did not. It needs the browser build (`bun run build`).

const visits = Number(process.argv[2] ?? 20)
const pagesMeasured = 10
const conditions = [
  { name: 'as it is', slower: 1, bytesPerSecond: -1 },
  { name: 'processor 4 times slower', slower: 4, bytesPerSecond: -1 },
  { name: 'line of 10 Mbit/s', slower: 1, bytesPerSecond: 1_250_000 },
  { name: 'both', slower: 4, bytesPerSecond: 1_250_000 },
]

const site = await openTestSite()
const browser = await launchBrowser()
const paths = await longestPages()
let dead = 0
console.info(`| page | ${conditions.map(({ name }) => name).join(' | ')} |`)
console.info(`| --- | ${conditions.map(() => '---').join(' | ')} |`)
for (const path of paths) {
  const counts: string[] = []
  for (const condition of conditions) {
    const alive = await visitAgain(path, condition)
    dead += visits - alive
    counts.push(`${alive} of ${visits}`)
  }
  console.info(`| ${path} | ${counts.join(' | ')} |`)
}
await browser.close()
await site.close()
await stopTestServer()
process.exit(dead > 0 ? 1 : 0)

async function longestPages(): Promise<string[]> {
  const map = await (await fetch(`${site.origin}/sitemap.xml`)).text()
  const parts = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]!)
  const addresses = new Set<string>()
  for (const part of parts) {
    const text = await (await fetch(part)).text()
    for (const match of text.matchAll(/<loc>([^<]+)<\/loc>/g)) addresses.add(match[1]!.replaceAll('&amp;', '&'))
  }
  const sizes = await Promise.all(
    [...addresses].map(async (address) => ({ address, size: (await (await fetch(address)).text()).length })),
  )
  sizes.sort((a, b) => b.size - a.size)
  return sizes.slice(0, pagesMeasured).map(({ address }) => address.slice(site.origin.length))
}

/** @returns how many of the visits came alive within ten seconds. The first one, which fetches the scripts, does not count. */
async function visitAgain(path: string, { slower, bytesPerSecond }: (typeof conditions)[number]): Promise<number> {
  const context = await browser.newContext({ baseURL: site.origin })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await page.goto(path)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  if (bytesPerSecond > 0) {
    const limits = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond, latency: 40 }
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...limits })
  }
  let alive = 0
  for (let visit = 0; visit < visits; visit++) {
    await page.goto(path, { waitUntil: 'commit' })
    const hydrated = page.locator('html[data-hydrated]').waitFor({ state: 'attached', timeout: 10_000 })
    alive += await hydrated.then(
      () => 1,
      () => 0,
    )
  }
  await context.close()
  return alive
}
