import { expect, test } from 'bun:test'
import { type } from 'arktype'
import { siteOfFile } from '#test/of-file.ts'
import { reasonKindNames } from '../reason-kinds.ts'
import { type criteriaAnswer, criterionSchema } from '../schema.ts'
import { reasonTexts } from './queries.ts'

const site = await siteOfFile({ demoData: false })

const get = async (query = '') => await fetch(`${site.origin}/api/criteria${query}`)
const read = async (query = '') => (await (await get(query)).json()) as typeof criteriaAnswer.infer

test('the latest version is answered, with every version; one that is named stays as it was', async () => {
  const first = await read()
  expect(first).toMatchObject({ version: 1, versions: [{ version: 1, note: first.note }] })
  expect(first.criteria).toHaveLength(16)
  expect(first.criteria.filter((criterion) => criterionSchema(criterion) instanceof type.errors)).toEqual([])
  const [next] = first.criteria
  await site.sql`
    insert into criteria_versions (version, criteria, note, published_at)
    values (2, ${site.sql.json([next!])}, 'Only the event plan is left.', now())`
  await Bun.sleep(150)
  expect(await read()).toMatchObject({ version: 2, criteria: [next], versions: [{ version: 2 }, { version: 1 }] })
  const { versions, ...kept } = await read('?version=1')
  expect({ ...kept, versions: first.versions }).toEqual(first)
  expect(versions).toHaveLength(2)
})

test('a version that is not there is not found, and what is no number is refused', async () => {
  expect((await get('?version=7')).status).toBe(404)
  for (const text of ['0', 'x', '1.5', '-1', '99999999999']) expect((await get(`?version=${text}`)).status).toBe(422)
})

test('an answer is kept and known by its ETag', async () => {
  const etag = (await get()).headers.get('etag')!
  const again = await fetch(`${site.origin}/api/criteria`, { headers: { 'if-none-match': etag } })
  expect([etag.length > 5, again.status]).toEqual([true, 304])
})

test('every kind of reason has texts to choose from', async () => {
  for (const kind of reasonKindNames) {
    const texts = await reasonTexts(site.sql, { kind })
    expect(texts.length).toBeGreaterThan(2)
    expect(texts.every(({ text }) => text.endsWith('.'))).toBe(true)
  }
})
