import { expect, test } from 'bun:test'
import { loadDemoPartners } from '#sandbox/demo/load-demonstration.ts'
import { siteOfFile } from '#test/of-file.ts'

const site = await siteOfFile({ demoData: false })

const html = async () => (await (await fetch(`${site.origin}/partners`)).text()).replaceAll('<!-- -->', '')

test('without partners the page says so, and how to become one', async () => {
  const empty = await html()
  expect(empty).toContain('No partners found')
  expect(empty).toContain('Become a Partner')
  expect(empty.match(/<ol[^>]*>.*?<\/ol>/s)?.[0].match(/<li/g)?.length).toBe(3)
})

test('active partners stand by ascending priority; the cached page follows a change', async () => {
  await site.sql`
    insert into partners (name, url, logo_url, active, priority) values
      ('Last', null, null, true, 30), ('Gone', 'https://gone.example', null, false, 1),
      ('First', 'https://first.example', null, true, 10), ('Odd', 'javascript:alert(1)', 'javascript:alert(2)', true, 20)`
  await Bun.sleep(150)
  const page = await html()
  const places = ['First', 'Odd', 'Last'].map((name) => page.indexOf(`>${name}</span>`))
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(page).not.toContain('gone.example')
  expect(page).toMatch(/<a [^>]*href="https:\/\/first\.example"[^>]*rel="noopener noreferrer"/)
  expect(page).not.toContain('javascript:')
  expect(page.slice(page.indexOf('<main'))).not.toContain('invented')
})

test('the call answers active partners with the documented fields', async () => {
  const response = await fetch(`${site.origin}/api/partners`)
  const partners = (await response.json()) as Record<string, unknown>[]
  expect(partners.map(({ name }) => name)).toEqual(['First', 'Odd', 'Last'])
  expect(partners[0]).toEqual({
    id: expect.any(String),
    name: 'First',
    url: 'https://first.example',
    logoUrl: null,
    active: true,
    priority: 10,
  })
})

test('the call answers page by page when it is asked to', async () => {
  const first = await fetch(`${site.origin}/api/partners?limit=2`)
  expect([(await first.json()).length, first.headers.get('x-total-count')]).toEqual([2, '3'])
  const [, next] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link')!)!
  const second = await fetch(site.origin + next)
  expect((await second.json()).map(({ name }: { name: string }) => name)).toEqual(['Last'])
  expect(second.headers.has('link')).toBe(false)
  for (const query of ['limit=0', 'limit=x', 'cursor=none'])
    expect((await fetch(`${site.origin}/api/partners?${query}`)).status).toBe(422)
})

test('demonstration partners come into an empty table only, and are called invented', async () => {
  expect(await loadDemoPartners(site.sql)).toBe(0)
  await site.sql`delete from partners`
  expect(await loadDemoPartners(site.sql)).toBe(8)
  await Bun.sleep(150)
  const page = await html()
  expect(page).toContain('These organisations are invented.')
  for (const [, logo] of page.matchAll(/src="(\/partners\/[^"]+)"/g)) {
    expect((await fetch(site.origin + logo)).headers.get('content-type')).toStartWith('image/svg')
  }
})
