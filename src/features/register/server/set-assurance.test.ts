import { expect, test } from 'bun:test'
import { defaultBrand } from '#brand.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import type { Check } from './assurance-queries.ts'
import { publishEntry } from './publish-entry.ts'
import { type AssuranceChange, setAssurance } from './set-assurance.ts'

const site = await siteOfFile()

async function publish(title: string): Promise<{ entryId: string; slug: string }> {
  const { id: applicationId } = await addApplication(site.sql, { status: 'approved', draft: { title } })
  const published = await site.sql.begin((tx) =>
    publishEntry(tx, {
      applicationId,
      validUntil: '2029-01-01T00:00:00Z',
      cause: 'order 1',
      brand: defaultBrand,
      now: new Date(),
    }),
  )
  if (published.kind === 'not-approved') throw new Error('not approved')
  return published
}
const check = (name: string, result: Check['result'] = 'met'): Check => ({
  criterionId: name.toLowerCase().replaceAll(' ', '-'),
  name,
  result,
  checkedBy: 'Assessor',
  checkedOn: '2026-11-20',
  basis: result === 'not-applicable' ? null : 'document',
  basisOn: null,
  basisText: '',
})
const assessed = {
  assurance: 'assessed',
  assuredOn: '2026-11-21',
  nextReviewOn: '2027-11-21',
  score: 84,
  checks: [check('Risk assessment'), check('Site plan', 'met-with-condition'), check('Noise plan', 'not-applicable')],
  cause: 'assessment 1',
} satisfies Omit<AssuranceChange, 'entryId'>
const set = (assured: AssuranceChange) => site.sql.begin((tx) => setAssurance(tx, assured, site.services))
const historyOf = (entryId: string) => site.sql`
  select change, from_status, to_status, reason, cause from register_history where entry_id = ${entryId} order by id`
const checksOf = async (entryId: string) =>
  (await site.sql`select name, result from register_checks where entry_id = ${entryId} order by position`).map(
    ({ name, result }) => `${name}: ${result}`,
  )

test('what an assessment found is written once, with its history, and again only when it changes', async () => {
  const { entryId } = await publish('Quillmere Book Fair')
  expect(await set({ ...assessed, entryId })).toBe('changed')
  expect(await set({ ...assessed, entryId, cause: 'assessment 2' })).toBe('unchanged')
  expect(await checksOf(entryId)).toEqual([
    'Risk assessment: met',
    'Site plan: met-with-condition',
    'Noise plan: not-applicable',
  ])
  // Fewer and others, in another order.
  const checks = [check('Site plan'), check('Risk assessment')]
  expect(await set({ ...assessed, entryId, checks })).toBe('changed')
  expect(await checksOf(entryId)).toEqual(['Site plan: met', 'Risk assessment: met'])
  const [entry] = await site.sql`
    select assurance, assured_on, next_review_on, score from register_entries where id = ${entryId}`
  expect(entry).toEqual({ assurance: 'assessed', assured_on: '2026-11-21', next_review_on: '2027-11-21', score: 84 })
  expect(await historyOf(entryId)).toMatchObject([
    { change: 'published' },
    { change: 'assurance', from_status: 'active', to_status: 'active', reason: 'Assessed', cause: 'assessment 1' },
    { change: 'assurance', cause: 'assessment 1' },
  ])
})

test('two at once write one line of history', async () => {
  const { entryId } = await publish('Twice Assessed Fair')
  const outcomes = await Promise.all([1, 2, 3].map(() => set({ ...assessed, entryId })))
  expect(outcomes.sort()).toEqual(['changed', 'unchanged', 'unchanged'])
  expect(await historyOf(entryId)).toHaveLength(2)
})

test('the kept page of the entry is made anew', async () => {
  const { entryId, slug } = await publish('Anew Assessed Fair')
  const page = async () => await (await fetch(`${site.origin}/events/${slug}`)).text()
  expect(await page()).not.toContain('Quillmere noise plan')
  await set({ ...assessed, entryId, checks: [check('Quillmere noise plan')] })
  for (let tries = 0; tries < 50 && !(await page()).includes('Quillmere noise plan'); tries++) await Bun.sleep(50)
  expect(await page()).toContain('Quillmere noise plan')
})

test('an entry that is not there is told so', async () => {
  expect(await set({ ...assessed, entryId: crypto.randomUUID() })).toBe('not-found')
})
