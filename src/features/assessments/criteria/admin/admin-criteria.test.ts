import { expect, test } from 'bun:test'
import type { adminReasons } from '#features/assessments/criteria/reasons/server.ts'
import { latestCriteria, reasonTexts } from '#features/assessments/criteria/server/queries.ts'
import type { PageData } from '#page/page.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { typedCriterion } from './criterion-form.ts'
import type { adminCriteria, adminCriterion } from './server.ts'

const site = await siteOfFile({ demoData: false })
const cookie = await signInAdmin(site)

const post = (path: string, form: Record<string, string>) =>
  fetch(site.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: site.origin, cookie },
    body: new URLSearchParams(
      Object.entries(form).flatMap(([name, value]) =>
        /\.(types|categories)$/.test(name) ? value.split(',').map((each) => [`${name}[]`, each]) : [[name, value]],
      ),
    ),
  })
async function data<Data>(path: string): Promise<Data> {
  const response = await fetch(site.origin + path, { headers: { cookie, accept: 'application/json' } })
  return ((await response.json()) as { data: Data }).data
}
const list = '/admin/criteria'
const state = () => data<PageData<typeof adminCriteria>>(list)
const revision = async () => String((await state()).draft!.revision)
const audit = async (kind: string) =>
  (await site.sql`select action from audit_log where subject_kind = ${kind} order by id`).map(({ action }) => action)
const waste = `${list}/waste-plan`
const wasteForm = async (change: Record<string, string> = {}) => {
  const { typed, revision } = await data<PageData<typeof adminCriterion>>(waste)
  return { ...typed, revision: String(revision), ...change }
}

test('a draft is begun once, of the latest version; without one there is no form', async () => {
  expect((await state()).draft).toBeNull()
  const form = await site.get(waste, { cookie })
  expect([form.status, form.headers.get('location')]).toEqual([303, list])
  await Promise.all([post(list, { intent: 'begin' }), post(list, { intent: 'begin' })])
  const { draft, published } = await state()
  expect([draft!.criteria, draft!.differences]).toEqual([published.criteria, []])
  expect(await audit('criteria')).toEqual(['criteria.begun'])
})

test('a criterion is edited by its form; what is wrong is said beside what was typed', async () => {
  const wrong = await post(waste, {
    ...(await wasteForm()),
    name: ' ',
    why: 'A long reason that has to stay',
    expires: '1',
    graceDays: '91',
    'rules.0.from': '0',
    'rules.1.level': '',
    'rules.2.categories': 'Food & Drink,Music & Concerts',
  })
  expect(wrong.status).toBe(422)
  const shown = await wrong.text()
  for (const sentence of [
    'Give the criterion a name',
    'Use a whole number from 0 to 90',
    'whole number from 1 to 1,000,000',
    'Choose must or should',
    'A long reason that has to stay',
  ])
    expect([sentence, shown.includes(sentence)]).toEqual([sentence, true])
  expect(shown).toMatch(
    /name="rules\.2\.categories\[\]" [^>]*value="Food &amp; Drink"[^>]*checked|checked[^>]*value="Food &amp; Drink"/,
  )
  const missing = await post(waste, await wasteForm({ expires: '1' }))
  expect(await missing.text()).toContain('Give the days of grace')
  const none = await post(waste, await wasteForm({ 'rules.0.level': 'remove', 'rules.1.level': 'remove' }))
  expect(await none.text()).toContain('Say for which events it is a must or a should')

  const change = await wasteForm({
    why: 'The organiser answers for it.',
    expires: '1',
    graceDays: '7',
    'rules.0.order': '3',
    'rules.1.order': '',
    'rules.2.level': 'must',
    'rules.2.types': 'physical',
    'rules.2.categories': 'Food & Drink',
    'rules.2.from': '200',
    'rules.2.order': '1',
  })
  expect((await post(waste, change)).headers.get('location')).toBe(`${list}?done=saved`)
  // The same form again has nothing left to do.
  expect((await post(waste, change)).status).toBe(303)
  const stored = (await state()).draft!.criteria.find(({ id }) => id === 'waste-plan')!
  expect(stored).toMatchObject({ why: 'The organiser answers for it.', expires: true, graceDays: 7 })
  expect(stored.rules).toEqual([
    { level: 'must', types: ['physical'], categories: ['Food & Drink'], from: 200 },
    { level: 'must', types: ['physical'], from: 800 },
    { level: 'should', types: ['physical'] },
  ])
  expect(typedCriterion(stored)).toEqual((await data<PageData<typeof adminCriterion>>(waste)).typed)
})

test('who has not seen the last change does not write over it, and keeps what was typed', async () => {
  const mine = await wasteForm({ good: 'Mine, of the afternoon.' })
  const theirs = await wasteForm({ good: 'Theirs.', next: 'stay' })
  expect((await post(waste, theirs)).headers.get('location')).toBe(`${waste}?done=saved`)
  const late = await post(waste, mine)
  expect(late.status).toBe(409)
  const shown = await late.text()
  expect(shown).toContain('someone else has changed the draft')
  expect(shown).toContain('Mine, of the afternoon.')
  const again = { ...mine, revision: await revision() }
  expect((await post(waste, again)).status).toBe(303)
  const stale = { criterion: 'site-plan', by: 'up', revision: mine.revision, intent: 'move' }
  expect((await post(list, stale)).status).toBe(409)
  expect((await post(list, { intent: 'discard', revision: mine.revision })).status).toBe(409)
  expect((await post(waste, { intent: 'remove', revision: mine.revision })).status).toBe(409)
})

test('criteria are added under an id that nobody has had, moved within their group, and removed', async () => {
  const fresh = {
    ...typedCriterion(null),
    name: 'Site plan',
    group: 'safety',
    asked: 'Another.',
    why: 'To see.',
    good: 'Clear.',
    'rules.0.level': 'should',
    revision: await revision(),
  }
  const twice = await Promise.all([post(`${list}/new`, fresh), post(`${list}/new`, fresh)])
  expect(twice.map(({ status }) => status)).toEqual([303, 303])
  const ids = async () => (await state()).draft!.criteria.map(({ id }) => id)
  expect((await ids()).filter((id) => id.startsWith('site-plan'))).toEqual(['site-plan', 'site-plan-2'])
  await post(list, { intent: 'move', criterion: 'site-plan-2', by: 'up', revision: await revision() })
  await post(list, { intent: 'move', criterion: 'event-plan', by: 'down', revision: await revision() })
  await post(list, { intent: 'move', criterion: 'data-protection', by: 'down', revision: await revision() })
  const order = await ids()
  expect(order.slice(0, 2)).toEqual(['site-plan', 'event-plan'])
  expect(order.indexOf('site-plan-2')).toBeLessThan(order.indexOf('traffic-plan'))
  await post(`${list}/site-plan-2`, { intent: 'remove', revision: await revision() })
  await post(`${list}/noise-plan`, { intent: 'remove', revision: await revision() })
  expect(await ids()).toHaveLength(15)
  expect((await fetch(`${site.origin}${list}/noise-plan`, { headers: { cookie } })).status).toBe(404)
})

test('the draft is shown with what differs, and published with a note once that was looked at', async () => {
  const page = await (await fetch(site.origin + list, { headers: { cookie } })).text()
  for (const words of ['No longer asked for: Noise plan', 'The organiser answers for it.', 'The order was changed'])
    expect([words, page.replaceAll('<!-- -->', '').includes(words)]).toEqual([words, true])
  const before = await addApplication(site.sql, {})
  const seen = await revision()
  const wrong = await post(list, { intent: 'publish', note: 'Noise is left to the councils.', revision: seen })
  expect(wrong.status).toBe(422)
  const shown = await wrong.text()
  expect(shown).toContain('Confirm that new assessments use this version')
  expect(shown).toContain('Noise is left to the councils.')
  const form = { intent: 'publish', note: 'Noise is left to the councils.', sure: '1', revision: seen }
  const statuses = (await Promise.all([post(list, form), post(list, form)])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([303, 409])
  const [latest] = await latestCriteria(site.sql)
  expect([latest!.version, latest!.note, latest!.criteria.length]).toEqual([2, form.note, 15])
  expect((await state()).draft).toBeNull()
  const after = await addApplication(site.sql, {})
  const versions = await site.sql`
    select criteria_version from assessments where application_id in (${before.id}, ${after.id}) order by opened_at`
  expect(versions.map((row) => row.criteria_version).toSorted()).toEqual([1, 2])
  expect(await audit('criteria')).toEqual(['criteria.begun', 'criteria.published'])
  expect(await (await fetch(`${site.origin}/about`)).text()).toContain('Noise is left to the councils.')
})

test('a draft without a difference is not published, one that is gone keeps what was typed, and any can be discarded', async () => {
  await post(list, { intent: 'begin' })
  const form = await wasteForm({ why: 'Typed before it was gone.' })
  const same = await post(list, { intent: 'publish', note: 'Nothing.', sure: '1', revision: await revision() })
  expect([same.status, await same.text()]).toEqual([409, expect.stringContaining('the draft has no changes')])
  expect((await post(list, { intent: 'discard', revision: await revision() })).status).toBe(303)
  expect((await post(list, { intent: 'discard', revision: '1' })).status).toBe(303)
  expect((await state()).draft).toBeNull()
  const gone = await post(waste, form)
  expect([gone.status, await gone.text()]).toEqual([409, expect.stringContaining('Typed before it was gone.')])
  const late = await post(list, { intent: 'publish', note: 'Typed before that.', sure: '1', revision: '1' })
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('Typed before that.')])
})

test('reason texts are added, changed, moved and deleted, each with its line in the log', async () => {
  const reasons = '/admin/reasons'
  const page = (path = reasons) => data<PageData<typeof adminReasons>>(path)
  const wrong = await post(reasons, { kind: 'panel', text: '', seen: 'x' })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('Choose what it is a reason for')
  const { seen } = await page()
  const form = { kind: 'condition', text: 'Send the drawing.', seen }
  await Promise.all([post(reasons, form), post(reasons, form)])
  await post(reasons, { ...form, text: 'Send the second drawing.' })
  const conditions = () => reasonTexts(site.sql, { kind: 'condition' })
  expect((await conditions()).slice(-2).map(({ text }) => text)).toEqual([
    'Send the drawing.',
    'Send the second drawing.',
  ])
  const { id } = (await conditions()).at(-1)!
  await post(reasons, { intent: 'move', text: id, by: 'up' })
  await post(reasons, { intent: 'move', text: id, by: 'down' })
  await post(reasons, { intent: 'move', text: id, by: 'down' })
  expect((await conditions()).at(-1)!.id).toBe(id)
  const edit = `${reasons}?edit=${id}`
  const before = await page(edit)
  expect(before.typed).toEqual({ kind: 'condition', text: 'Send the second drawing.' })
  await post(edit, { kind: 'not-met', text: 'No drawing was sent.', seen: before.seen })
  const stored = (await page()).texts.find((text) => text.id === id)
  expect(stored).toEqual({ id, kind: 'not-met', text: 'No drawing was sent.', revision: 2 })
  expect((await reasonTexts(site.sql, { kind: 'not-met' })).at(-1)!.id).toBe(id)
  const late = await post(edit, { kind: 'not-met', text: 'Typed late.', seen: before.seen })
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('Typed late.')])
  expect((await post(reasons, { intent: 'delete', text: id, seen: '1' })).status).toBe(409)
  expect((await post(reasons, { intent: 'delete', text: id, seen: '2' })).status).toBe(303)
  expect((await post(reasons, { intent: 'delete', text: id, seen: '2' })).status).toBe(303)
  const gone = await post(edit, { kind: 'not-met', text: 'Typed after that.', seen: '2' })
  expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining('Typed after that.')])
  expect(await audit('reason-text')).toEqual(
    ['added', 'added', 'moved', 'moved', 'changed', 'deleted'].map((deed) => `reason-text.${deed}`),
  )
})
