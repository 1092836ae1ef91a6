import { expect, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'
import { allPages, pageIds } from './all-pages.ts'
import { endpoints } from './endpoints.ts'

// How each address answers in each spelling and to each method: what routes requests may change, and nothing of this. The snapshot names the
// addresses that answer alike; `bun test -u` writes a change that is meant.

const site = await siteOfFile()

const fill = (path: string) =>
  path.replace(':position', '1').replace(/:(\w+)/g, () => '0190b5b1-7e57-4000-8000-000000000000')

const addresses = [
  ...pageIds.map((page) => ({ name: page as string, path: fill(allPages[page].path), method: 'GET' })),
  ...endpoints.map(({ id, path, method }) => ({ name: `${id}()`, path: fill(path), method: method as string })),
  { name: 'a file', path: '/crest.svg', method: 'GET' },
  { name: 'a script', path: '/assets/none.js', method: 'GET' },
  { name: 'a feed', path: '/listings.rss', method: 'GET' },
  { name: 'no page', path: '/no/such/page', method: 'GET' },
  { name: 'no call', path: '/api/no-such-call', method: 'GET' },
]

type Spelling = (address: { path: string; method: string }) => { path: string; method: string }
const spellings: Record<string, Spelling> = {
  'as it is': (address) => address,
  HEAD: ({ path }) => ({ path, method: 'HEAD' }),
  OPTIONS: ({ path }) => ({ path, method: 'OPTIONS' }),
  PATCH: ({ path }) => ({ path, method: 'PATCH' }),
  'a method of another': ({ path, method }) => ({ path, method: method === 'GET' ? 'POST' : 'GET' }),
  'a slash at the end': ({ path, method }) => ({ path: `${path}/`, method }),
  'two slashes at the end': ({ path, method }) => ({ path: `${path}//`, method }),
  'two slashes at the beginning': ({ path, method }) => ({ path: `/${path}`, method }),
  capitals: ({ path, method }) => ({ path: path.toUpperCase(), method }),
  'a malformed %': ({ path, method }) => ({ path: `${path}%E0%A4%A`, method }),
  'an encoded slash': ({ path, method }) => ({ path: path.replace(/(?<=.)\//, '%2F'), method }),
}

test.each(Object.entries(spellings))(
  'each address answers as it did: %s',
  async (_, spell) => {
    const answers: Record<string, string[]> = {}
    for (const address of addresses) {
      const { path, method } = spell(address)
      const response = await fetch(site.origin + path, {
        method,
        redirect: 'manual',
        headers: { origin: site.origin },
      })
      await response.body?.cancel()
      const headers = ['content-type', 'cache-control', 'allow', 'location'].map((name) => {
        const value = response.headers.get(name)
        return name === 'location' ? value?.replaceAll(address.path, '<path>').replace(/next=.*/, 'next=…') : value
      })
      const answer = [response.status, ...headers.filter(Boolean)].join(' | ')
      answers[answer] = [...(answers[answer] ?? []), address.name]
      await site.sql`delete from rate_limits`
    }
    const sorted = Object.entries(answers).toSorted(([one], [other]) => (one < other ? -1 : 1))
    expect(sorted.map(([answer, names]) => `${answer}: ${names.join(' ')}`)).toMatchSnapshot()
  },
  60_000,
)
