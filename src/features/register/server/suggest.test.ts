import { expect, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'
import type { Suggestion } from '#wire/list-query.ts'

const site = await siteOfFile()

const ask = async (q: string) => await fetch(`${site.origin}/api/suggest?q=${encodeURIComponent(q)}`)
const titles = async (q: string) => ((await (await ask(q)).json()) as Suggestion[]).map(({ title }) => title)

test('a city that begins so, then entries as the search lists them, each with its page', async () => {
  const [city, ...entries] = (await (await ask('lon')).json()) as Suggestion[]
  expect(city).toMatchObject({ title: 'London', url: '/cities/london' })
  expect(city!.detail).toMatch(/^City, \d+ entr(y|ies)$/)
  expect(entries.length).toBeGreaterThan(0)
  for (const { url, detail } of entries) {
    expect((await fetch(site.origin + url)).status).toBe(200)
    expect(detail).toMatch(/^Accredit/)
  }
})

test('a number, words in any order, an organiser, and slips of the pen', async () => {
  const [entry] = await site.sql<{ number: string; title: string; organiser: string }[]>`
    select number, title, organiser from register_entries where slug like 'night-market%'`
  expect(await titles(entry!.number)).toEqual([entry!.title])
  expect(await titles('gasworks night')).toContain(entry!.title)
  expect(await titles(entry!.organiser)).toContain(entry!.title)
  expect(await titles('gaswroks')).toContain(entry!.title)
})

test('cities alone: the largest, those that begin so, or those that are written nearly so', async () => {
  const cities = async (q: string) => {
    const found = (await (await fetch(`${site.origin}/api/suggest?of=city&q=${q}`)).json()) as Suggestion[]
    return found.map(({ title }) => title)
  }
  expect(await cities('')).toHaveLength(8)
  expect((await cities(''))[0]).toBe('London')
  expect(await cities('lo')).toContain('London')
  expect(await cities('Manchestre')).toEqual(['Manchester'])
})

test('too little, too much, or nothing that is known', async () => {
  expect(await titles('l')).toEqual([])
  expect(await titles('')).toEqual([])
  expect(await titles('qqqqqqqq')).toEqual([])
  expect((await ask('x'.repeat(101))).status).toBe(422)
  expect((await titles('e')).length).toBeLessThanOrEqual(10)
})
