import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Claim } from '#domain/claims.ts'
import type { Env } from '#env.ts'
import { releases } from '#features/site/press/content.ts'
import { sendReleases } from '#features/site/press/server/releases.ts'
import { href, type PageEntry, pages } from '#pages.ts'
import { addApplication } from '#test/add-application.ts'
import { openTestSite, type TestSite } from '#test/site.ts'

let site: TestSite
/** The same before the webinar and the boxing night. */
let before: TestSite
let demo: TestSite
/** Every public page that its address alone opens, and those of an approved application. */
let paths: string[]
/** What nobody has proven, as the ledger has it from the first day. */
let invented: string[]

beforeAll(async () => {
  const at = (time: string, env: Partial<Env> = {}) => openTestSite({ demoData: false, now: () => new Date(time), env })
  ;[site, before, demo] = await Promise.all([
    at('2026-11-20T12:00:00Z', { mode: 'production' }),
    at('2025-08-01T12:00:00Z', { mode: 'production' }),
    at('2026-11-20T12:00:00Z'),
  ])
  const open = (Object.values(pages) as PageEntry[]).filter(({ cache, path }) => cache && !path.includes(':'))
  paths = open.map(({ path }) => path)
  const rows = await site.sql<Claim[]>`select * from claims where place <> 'packages-was'`
  // The simulated package checkout is the demonstration's alone. Names and sentences: a number such as '48h' alone may be in any honest text.
  const texts = rows.flatMap(({ kind, name, quote, label, value }) => [
    name,
    quote,
    kind === 'badge' ? value : '',
    ['figure', 'earlier-price'].includes(kind) && /[£%+]/.test(value) ? `>${value}<` : '',
    kind === 'winner' ? `${value} winners` : '',
    kind === 'figure' ? `>${label}<` : '',
  ])
  const released = releases.flatMap(({ title, excerpt }) => [title, excerpt])
  invented = [...new Set([...texts, ...released])].filter((text) => text.length > 3)
})
afterAll(async () => {
  await site.close()
  await before.close()
  await demo.close()
})

/** A page as it is read, without the script's data. */
async function read({ origin }: TestSite, path: string): Promise<string> {
  const text = await (await fetch(origin + path)).text()
  return text.replaceAll('<!-- -->', '').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
}

/** The pages of an approved application, which its link opens. */
async function funnelPaths({ sql }: TestSite): Promise<string[]> {
  const { id } = await addApplication(sql, { status: 'approved' })
  const upsells = ['award', 'marketing', 'ads'].map((product) => href('upsell', { product, appId: id }))
  return [...upsells, href('preApproved', { application_id: id })]
}

test('no page of production says what is invented, and the demonstration says all of it', async () => {
  const inProduction: string[] = []
  for (const one of [site, before]) {
    for (const path of [...paths, ...(await funnelPaths(one))]) {
      const page = await read(one, path)
      for (const text of invented) if (page.includes(text)) inProduction.push(`${path}: ${text}`)
    }
  }
  expect(inProduction).toEqual([])
  const shown = (await Promise.all([...paths, ...(await funnelPaths(demo))].map((path) => read(demo, path)))).join('\n')
  expect(invented.filter((text) => !shown.includes(text))).toEqual([])
}, 60_000)

test('nothing leads to what is not shown, and no heading is empty', async () => {
  const broken: string[] = []
  for (const path of paths) {
    const page = await read(site, path)
    for (const [, target = '', id = ''] of page.matchAll(/<a [^>]*href="([^"#?]*)#([^"]+)"/g)) {
      if (target && !paths.includes(target)) continue
      const there = target && target !== path ? await read(site, target) : page
      if (!there.includes(`id="${id}"`)) broken.push(`${path}: ${target}#${id}`)
    }
    if (/<h[2-4][^>]*><\/h[2-4]>|<(dl|ul|ol)( [^>]*)?><\/\1>/.test(page)) broken.push(`${path}: empty`)
  }
  expect(broken).toEqual([])
}, 60_000)

test('an unproven release has no page and no file, is not in the sitemap, and is not sent', async () => {
  const past = releases.at(-1)!
  for (const path of [href('pressRelease', { id: past.id }), past.downloadUrl]) {
    expect((await fetch(demo.origin + path)).status).toBe(200)
    expect((await fetch(site.origin + path)).status).toBe(404)
  }
  const named = async ({ origin }: TestSite) =>
    (await (await fetch(`${origin}/sitemap-0.xml`)).text()).includes(past.id)
  expect([await named(site), await named(demo)]).toEqual([false, true])
  await site.sql`insert into press_subscriptions (email, unsubscribe_token, consent, confirmed_at)
    values ('reader@paper.example', 'token', 'Yes', '2020-01-01')`
  const onItsDay = { ...site.services, now: () => new Date(`${past.publishedAt}T12:00:00Z`) }
  await sendReleases({}, onItsDay)
  expect(await site.sql`select from mails where kind = 'press-release'`).toHaveLength(0)
})

test('without proof of the event nobody can sign up or reserve', async () => {
  const post = (call: string, body: unknown) => site.call(call, body)
  const person = { name: 'Perpetua Inkwell', email: 'perpetua@larkmoor.example' }
  expect((await post('/api/webinar-sign-ups', person)).status).toBe(409)
  const party = { ...person, phone: '0161 496 0000', guests: 2, ticketType: 'vip' }
  expect((await post('/api/boxing-reservations', party)).status).toBe(409)
  expect(await read(site, '/webinar')).toContain('No webinar is announced')
  expect(await read(site, '/boxing')).toContain('No boxing night is announced')
})
