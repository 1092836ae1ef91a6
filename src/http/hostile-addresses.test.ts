import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { signInAdmin } from '#test/sign-in.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { allPages } from './all-pages.ts'
import { endpoints } from './endpoints.ts'

setDefaultTimeout(60_000)

let site: TestSite
let cookie = ''

beforeAll(async () => {
  site = await openTestSite()
  cookie = await signInAdmin(site)
})
afterAll(async () => {
  await site.close()
})

/** Every name that a page or a download of ours reads from its address. */
const names = [
  ...[
    'q',
    'page',
    'cursor',
    'after',
    'before',
    'city',
    'category',
    'type',
    'verified',
    'from',
    'until',
    'to',
    'who',
    'what',
  ],
  ...[
    'subject',
    'status',
    'state',
    'session_id',
    'application_id',
    'next',
    'event',
    'import',
    'reservation',
    'done',
    'date',
  ],
  ...['month', 'number', 'ticket', 'guests', 'view', 'all', 'kind', 'email', 'edit', 'since', 'query', 'term'],
]

/** As they stand in an address: NUL, half of a surrogate pair, no UTF-8, numbers that are too large, names of every object. */
const values = [
  '%00',
  '%ED%A0%80',
  '%FF',
  '99999999999999999999',
  '-1',
  '1e9',
  '__proto__',
  `${'a'.repeat(99)}%F0%9F%8E%AA`,
]

const pagePaths = Object.values(allPages).map(({ path }) => path)
const callPaths = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path)

test.each(values)('no address makes the site fail: %s', async (value) => {
  const failed: string[] = []
  for (const path of [...pagePaths, ...callPaths]) {
    const filled = path.replace(':kind', 'enquiries').replace(/:\w+/g, value)
    for (const address of [filled, `${filled}?${names.map((name) => `${name}=${value}`).join('&')}`]) {
      const headers = { cookie, accept: 'application/json' }
      const response = await site.get(address, headers)
      // A download that breaks off has said 200 already: it is read to its end.
      const isWhole = await response.arrayBuffer().then(
        () => true,
        () => false,
      )
      if (response.status > 499 || !isWhole) failed.push(`${response.status} ${path}`)
    }
  }
  expect(failed).toEqual([])
  expect(site.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
})
