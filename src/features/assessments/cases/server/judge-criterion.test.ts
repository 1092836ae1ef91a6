import { beforeAll, expect, test } from 'bun:test'
import { apiPath } from '#api.ts'
import { addFile } from '#features/assessments/evidence/server/evidence-fixture.ts'
import { siteOfFile } from '#test/of-file.ts'
import { addCase, addPerson, declaration, type Person, postCase, readDocuments, type TestCase } from './case-fixture.ts'

let ann: Person
let ben: Person
const site = await siteOfFile({ demoData: false })
beforeAll(async () => {
  ann = await addPerson(site, 'reviewer')
  ben = await addPerson(site, 'reviewer')
})

const addOpenCase = (given: Parameters<typeof addCase>[1] = {}) =>
  addCase(site, { judged: false, declaredBy: [ann, ben], ...given })

const basis = { basis: 'call', basisOn: '2026-11-02', basisText: 'The plan was shown.' }
const verdict = { verdict: 'met', score: 3, reason: 'Seen.', note: '', revision: 0, ...basis }

async function save(found: TestCase, criterion: string, person: Person, body: unknown) {
  const response = await site.call(apiPath('judgeCriterion', { id: found.assessmentId, criterion }), body, {
    cookie: person.cookie,
  })
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> }
}

test('a verdict is saved by its revision, and nobody writes over what they have not seen', async () => {
  const found = await addOpenCase()
  const { id } = found.criteria[0]!
  expect(await save(found, id, ann, verdict)).toMatchObject({ status: 200, answer: { revision: 1 } })
  expect(await save(found, id, ann, { ...verdict, note: 'Call them.', revision: 1 })).toMatchObject({
    answer: { revision: 2 },
  })
  const late = await save(found, id, ben, { ...verdict, verdict: 'not-met', score: 0, revision: 1 })
  expect(late).toMatchObject({
    status: 409,
    answer: {
      error: `${ann.name} has changed this since you opened it.`,
      other: {
        verdict: 'met',
        score: 3,
        reason: 'Seen.',
        note: 'Call them.',
        revision: 2,
        judgedBy: ann.name,
        ...basis,
      },
    },
  })
  const over = await save(found, id, ben, { ...verdict, verdict: 'not-applicable', revision: 2 })
  expect(over.answer.revision).toBe(3)
  const [row] = await site.sql`
    select verdict, score, judged_by_name from assessment_criteria where assessment_id = ${found.assessmentId} and criterion_id = ${id}`
  expect(row).toEqual({ verdict: 'not-applicable', score: null, judged_by_name: ben.name })
  // The log has what was found, and not each letter that was typed.
  const log = await site.sql`select action, after from audit_log where subject_id = ${found.assessmentId} order by id`
  expect(log.map(({ after }) => after.verdict)).toEqual(['met', 'not-applicable'])
})

test('of two first verdicts at once one is saved', async () => {
  const found = await addOpenCase()
  const { id } = found.criteria[0]!
  const answers = await Promise.all([ann, ben].map((person) => save(found, id, person, verdict)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('an upload that arrives meanwhile stands in nobody’s way', async () => {
  const found = await addOpenCase()
  const { id } = found.criteria[0]!
  await site.sql`
    insert into assessment_criteria (assessment_id, criterion_id, state) values (${found.assessmentId}, ${id}, 'received')`
  expect((await save(found, id, ann, verdict)).answer.revision).toBe(1)
})

test('what does not fit is refused', async () => {
  const found = await addOpenCase()
  const { id } = found.criteria[0]!
  for (const wrong of [
    { ...verdict, verdict: 'perfect' },
    { ...verdict, score: 5 },
    { ...verdict, score: 1.5 },
    { ...verdict, reason: 'x'.repeat(2001) },
    { ...verdict, note: '\u0000' },
    { ...verdict, more: true },
    { verdict: 'met' },
  ])
    expect((await save(found, id, ann, wrong)).status).toBe(422)
  expect((await save(found, 'no-such-criterion', ann, verdict)).status).toBe(404)
  expect((await save({ ...found, assessmentId: crypto.randomUUID() }, id, ann, verdict)).status).toBe(404)
  expect((await save(found, 'NOT A CRITERION', ann, verdict)).status).toBe(404)
})

test('nothing is judged before a declaration, with a conflict, nor while somebody decides', async () => {
  const found = await addCase(site)
  const { id } = found.criteria[0]!
  const early = await save(found, id, ann, { ...verdict, revision: 1 })
  expect([early.status, String(early.answer.error).includes('declare first')]).toEqual([409, true])
  await postCase(site, found, ben, { intent: 'interest', interest: 'conflict', details: 'My own event.' })
  expect((await save(found, id, ben, { ...verdict, revision: 1 })).status).toBe(403)
  await postCase(site, found, ann, declaration)
  await postCase(site, found, ann, { intent: 'propose', outcome: 'accredit', reason: 'Fine.' })
  const late = await save(found, id, ann, { ...verdict, revision: 1 })
  expect([late.status, late.answer.other]).toEqual([409, undefined])
})

test('without a script a verdict has its own button, and a chosen text is its reason', async () => {
  const found = await addOpenCase()
  const { id } = found.criteria[0]!
  const form = {
    intent: 'verdict',
    criterion: id,
    verdict: 'not-met',
    score: '1',
    reason: ' ',
    preset: 'It is a draft.',
    revision: '0',
  }
  expect((await postCase(site, found, ann, form)).status).toBe(303)
  const again = await postCase(site, found, ben, form)
  expect([again.status, again.text.includes(`${ann.name} has changed this since you opened it.`)]).toEqual([409, true])
  const [row] = await site.sql`
    select verdict, score, reason from assessment_criteria where assessment_id = ${found.assessmentId} and criterion_id = ${id}`
  expect(row).toEqual({ verdict: 'not-met', score: 1, reason: 'It is a draft.' })
})

test('the next assessment is the one that has waited longest after this one', async () => {
  const opened = ['2026-01-01T10:00:00Z', '2026-01-02T10:00:00Z', '2026-01-03T10:00:00Z']
  const cases: TestCase[] = []
  for (const submittedAt of opened) cases.push(await addOpenCase({ submittedAt }))
  const next = async (id: string, sort = '') => {
    const path = `/admin/assessments?view=open${sort}&next=${id}`
    const response = await site.get(path, { cookie: ann.cookie })
    return response.headers.get('location')
  }
  expect(await next(cases[0]!.assessmentId)).toBe(`/admin/assessments/${cases[1]!.assessmentId}?view=open`)
  expect(await next(cases[1]!.assessmentId)).toBe(`/admin/assessments/${cases[2]!.assessmentId}?view=open`)
  const newestFirst = '&sort=-since'
  expect(await next(cases[1]!.assessmentId, newestFirst)).toBe(
    `/admin/assessments/${cases[0]!.assessmentId}?view=open${newestFirst}`,
  )
  expect(await next(cases[0]!.assessmentId, newestFirst)).not.toContain(cases[1]!.assessmentId)
  const response = await site.get(`/admin/assessments?view=mine&next=${cases[0]!.assessmentId}`, { cookie: ann.cookie })
  expect(response.headers.get('location')).toBe('/admin/assessments?view=mine')
  // A page past the last of a searched list shows the last that there is.
  const past = await site.get('/admin/assessments?view=open&q=nothing-like-it&page=9', { cookie: ann.cookie })
  expect(past.status).toBe(200)
})

test('every part of the queue and its pages are answered', async () => {
  for (const view of ['evidence', 'proposals', 'panel', 'notices', 'conditions', 'mine', 'open', 'decided']) {
    for (const sort of ['', '-since', 'reference', '-date']) {
      const path = `/admin/assessments?view=${view}&sort=${sort}&page=2`
      expect((await fetch(site.origin + path, { headers: { cookie: ann.cookie } })).status).toBe(200)
      const next = await site.get(`/admin/assessments?view=${view}&sort=${sort}&next=${crypto.randomUUID()}`, {
        cookie: ann.cookie,
      })
      expect(next.status).toBe(303)
    }
  }
})

const bare = { ...verdict, basis: null, basisOn: null, basisText: '' }
const accept = (found: TestCase, criterion: string) =>
  postCase(site, found, ann, { intent: 'evidence', criterion, state: 'accepted', seen: 'received' })

test('what is met rests on an accepted document that is valid, or on what is written', async () => {
  const found = await addOpenCase()
  const { id } = found.criteria[0]!
  const refused = async (body: object, field: string) => {
    for (const result of ['met', 'met-with-condition']) {
      const { status, answer } = await save(found, id, ann, { ...bare, ...body, verdict: result })
      expect([status, (answer.fields as { field: string }[])[0]!.field]).toEqual([422, field])
    }
  }
  await refused({}, 'basis')
  await refused({ ...basis, basisOn: null }, 'basisOn')
  await refused({ ...basis, basisOn: '2999-01-01' }, 'basisOn')
  await refused({ ...basis, basisText: '  ' }, 'basisText')
  // Nobody writes that it rests on a document.
  expect((await save(found, id, ann, { ...bare, basis: 'document' })).status).toBe(422)
  await addFile(site.sql, found, id)
  await refused({}, 'basis')
  await readDocuments(site, found, ann)
  expect((await accept(found, id)).status).toBe(303)
  expect((await save(found, id, ann, bare)).status).toBe(200)
  await site.sql`update evidence_files set expires_on = '2026-01-01' where application_id = ${found.id}`
  expect((await save(found, id, ann, { ...bare, revision: 1 })).answer.error).toContain('has expired')
  expect((await save(found, id, ann, { ...verdict, revision: 1 })).status).toBe(200)
})

test('what is not met, or does not apply, needs a reason', async () => {
  const found = await addOpenCase()
  const { id } = found.criteria[0]!
  for (const result of ['not-met', 'not-applicable']) {
    const { status, answer } = await save(found, id, ann, { ...verdict, verdict: result, reason: ' ' })
    expect([status, answer.fields]).toEqual([422, [{ field: 'reason', message: 'Write the reason' }]])
  }
  expect((await save(found, id, ann, { ...verdict, verdict: 'not-met' })).status).toBe(200)
  const [row] = await site.sql`
    select basis, basis_on, basis_text from assessment_criteria where assessment_id = ${found.assessmentId} and criterion_id = ${id}`
  expect(row).toEqual({ basis: null, basis_on: null, basis_text: '' })
})

test('nothing is accepted without a document, and no insurance without its last day', async () => {
  const found = await addOpenCase()
  const form = { intent: 'evidence', criterion: 'public-liability', state: 'accepted' }
  const none = await postCase(site, found, ann, { ...form, seen: 'wanted' })
  expect([none.status, none.text.includes('There is no document to accept')]).toEqual([422, true])
  await addFile(site.sql, found, 'public-liability')
  const undated = await postCase(site, found, ann, { ...form, seen: 'received' })
  expect([undated.status, undated.text.includes('The insurance has no last day')]).toEqual([422, true])
  await addFile(site.sql, found, 'public-liability', { expires_on: '2026-01-01' })
  const old = await postCase(site, found, ann, { ...form, seen: 'received' })
  expect([old.status, old.text.includes('The document has expired')]).toEqual([422, true])
  await addFile(site.sql, found, 'public-liability', { expires_on: '2030-01-01' })
  await readDocuments(site, found, ann)
  expect((await postCase(site, found, ann, { ...form, seen: 'received' })).status).toBe(303)
})

test('what one has written oneself is no conflict, and what another has written between is one', async () => {
  const found = await addOpenCase()
  const { id } = found.criteria[0]!
  const note = async (person: Person, text: string, revision: number) =>
    await save(found, id, person, { ...verdict, note: text, revision })
  // A page that is left sends what is typed, and the next one does not know of it.
  expect((await note(ann, 'a', 0)).answer.revision).toBe(1)
  expect((await note(ann, 'ab', 0)).answer.revision).toBe(2)
  expect((await note(ann, 'abc', 1)).answer.revision).toBe(3)
  expect((await note(ben, 'b', 2)).status).toBe(409)
  expect((await note(ben, 'b', 3)).answer.revision).toBe(4)
  for (const seen of [0, 2, 3]) expect((await note(ann, 'a', seen)).status).toBe(409)
  expect((await note(ben, 'bc', 3)).answer.revision).toBe(5)
  expect((await note(ann, 'a', 5)).answer.revision).toBe(6)
  // What Ben wrote is between.
  expect((await note(ann, 'a', 3)).status).toBe(409)
})

test('a press accepts the document and judges its criterion, once all of it was sent to that person, with its last day', async () => {
  const found = await addOpenCase()
  const dated = found.criteria.find(({ id }) => id === 'public-liability')!
  const [first, second] = found.criteria.filter(({ id }) => id !== dated.id)
  const fileId = await addFile(site.sql, found, first!.id, { pages: 2 })
  const insurance = await addFile(site.sql, found, dated.id)
  const press = (criterion: string, person: Person, more: Record<string, string> = {}) =>
    postCase(site, found, person, { intent: 'accept', criterion, seen: 'received', revision: '0', ...more })
  const row = async (criterion: string) =>
    (
      await site.sql`
        select state, verdict, score, judged_by_name from assessment_criteria
        where assessment_id = ${found.assessmentId} and criterion_id = ${criterion}`
    )[0]

  // Nothing, another person's look, and one of two pages are not enough.
  expect((await press(first!.id, ann)).text).toContain('Look at all of')
  await site.sql`
    insert into audit_log (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, after)
    values ('person', ${ann.id}, ${ann.name}, 'evidence.previewed', 'evidence', ${fileId}, '{"page": 1}')`
  await readDocuments(site, found, ben)
  expect((await press(first!.id, ann)).status).toBe(422)
  expect(await row(first!.id)).toMatchObject({ state: 'received', verdict: null })
  expect((await press(second!.id, ben)).text).toContain('There is no document to accept')
  await readDocuments(site, found, ann)
  const { status, location } = await press(first!.id, ann)
  expect([status, location]).toEqual([
    303,
    `/admin/assessments/${found.assessmentId}?criterion=${found.criteria[1]!.id}`,
  ])
  expect(await row(first!.id)).toEqual({ state: 'accepted', verdict: 'met', score: 4, judged_by_name: ann.name })

  // The last day that nobody gave is asked for, and a condition its words.
  expect((await press(dated.id, ann)).text).toContain('Give the last day of the document')
  const lastDay = `lastDay-${insurance}`
  expect((await press(dated.id, ann, { [lastDay]: '2020-01-01' })).text).toContain('This day is over')
  const conditional = { verdict: 'met-with-condition', [lastDay]: '2031-06-30' }
  expect((await press(dated.id, ann, conditional)).text).toContain('Write the condition')
  expect((await press(dated.id, ann, { ...conditional, reason: 'Raise the cover.', score: '3' })).status).toBe(303)
  expect(await row(dated.id)).toMatchObject({ state: 'accepted', verdict: 'met-with-condition', score: 3 })
  const [file] = await site.sql`select expires_on::text from evidence_files where id = ${insurance}`
  expect(file!.expires_on).toBe('2031-06-30')
})

test('two people see that they have the same case open, until a page says so no more', async () => {
  const found = await addOpenCase()
  const open = (person: Person) =>
    site.call(apiPath('readAssessment', { id: found.assessmentId }), {}, { cookie: person.cookie })
  expect(await (await open(ann)).json()).toEqual({ others: [] })
  expect(await (await open(ben)).json()).toEqual({ others: [ann.name] })
  const html = async (person: Person) =>
    await (await site.get(`/admin/assessments/${found.assessmentId}`, { cookie: person.cookie })).text()
  expect((await html(ann)).replaceAll('<!-- -->', '')).toContain(`${ben.name} has this open.`)
  await site.sql`update assessment_readers set seen_at = seen_at - interval '3 minutes' where person_id = ${ann.id}`
  expect(await (await open(ben)).json()).toEqual({ others: [] })
  expect(await site.sql`select from assessment_readers where person_id = ${ann.id}`).toHaveLength(0)
  await postCase(site, found, ben, { intent: 'interest', interest: 'conflict', details: 'My own event.' })
  expect((await open(ben)).status).toBe(404)
})
