import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { filePaths } from '#pages.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { addApplication } from '#test/add-application.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { allPages, pageIds } from './all-pages.ts'
import { endpoints } from './endpoints.ts'

setDefaultTimeout(60_000)

const now = new Date('2026-11-20T12:00:00Z')
const atOnce = 6

let site: TestSite
let mine: string
let both: string
let params: Record<string, string>

beforeAll(async () => {
  // Nobody listens there: what is asked here is what the site says, not what a CDN does with it.
  const cdn = { kind: 'varnish' as const, token: 'a token of the test', service: '', urls: ['http://127.0.0.1:9'] }
  site = await openTestSite({ now: () => now, env: { cdn, trustProxy: 1 } })
  const admin = await signInAdmin(site)
  const { id, organisationId } = await addApplication(site.sql, { status: 'approved' })
  mine = ownershipCookie('', [id, organisationId], site.services).split(';')[0]!
  both = `${admin}; ${mine}`
  const [entry] = await site.sql`
    select slug, number, organiser_id, lower(city) as city from register_entries where status = 'active' limit 1`
  params = {
    slug: entry!.slug,
    number: entry!.number,
    city: entry!.city,
    organiser: `by-${entry!.organiser_id}`,
    file: `${entry!.number}.pdf`,
    appId: id,
    id,
    position: '1',
    kind: 'reservations',
    token: 'a'.repeat(43),
  }
})
afterAll(async () => {
  await site.close()
})

const fill = (pattern: string) => pattern.replace(/:(\w+)/g, (_, name) => params[name] ?? 'sports')

/** Every page, as it is and with an application named, every call that reads, and what stands beside both. */
function addresses(): string[] {
  const pages = pageIds.map((page) => fill(allPages[page].path))
  const asked = pages.map((path) => `${path}?appId=${params.appId}&application_id=${params.appId}`)
  const calls = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => fill(path))
  const { slug, number, organiser } = params
  const files = [
    ...['/listings.rss', '/events.ics', '/listings.json', '/changes.rss', '/sitemap.xml', '/manifest.webmanifest'],
    ...[`/events/${slug}.ics`, `/organisers/${organiser}.ics`, filePaths.badge(number!), filePaths.eventsEmbed()],
    ...['/log/checkpoint', '/data/latest/register.csv', '/.well-known/did.json', `/credentials/${number}.json`],
    ...['/api/openapi.json', '/robots.txt', '/healthz', '/readyz', '/favicon.svg', '/covers/sports/a.svg'],
    ...[`/evidence/files/${params.id}`, '/no-such-page', '/api/no-such-call', '/sandbox/nothing'],
  ]
  return [...new Set([...pages, ...asked, ...calls, ...files])]
}

type Answer = { address: string; status: number; control: string; headers: Headers; bytes: string; cookies: number }

let client = 0
async function askAll(paths: string[], cookie: string, accept: string): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let at = 0; at < paths.length; at += atOnce) {
    const some = paths.slice(at, at + atOnce).map(async (address): Promise<Answer> => {
      const from = `10.9.${client >> 8}.${client++ & 255}`
      const headers = { accept, 'x-forwarded-for': from, ...(cookie ? { cookie } : {}) }
      const response = await site.get(address, headers)
      const bytes = Bun.hash(await response.bytes()).toString(36)
      const control = response.headers.get('cache-control') ?? ''
      const cookies = response.headers.getSetCookie().length
      return { address, status: response.status, control, headers: response.headers, bytes, cookies }
    })
    answers.push(...(await Promise.all(some)))
  }
  return answers
}

/** What is kept in the process goes, so that the next answers are made anew. */
async function forget(): Promise<void> {
  const maker = async () => (await fetch(`${site.origin}/about`)).headers.get('x-request-id')
  const before = await maker()
  await site.sql`select announce_page_data(array['*'])`
  while ((await maker()) === before) await Bun.sleep(5)
}

const isPersonal = ({ control }: Answer) => /\bprivate\b/.test(control)

test.each(['text/html', 'application/json'])(
  'what anybody may keep is the same for somebody as for nobody (%s)',
  async (accept) => {
    const paths = addresses()
    const nobodys = new Map<string, Answer>()
    for (const cookie of [both, mine]) {
      await forget()
      const answers = await askAll(paths, cookie, accept)
      await forget()
      const open = answers.filter((answer) => !isPersonal(answer))
      for (const answer of await askAll(
        open.map(({ address }) => address),
        '',
        accept,
      ))
        nobodys.set(answer.address, answer)
      const wrong = open.flatMap(({ address, control, status, bytes, cookies }) => {
        const other = nobodys.get(address)!
        const isSame = other.bytes === bytes && other.status === status && other.control === control
        return isSame && cookies === 0 && control ? [] : [{ address, status, control, cookies, isSame }]
      })
      expect(wrong).toEqual([])
      expect(open.length).toBeGreaterThan(60)
    }
  },
)

test('a personal page is kept nowhere, and a public one by the CDN with its tags', async () => {
  const pages = pageIds.map((page) => ({ page, path: fill(allPages[page].path) }))
  const paths = pages.map(({ path }) => path)
  const answers = await askAll(paths, both, 'text/html')
  const wrong = pages.filter(({ page }, at) => {
    const answer = answers[at]!
    const tags = answer.headers.get('surrogate-key')
    if (!allPages[page].cache || answer.status !== 200)
      return !/^private, no-store$/.test(answer.control) || tags !== null
    return !/^public, max-age=0, s-maxage=\d+, must-revalidate$/.test(answer.control) || !tags?.startsWith('site ')
  })
  expect(wrong).toEqual([])
  // Nothing of an address, a name or a number can be read in a tag.
  const tags = new Set(answers.flatMap(({ headers }) => headers.get('surrogate-key')?.split(' ') ?? []))
  for (const tag of tags) expect(tag).toMatch(/^(?:[a-z-]{1,24}|t-[\w-]{10})$/)
})

test('checks that fail all reach the site and are counted; of opened pages the chart says that it lacks some', async () => {
  const [entry] = await site.sql<{ number: string }[]>`
    update register_entries set status = 'revoked' where id = (
      select id from register_entries where status = 'active' and number <> ${params.number!} limit 1) returning number`
  const valid = `/verify/${params.number}`
  const [revoked, again, unknown, kept] = await askAll(
    [`/verify/${entry!.number}`, `/verify/${entry!.number}`, '/verify/BEAA-2026-AAAAAA', valid],
    '',
    'text/html',
  )
  expect([revoked, again, unknown].map((answer) => answer!.control)).toEqual([
    'private, no-cache',
    'private, no-cache',
    'private, no-cache',
  ])
  expect(kept!.control).toStartWith('public')
  const overview = await fetch(`${site.origin}/admin`, { headers: { cookie: both } })
  expect(await overview.text()).toContain('Views that the CDN answered are not counted')
  // What is counted in memory is written when the site ends.
  await site.stop()
  const counted = await site.sql`select number, checks from failed_checks order by number`
  expect(counted.map((row) => ({ ...row }))).toEqual(
    [
      { number: 'BEAA-2026-AAAAAA', checks: 1 },
      { number: entry!.number, checks: 2 },
    ].sort((one, other) => (one.number < other.number ? -1 : 1)),
  )
})
