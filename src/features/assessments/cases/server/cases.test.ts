import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Role } from '#domain/permissions.ts'
import { conditionDocuments } from '#features/assessments/evidence/rules.ts'
import { addFile } from '#features/assessments/evidence/server/evidence-fixture.ts'
import { mayReadCase } from '#features/assessments/files/server/may-read-file.ts'
import { publishEntry } from '#features/register/server/publish-entry.ts'
import { siteOfFile } from '#test/of-file.ts'
import {
  addCase,
  addPerson,
  declaration,
  documentsUntil,
  type Person,
  postCase,
  readDocuments,
  type TestCase,
} from './case-fixture.ts'
import { remindConditions } from './conditions.ts'
import { tellEvidenceWanted } from './judge-criterion.ts'
import { publishAssurance } from './publish-assurance.ts'

setDefaultTimeout(60_000)

let ann: Person
let ben: Person
let panel: Person[]
let clock = new Date('2027-11-22T10:00:00Z')
const day = 86_400_000

const site = await siteOfFile({ demoData: false, now: () => clock })
beforeAll(async () => {
  ann = await addPerson(site, 'reviewer')
  ben = await addPerson(site, 'reviewer')
  panel = [await addPerson(site, 'panel'), await addPerson(site, 'panel', 'reviewer'), await addPerson(site, 'panel')]
})

const post = async (found: TestCase, person: Person, form: Record<string, string>) =>
  await postCase(site, found, person, form)
const caseOf = async ({ assessmentId }: TestCase) =>
  (await site.sql`select * from assessments where id = ${assessmentId}`)[0]!
const stepsOf = async ({ assessmentId }: TestCase) =>
  await site.sql`select id, step, by_name, outcome, reason, about from assessment_steps where assessment_id = ${assessmentId} order by id`
const lastStep = async (found: TestCase, step: string) => (await stepsOf(found)).findLast((each) => each.step === step)!
const mailsTo = async ({ email }: TestCase, kind: string) =>
  await site.sql`select text_body from mails where to_email = ${email} and kind = ${kind} order by created_at`

/** Declares and proposes. */
async function propose(found: TestCase, person: Person, form: Record<string, string>): Promise<void> {
  await post(found, person, declaration)
  const { status } = await post(found, person, { intent: 'propose', reason: 'All of it was read.', ...form })
  expect(status).toBe(303)
}

async function decide(found: TestCase, person: Person, answer: string, decisionReason = '') {
  const proposal = String((await lastStep(found, 'proposed')).id)
  return await post(found, person, { intent: 'decide', answer, decisionReason, proposal })
}

test('one proposes, another decides, and the record, the mail and the register say so', async () => {
  const found = await addCase(site)
  const published = await site.sql.begin((tx) =>
    publishEntry(tx, {
      applicationId: found.id,
      validUntil: '2029-01-01T00:00:00Z',
      cause: 'x',
      brand: site.services.brand,
      now: clock,
    }),
  )
  const entryId = 'entryId' in published ? published.entryId : ''
  await propose(found, ann, { outcome: 'accredit' })
  expect((await caseOf(found)).status).toBe('proposed')
  // Not by whoever proposed it, and not before the second person has declared.
  const own = await decide(found, ann, 'agree')
  expect([own.status, own.text.includes('A second person decides')]).toEqual([403, true])
  expect((await decide(found, ben, 'agree')).status).toBe(409)
  await post(found, ben, declaration)
  expect((await decide(found, ben, 'agree', 'I agree.')).status).toBe(303)
  expect(await caseOf(found)).toMatchObject({
    status: 'decided',
    outcome: 'accredit',
    decided_by: 'assessors',
    score: 75,
    next_review_on: '2028-11-22',
  })
  expect((await stepsOf(found)).map(({ step, by_name: by }) => `${step} ${by}`)).toEqual([
    `no-conflict ${ann.name}`,
    `proposed ${ann.name}`,
    `no-conflict ${ben.name}`,
    `decided ${ben.name}`,
  ])
  const [mail] = await mailsTo(found, 'assessment-decided')
  expect(mail!.text_body).toContain('All of it was read.')
  const [entry] = await site.sql`select assurance, assured_on, score from register_entries where id = ${entryId}`
  expect(entry).toEqual({ assurance: 'assessed', assured_on: '2027-11-22', score: 75 })
  const [check] = await site.sql`select result, checked_by from register_checks where entry_id = ${entryId} limit 1`
  expect(check).toEqual({ result: 'met', checked_by: 'Assessor and second assessor' })
  const log = await site.sql`select action from audit_log where subject_id = ${found.assessmentId} order by id`
  expect(log.map(({ action }) => action)).toEqual([
    'assessment.no-conflict',
    'assessment.proposed',
    'assessment.no-conflict',
    'assessment.decided',
  ])
  // What has ended does not change.
  for (const form of [
    { intent: 'ask', message: 'More' },
    { intent: 'propose', outcome: 'refuse', reason: 'x' },
  ])
    expect((await post(found, ann, form)).status).toBe(409)
})

test('an address that names no assessment says so in the admin area, and so does a panel’s', async () => {
  for (const [person, path] of [
    [ann, 'assessments'],
    [panel[0]!, 'panel'],
  ] as const)
    for (const id of [crypto.randomUUID(), 'x']) {
      const headers = { cookie: person.cookie }
      const response = await fetch(`${site.origin}/admin/${path}/${id}`, { headers })
      expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('Assessment not found')])
    }
})

test('the application keeps its status, whatever the case comes to', async () => {
  const found = await addCase(site)
  await propose(found, ann, { outcome: 'refuse', isSafety: 'on' })
  await post(found, ben, declaration)
  await decide(found, ben, 'agree')
  expect(await caseOf(found)).toMatchObject({ status: 'decided', outcome: 'refuse' })
  expect((await site.sql`select status from applications where id = ${found.id}`)[0]!.status).toBe('approved')
  const [mail] = await mailsTo(found, 'assessment-decided')
  expect(mail!.text_body).toContain('This is because of safety')
  expect(mail!.text_body).toContain('within 30 days')
})

test('of two who decide at once, one does', async () => {
  const found = await addCase(site)
  await propose(found, ann, { outcome: 'accredit' })
  const deciders = [ben, panel[1]!]
  for (const person of deciders) await post(found, person, declaration)
  const answers = await Promise.all([
    decide(found, deciders[0]!, 'agree'),
    decide(found, deciders[1]!, 'send-back', 'Not yet.'),
    decide(found, deciders[0]!, 'agree'),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409])
  const ends = (await stepsOf(found)).filter(({ step }) => step === 'decided' || step === 'sent-back')
  expect(ends).toHaveLength(1)
})

test('a proposer is the same person in every role', async () => {
  const found = await addCase(site)
  const carl = await addPerson(site, 'reviewer')
  await propose(found, carl, { outcome: 'accredit' })
  await site.sql`update people set roles = ${['owner']} where id = ${carl.id}`
  expect((await decide(found, carl, 'agree')).status).toBe(403)
  expect((await caseOf(found)).status).toBe('proposed')
})

test('a decision is about the proposal that was seen', async () => {
  const found = await addCase(site)
  await propose(found, ann, { outcome: 'accredit' })
  await post(found, ben, declaration)
  const old = String((await lastStep(found, 'proposed')).id)
  expect((await decide(found, ben, 'send-back')).status).toBe(422)
  expect((await decide(found, ben, 'send-back', 'The score is missing a reason.')).status).toBe(303)
  expect((await caseOf(found)).status).toBe('open')
  await propose(found, ann, { outcome: 'refuse' })
  expect((await post(found, ben, { intent: 'decide', answer: 'agree', proposal: old })).status).toBe(409)
  expect((await caseOf(found)).status).toBe('proposed')
})

test('a proposal is withdrawn by who made it, until somebody has decided', async () => {
  const found = await addCase(site)
  await propose(found, ann, { outcome: 'accredit' })
  const proposal = String((await lastStep(found, 'proposed')).id)
  await post(found, ben, declaration)
  expect((await post(found, ben, { intent: 'withdraw', proposal })).status).toBe(403)
  expect((await post(found, ann, { intent: 'withdraw', proposal })).status).toBe(303)
  expect((await caseOf(found)).status).toBe('open')
  const page = await site.get(`/review/${found.id}`, { cookie: ben.cookie })
  expect(await page.text()).toContain(`${ann.name} withdrew the proposal`)
  expect((await post(found, ben, { intent: 'decide', answer: 'agree', proposal })).status).toBe(409)
  await propose(found, ann, { outcome: 'accredit' })
  await decide(found, ben, 'agree')
  const last = String((await lastStep(found, 'proposed')).id)
  expect((await post(found, ann, { intent: 'withdraw', proposal: last })).status).toBe(409)
})

test('after a decision the next case of the same list opens, and after the last one its own', async () => {
  const waiting = [await addCase(site), await addCase(site)]
  for (const found of waiting) await propose(found, ann, { outcome: 'accredit' })
  for (const found of waiting) await post(found, ben, declaration)
  const agree = async (found: TestCase) => {
    const proposal = String((await lastStep(found, 'proposed')).id)
    const path = `/admin/assessments/${found.assessmentId}?view=proposals`
    const answer = await postCase(site, found, ben, { intent: 'decide', answer: 'agree', proposal }, path)
    return answer.location!
  }
  const [one, two] = waiting as [TestCase, TestCase]
  expect(await agree(one)).toMatch(/^\/admin\/assessments\/[\da-f-]+\?view=proposals&done=decided-next$/)
  await site.sql`update assessments set status = 'open' where status = 'proposed' and id <> ${two.assessmentId}`
  expect(await agree(two)).toBe(`/admin/assessments/${two.assessmentId}?view=proposals&done=decided`)
})

test('a declared conflict takes the case away, voids a proposal and is never taken back', async () => {
  const found = await addCase(site)
  await post(found, ann, { intent: 'assign', person: ann.id })
  await propose(found, ann, { outcome: 'accredit' })
  expect((await post(found, ann, { intent: 'interest', interest: 'conflict', details: '' })).status).toBe(422)
  expect(
    (await post(found, ann, { intent: 'interest', interest: 'conflict', details: 'My sister works there.' })).status,
  ).toBe(303)
  expect(await caseOf(found)).toMatchObject({ status: 'open', assigned_to: null })
  for (const form of [
    declaration,
    { intent: 'propose', outcome: 'refuse', reason: 'x' },
    { intent: 'assign', person: ann.id },
    { intent: 'evidence', criterion: found.criteria[0]!.id, state: 'accepted', seen: 'received' },
  ])
    expect((await post(found, ann, form)).status).toBe(403)
  const page = await fetch(`${site.origin}/admin/assessments/${found.assessmentId}`, {
    headers: { cookie: ann.cookie },
  })
  expect([page.status, (await page.text()).includes('This assessment is not yours')]).toEqual([403, true])
  // Nor can anybody hand it to them.
  expect((await post(found, ben, { intent: 'assign', person: ann.id })).status).toBe(422)
  const list = await (
    await fetch(`${site.origin}/admin/assessments?view=open`, { headers: { cookie: ann.cookie } })
  ).text()
  expect(list).not.toContain(found.reference)
  expect(
    site.sql`update assessment_steps set reason = 'x' where assessment_id = ${found.assessmentId}`,
  ).rejects.toThrow()
  expect(site.sql`delete from assessment_steps where assessment_id = ${found.assessmentId}`).rejects.toThrow()
})

test('a conflict that is declared after the decision brings the case back, to others, and the record has both', async () => {
  const found = await addCase(site)
  const carl = await addPerson(site, 'reviewer')
  const [first, second] = found.criteria
  await site.sql`
    update assessment_criteria set judged_by = ${ann.id} where assessment_id = ${found.assessmentId} and criterion_id = ${first!.id}`
  await propose(found, ann, { outcome: 'accredit' })
  await post(found, ben, declaration)
  await decide(found, ben, 'agree')
  const decided = await caseOf(found)
  const before = clock
  clock = new Date(clock.getTime() + day)
  const conflict = { intent: 'interest', interest: 'conflict', details: 'My sister works there.' }
  // Whoever had no part in it changes nothing.
  expect((await post(found, carl, conflict)).status).toBe(303)
  const cases = async () =>
    await site.sql`select id, kind, status from assessments where application_id = ${found.id} order by opened_at, kind`
  expect(await cases()).toHaveLength(1)
  expect((await post(found, ann, conflict)).status).toBe(303)
  expect(await caseOf(found)).toEqual(decided)
  const [, again] = await cases()
  expect(again).toMatchObject({ kind: 'again', status: 'open' })
  const decidedAgain = { ...found, assessmentId: again!.id as string }
  const judged = await site.sql`
    select criterion_id, verdict, judged_by from assessment_criteria where assessment_id = ${decidedAgain.assessmentId} and
      criterion_id in (${first!.id}, ${second!.id}) order by verdict nulls first`
  expect(judged).toMatchObject([
    { criterion_id: first!.id, verdict: null, judged_by: null },
    { criterion_id: second!.id, verdict: 'met' },
  ])
  expect((await stepsOf(found)).slice(-2).map(({ step, by_name: by }) => [step, by])).toEqual([
    ['conflict', ann.name],
    ['brought-back', ann.name],
  ])
  expect((await stepsOf(decidedAgain)).map(({ step }) => step)).toEqual(['opened-again', 'conflict'])
  expect(await mailsTo(found, 'assessed-anew')).toHaveLength(1)
  const queue = await (
    await fetch(`${site.origin}/admin/assessments?view=open`, { headers: { cookie: ben.cookie } })
  ).text()
  expect(queue).toContain('assessed again after a conflict of interest')
  // It is not theirs any more, nor is it before the others have looked.
  for (const form of [declaration, { intent: 'propose', outcome: 'accredit', reason: 'x' }])
    expect((await post(decidedAgain, ann, form)).status).toBe(403)
  await site.sql`
    update assessment_criteria set verdict = 'not-met', score = 1, reason = 'Too short.' where assessment_id = ${decidedAgain.assessmentId} and criterion_id = ${first!.id}`
  await propose(decidedAgain, ben, { outcome: 'refuse', isSafety: 'on' })
  await post(decidedAgain, panel[1]!, declaration)
  await decide(decidedAgain, panel[1]!, 'agree')
  expect(await caseOf(decidedAgain)).toMatchObject({ status: 'decided', outcome: 'refuse' })
  // An older decision has been followed by another: nothing is brought back a second time. The newer one is, and the refusal counts no more.
  expect((await post(found, ben, conflict)).status).toBe(303)
  expect(await cases()).toHaveLength(2)
  clock = new Date(clock.getTime() + day)
  expect((await post(decidedAgain, panel[1]!, conflict)).status).toBe(303)
  expect((await cases()).map(({ status }) => status)).toEqual(['decided', 'decided', 'open'])
  const [facts] = await site.sql`select assessment from application_facts where application_id = ${found.id}`
  expect(facts!.assessment).toBe('open')
  clock = before
})

test('the officers of the company stand beside one’s own name, for the declaration, and only when they are asked for', async () => {
  const textOf = async (found: TestCase, query: string, person = ann, path = 'assessments') => {
    const response = await fetch(`${site.origin}/admin/${path}/${found.assessmentId}${query}`, {
      headers: { cookie: person.cookie },
    })
    return (await response.text()).replaceAll('<!-- -->', '')
  }
  const known = await addCase(site, { organisation: { company_no: '99000001' } })
  const before = await textOf(known, '')
  expect(before).toContain('Show the names of the company’s officers')
  expect(before).not.toContain('INKWELL')
  const shown = await textOf(known, '?officers=1')
  expect(shown).toContain('INKWELL, Perpetua; FETTLE, Ambrose Lark')
  expect(shown).toContain('Invented: no key of the registry is set')
  expect(await textOf(known, '?officers=1', panel[0]!, 'panel')).not.toContain('INKWELL')
  const withoutNumber = await addCase(site, { organisation: { company_no: '' } })
  expect(await textOf(withoutNumber, '')).not.toContain('Show the names of the company’s officers')
  for (const [company_no, words] of [
    ['', 'has given no company number'],
    ['99123456', 'does not know this company number'],
    ['99999503', 'cannot be asked at the moment'],
    ['99000011', 'The registry names none.'],
  ] as const)
    expect(await textOf(await addCase(site, { organisation: { company_no } }), '?officers=1')).toContain(words)
  expect(await site.sql`select from company_answers where answer::text like '%INKWELL%'`).toHaveLength(0)
})

test('an accreditation needs every verdict and score, and fits what was found', async () => {
  const found = await addCase(site, { judged: false })
  await post(found, ann, declaration)
  const form = { intent: 'propose', outcome: 'accredit', reason: 'Fine.' }
  expect((await post(found, ann, form)).text).toContain('Judge every criterion first')
  const judged = await addCase(site)
  const [first] = judged.criteria
  await post(judged, ann, declaration)
  const set = async (verdict: string, score: number | null) =>
    await site.sql`
      update assessment_criteria set verdict = ${verdict}, score = ${score}
      where assessment_id = ${judged.assessmentId} and criterion_id = ${first!.id}`
  await set('met', null)
  expect((await post(judged, ann, form)).text).toContain('Score every criterion first')
  await set('not-met', 0)
  expect((await post(judged, ann, form)).text).toContain('These ‘must’ criteria are not met')
  await set('met-with-condition', 2)
  expect((await post(judged, ann, form)).text).toContain('Accredit with conditions')
  const conditional = { ...form, outcome: 'accredit-with-conditions' }
  for (const [more, says] of [
    [{}, 'Write the condition'],
    [{ condition1: 'Send the signed plan.' }, 'Choose the day'],
    [{ condition1: 'Send the signed plan.', due1: '2027-11-22' }, 'Choose a day after today'],
    [{ due2: '2027-12-01' }, 'Write the condition'],
  ] as const) {
    const answer = await post(judged, ann, { ...conditional, ...more })
    expect([answer.status, answer.text.includes(says)]).toEqual([422, true])
  }
})

test('conditions have a day, are met once, and come back when they are overdue', async () => {
  const found = await addCase(site)
  await propose(found, ann, {
    outcome: 'accredit-with-conditions',
    condition1: 'Send the signed plan.',
    due1: '2027-11-30',
    condition2: 'Name a deputy.',
    due2: '2027-12-20',
  })
  await post(found, ben, declaration)
  await decide(found, ben, 'agree')
  const conditions =
    await site.sql`select id, text from assessment_conditions where assessment_id = ${found.assessmentId} order by due_on`
  expect(conditions.map(({ text }) => text)).toEqual(['Send the signed plan.', 'Name a deputy.'])
  const overdue = async () =>
    (
      await (
        await fetch(`${site.origin}/admin/assessments?view=conditions`, { headers: { cookie: ann.cookie } })
      ).text()
    ).includes(found.reference)
  await remindConditions(site.services)
  expect([await overdue(), (await mailsTo(found, 'condition-overdue')).length]).toEqual([false, 0])
  const before = clock
  clock = new Date('2027-12-02T10:00:00Z')
  await remindConditions(site.services)
  await remindConditions(site.services)
  const mails = await mailsTo(found, 'condition-overdue')
  expect([await overdue(), mails.length]).toEqual([true, 1])
  expect(mails[0]!.text_body).toContain('Send the signed plan.')
  // A document that was sent for a condition waits for the person who looks after the case, until the condition is noted as met.
  await addFile(site.sql, found, conditionDocuments(conditions[0]!.id))
  const toCheck = async (person: Person) => {
    const response = await site.get('/admin/assessments?view=answered', { cookie: person.cookie })
    return (await response.text()).includes(found.reference)
  }
  expect([await toCheck(ann), await toCheck(ben)]).toEqual([true, false])
  const work = await site.get('/admin', { cookie: ann.cookie })
  expect(await work.text()).toContain('with a condition to check')
  const met = { intent: 'condition-met', condition: conditions[0]!.id }
  expect((await post(found, ben, met)).status).toBe(303)
  expect((await post(found, ann, met)).status).toBe(409)
  expect(await toCheck(ann)).toBe(false)
  expect(await overdue()).toBe(false)
  const [row] = await site.sql`select met_by_name from assessment_conditions where id = ${conditions[0]!.id}`
  expect(row!.met_by_name).toBe(ben.name)
  clock = before
})

test('more is asked for by one mail, of several changes together', async () => {
  const found = await addCase(site, { judged: false, declaredBy: [ann] })
  const [one, two, three] = found.criteria
  const evidence = (criterion: string, state: string, stateReason = '', seen = 'wanted') =>
    post(found, ann, { intent: 'evidence', criterion, state, stateReason, seen })
  expect((await evidence(one!.id, 'more-needed')).status).toBe(422)
  expect((await evidence(one!.id, 'more-needed', 'It is a draft.')).status).toBe(303)
  expect((await evidence(two!.id, 'more-needed', 'It is out of date.')).status).toBe(303)
  await addFile(site.sql, found, three!.id)
  await readDocuments(site, found, ann)
  expect((await evidence(three!.id, 'accepted', '', 'received')).status).toBe(303)
  // Somebody who has seen an older page changes nothing.
  expect((await evidence(one!.id, 'accepted')).status).toBe(409)
  const jobs = await site.sql`
    select run_at from graphile_worker.jobs where key = ${`evidence-wanted:${found.assessmentId}`}`
  expect(jobs).toHaveLength(1)
  await tellEvidenceWanted({ assessmentId: found.assessmentId }, site.services)
  await tellEvidenceWanted({ assessmentId: found.assessmentId }, site.services)
  const mails = await mailsTo(found, 'evidence-wanted')
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text_body).toContain('It is a draft.')
  expect(mails[0]!.text_body).toContain('It is out of date.')
  // Asked for outright, the whole list goes out at once, and a proposal is void.
  await propose(found, ann, { outcome: 'refuse' })
  expect((await post(found, ben, { intent: 'ask', message: 'By Friday, please.' })).status).toBe(303)
  expect((await caseOf(found)).status).toBe('open')
  const again = await mailsTo(found, 'evidence-wanted')
  expect([again.length, again[1]!.text_body.includes('By Friday'), again[1]!.text_body.includes('draft')]).toEqual([
    2,
    true,
    true,
  ])
  const bare = await addCase(site, { judged: false, declaredBy: [ann] })
  expect((await post(bare, ann, { intent: 'ask', message: '' })).status).toBe(422)
  expect(
    (await post(bare, ann, { intent: 'evidence', criterion: 'no-such', state: 'accepted', seen: 'wanted' })).status,
  ).toBe(404)
})

test('evidence that does not apply is a finding of its own, and asked for again it is none', async () => {
  const found = await addCase(site, { judged: false, declaredBy: [ann] })
  const { id } = found.criteria[0]!
  const row = async () =>
    (
      await site.sql`
        select state, state_reason, verdict, score from assessment_criteria
        where assessment_id = ${found.assessmentId} and criterion_id = ${id}`
    )[0]
  const evidence = { intent: 'evidence', criterion: id }
  await post(found, ann, { ...evidence, state: 'not-applicable', preset: 'The venue has it.', seen: 'wanted' })
  expect(await row()).toEqual({
    state: 'not-applicable',
    state_reason: 'The venue has it.',
    verdict: 'not-applicable',
    score: null,
  })
  await post(found, ann, { ...evidence, state: 'more-needed', stateReason: 'It does.', seen: 'not-applicable' })
  expect(await row()).toEqual({ state: 'more-needed', state_reason: 'It does.', verdict: null, score: null })
})

test('a refusal is told first; the answer comes by a link, once, and a person decides', async () => {
  const found = await addCase(site)
  await site.sql`
    update assessment_criteria set verdict = 'not-met', score = 0, reason = 'No cover on the day.'
    where assessment_id = ${found.assessmentId} and criterion_id = 'public-liability'`
  await propose(found, ann, { outcome: 'refuse', reason: 'The insurance ends too early.' })
  await post(found, ben, declaration)
  await decide(found, ben, 'agree')
  expect(await caseOf(found)).toMatchObject({ status: 'notice', outcome: null })
  const [mail] = await mailsTo(found, 'refusal-notice')
  for (const part of ['The insurance ends too early.', 'No cover on the day.', '6 December 2027'])
    expect(mail!.text_body).toContain(part)
  const path = /\/refusal\/[\w-]{43}/.exec(mail!.text_body)![0]
  const page = await fetch(site.origin + path)
  expect([page.status, (await page.text()).includes('The insurance ends too early.')]).toEqual([200, true])
  // Nobody decides while there is time to answer.
  const close = { intent: 'close-notice', closingReason: 'It changes nothing.' }
  expect((await post(found, ben, { ...close, answer: 'refuse' })).status).toBe(409)
  const answer = async (text: string) => await site.post(path, { answer: text })
  expect((await answer(' ')).status).toBe(422)
  expect(
    (await Promise.all([answer('We have a new policy.'), answer('Another answer.')]))
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual([303, 409])
  expect((await stepsOf(found)).filter(({ step }) => step === 'answered')).toHaveLength(1)
  const list = async () =>
    (
      await (await fetch(`${site.origin}/admin/assessments?view=notices`, { headers: { cookie: ben.cookie } })).text()
    ).includes(found.reference)
  expect(await list()).toBe(true)
  // Whoever proposed the refusal does not decide on it in the end.
  expect((await post(found, ann, { ...close, answer: 'refuse' })).status).toBe(403)
  expect((await post(found, ben, { ...close, answer: 'reopen' })).status).toBe(303)
  expect(await caseOf(found)).toMatchObject({ status: 'open', answered_at: null })
  expect([await list(), (await fetch(site.origin + path)).status]).toEqual([false, 410])
  // Proposed again, and this time the days go by without an answer.
  await propose(found, ann, { outcome: 'refuse', reason: 'Still too short.' })
  await decide(found, ben, 'agree')
  const before = clock
  clock = new Date(clock.getTime() + 14 * day)
  expect(await list()).toBe(true)
  const [, second] = await mailsTo(found, 'refusal-notice')
  const late = await fetch(site.origin + /\/refusal\/[\w-]{43}/.exec(second!.text_body)![0], {
    method: 'POST',
    headers: { origin: site.origin },
    body: new URLSearchParams({ answer: 'Too late.' }),
  })
  expect([late.status, (await late.text()).includes('Too late.')]).toEqual([410, true])
  expect((await post(found, ben, { ...close, answer: 'refuse' })).status).toBe(303)
  expect(await caseOf(found)).toMatchObject({ status: 'decided', outcome: 'refuse', decided_by: 'assessors' })
  clock = before
})

test('a conflict that is declared while a notice runs withdraws it, and others go on', async () => {
  const found = await addCase(site)
  const [first] = found.criteria
  await site.sql`
    update assessment_criteria set judged_by = ${ben.id} where assessment_id = ${found.assessmentId} and criterion_id = ${first!.id}`
  await propose(found, ann, { outcome: 'refuse', reason: 'The insurance ends too early.' })
  await post(found, ben, declaration)
  await decide(found, ben, 'agree')
  const [mail] = await mailsTo(found, 'refusal-notice')
  const link = site.origin + /\/refusal\/[\w-]{43}/.exec(mail!.text_body)![0]
  const conflict = { intent: 'interest', interest: 'conflict', details: 'My sister works there.' }
  // Whoever had no part in it changes nothing.
  expect((await post(found, panel[1]!, conflict)).status).toBe(303)
  expect([(await caseOf(found)).status, (await fetch(link)).status]).toEqual(['notice', 200])
  // Whoever agreed had one.
  expect((await post(found, ben, conflict)).status).toBe(303)
  expect(await caseOf(found)).toMatchObject({ status: 'open', outcome: null, answer_until: null })
  expect((await fetch(link)).status).toBe(410)
  expect((await stepsOf(found)).slice(-2).map(({ step, by_name: by }) => [step, by])).toEqual([
    ['conflict', ben.name],
    ['brought-back', ben.name],
  ])
  const [summary] = await mailsTo(found, 'assessed-anew')
  expect(summary!.text_body).toContain('is withdrawn')
  const [judged] = await site.sql`
    select verdict, judged_by from assessment_criteria
    where assessment_id = ${found.assessmentId} and criterion_id = ${first!.id}`
  expect(judged).toEqual({ verdict: null, judged_by: null })
})

test('a link that is none of ours is not found', async () => {
  for (const token of ['x', 'A'.repeat(43)]) expect((await fetch(`${site.origin}/refusal/${token}`)).status).toBe(404)
})

const refer = async (found: TestCase, members = panel) =>
  await post(found, ann, {
    intent: 'refer',
    referralReason: 'We do not agree about the crowd plan.',
    ...Object.fromEntries(members.map(({ id }, index) => [`member${index + 1}`, id])),
  })

async function vote(found: TestCase, person: Person, outcome: string, more: Record<string, string> = {}) {
  const referral = String((await lastStep(found, 'referred')).id)
  const form = { intent: 'vote', referral, outcome, reason: `Because of ${person.name}.`, ...more }
  return await postCase(site, found, person, form, `/admin/panel/${found.assessmentId}`)
}

const sitDown = async (found: TestCase, ...members: Person[]) => {
  for (const member of members) await postCase(site, found, member, declaration, `/admin/panel/${found.assessmentId}`)
}

test('the list is searched, sorted by every heading, handed over at once and back, and downloaded', async () => {
  const one = await addCase(site, { draft: { title: 'Zwei Fair' } })
  const two = await addCase(site, { draft: { title: 'Ahead Fair' } })
  await post(two, ben, { intent: 'interest', interest: 'conflict', details: 'Cousin' })
  const list = async (query: string, by = ann) =>
    await (
      await fetch(`${site.origin}/admin/assessments?view=open&${query}`, { headers: { cookie: by.cookie } })
    ).text()
  const found = await list('q=zwei')
  expect([found.includes('Zwei Fair'), found.includes('Ahead Fair')]).toEqual([true, false])
  const sorted = await list('q=fair&sort=title')
  expect(sorted.indexOf('Ahead Fair')).toBeLessThan(sorted.indexOf('Zwei Fair'))
  const send = async (fields: [string, string][]) =>
    (await site.post('/admin/assessments?view=open&q=fair', fields, { cookie: ann.cookie })).headers.get('location')!
  const chosen = [one, two].map(({ assessmentId }): [string, string] => ['assessments[]', assessmentId])
  // Ben has a conflict of interest in the second one.
  const handed = new URL(await send([...chosen, ['person', ben.id]]), site.origin)
  expect(handed.searchParams.get('handed')).toBe('1')
  const of = async ({ assessmentId }: TestCase) =>
    (await site.sql`select assigned_to from assessments where id = ${assessmentId}`)[0]!.assigned_to
  expect([await of(one), await of(two)]).toEqual([ben.id, null])
  expect(await list('whose=mine', ben)).toContain('Zwei Fair')
  const nobodys = await list('whose=nobody&q=fair')
  expect([nobodys.includes('Zwei Fair'), nobodys.includes('Ahead Fair')]).toEqual([false, true])
  const csv = await fetch(`${site.origin}/api/admin/assessments.csv?view=open&q=zwei`, {
    headers: { cookie: ann.cookie },
  })
  expect((await csv.text()).trim().split('\r\n')).toHaveLength(2)
  expect(
    await send([
      ['intent', 'undo'],
      ['change', handed.searchParams.get('undo')!],
    ]),
  ).toContain('undone=1')
  expect(await of(one)).toBeNull()
})

test('a panel of three votes with reasons, each once, and the majority decides', async () => {
  const found = await addCase(site)
  await post(found, ann, declaration)
  expect((await refer(found, [panel[0]!, panel[0]!, panel[1]!])).status).toBe(422)
  expect((await refer(found, [panel[0]!, ben, panel[1]!])).status).toBe(422)
  expect((await refer(found)).status).toBe(303)
  expect((await caseOf(found)).status).toBe('panel')
  expect(
    await site.sql`select from assessment_panel join assessment_steps as s on s.id = referral_id
    where s.assessment_id = ${found.assessmentId}`,
  ).toHaveLength(3)
  const path = `/admin/panel/${found.assessmentId}`
  const wanted = async (person: Person, query = '') =>
    (await (await fetch(`${site.origin}/admin/panel${query}`, { headers: { cookie: person.cookie } })).text()).includes(
      found.reference,
    )
  expect(await wanted(panel[0]!)).toBe(true)
  expect(await wanted(panel[0]!, '?sort=-date')).toBe(true)
  expect((await vote(found, panel[0]!, 'accredit')).status).toBe(409)
  await sitDown(found, ...panel)
  expect((await vote(found, panel[0]!, 'accredit')).status).toBe(303)
  expect((await vote(found, panel[0]!, 'refuse')).status).toBe(409)
  expect(await wanted(panel[0]!)).toBe(false)
  // Before their own vote nobody sees those of others.
  const seen = await (await fetch(site.origin + path, { headers: { cookie: panel[1]!.cookie } })).text()
  expect(seen).not.toContain(`Because of ${panel[0]!.name}`)
  const condition = { condition1: 'Two more stewards.', due1: '2027-12-24' }
  expect((await vote(found, panel[1]!, 'accredit-with-conditions')).status).toBe(422)
  expect((await vote(found, panel[1]!, 'accredit-with-conditions', condition)).status).toBe(303)
  expect((await caseOf(found)).status).toBe('panel')
  expect((await vote(found, panel[2]!, 'refuse')).status).toBe(303)
  expect(await caseOf(found)).toMatchObject({
    status: 'decided',
    outcome: 'accredit-with-conditions',
    decided_by: 'panel',
  })
  const [mail] = await mailsTo(found, 'assessment-decided')
  expect(mail!.text_body).toContain('Two more stewards.')
  expect(mail!.text_body).not.toContain(`Because of ${panel[2]!.name}`)
})

test('a member with a conflict is followed by another, and their vote does not count', async () => {
  const found = await addCase(site)
  const dora = await addPerson(site, 'panel')
  await post(found, ann, declaration)
  await refer(found)
  await sitDown(found, ...panel)
  await vote(found, panel[0]!, 'refuse', { isSafety: 'on' })
  await vote(found, panel[1]!, 'refuse', { isSafety: 'on' })
  const path = `/admin/panel/${found.assessmentId}`
  await postCase(
    site,
    found,
    panel[0]!,
    { intent: 'interest', interest: 'conflict', details: 'A rival of mine.' },
    path,
  )
  expect((await vote(found, panel[2]!, 'accredit')).status).toBe(303)
  // Three have voted, and two votes count.
  expect((await caseOf(found)).status).toBe('panel')
  const seat = { intent: 'seat', seat: panel[0]!.id }
  expect((await post(found, ann, { ...seat, seatPerson: panel[1]!.id })).status).toBe(422)
  expect((await post(found, ann, { ...seat, seat: panel[1]!.id, seatPerson: dora.id })).status).toBe(409)
  expect((await post(found, ann, { ...seat, seatPerson: dora.id })).status).toBe(303)
  // Whoever was never named sees nothing of the case.
  const outsider = await addPerson(site, 'panel')
  expect((await fetch(site.origin + path, { headers: { cookie: outsider.cookie } })).status).toBe(404)
  await sitDown(found, dora, outsider)
  expect((await vote(found, outsider, 'accredit')).status).toBe(404)
  // Evidence is read by assessors and by the panel, and by nobody with a conflict.
  const mayRead = async ({ id }: Person, ...roles: Role[]) =>
    await mayReadCase(site.sql, { id, name: '', roles }, found.id)
  expect(await mayRead(dora, 'panel')).toBe(true)
  expect(await mayRead(ben, 'reviewer')).toBe(true)
  for (const [person, role] of [
    [panel[0]!, 'panel'],
    [panel[0]!, 'owner'],
    [outsider, 'panel'],
    [ben, 'finance'],
  ] as const)
    expect(await mayRead(person, role)).toBe(false)
  expect((await vote(found, dora, 'refuse', { isSafety: 'on' })).status).toBe(303)
  expect(await caseOf(found)).toMatchObject({ status: 'decided', outcome: 'refuse', decided_by: 'panel' })
})

test('the last votes at once decide once', async () => {
  const found = await addCase(site)
  await post(found, ann, declaration)
  await refer(found)
  await sitDown(found, ...panel)
  const answers = await Promise.all(panel.map((member) => vote(found, member, 'accredit')))
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
  expect((await stepsOf(found)).filter(({ step }) => step === 'decided')).toHaveLength(1)
  expect(await caseOf(found)).toMatchObject({ status: 'decided', outcome: 'accredit', decided_by: 'panel' })
})

test('nobody who proposed or refers a case sits on its panel, and a panel refuses with a notice first', async () => {
  const found = await addCase(site)
  const eve = await addPerson(site, 'owner')
  await propose(found, panel[1]!, { outcome: 'refuse' })
  await post(found, ann, declaration)
  expect((await refer(found)).status).toBe(422)
  expect((await refer(found, [panel[0]!, panel[2]!, eve])).status).toBe(303)
  await sitDown(found, panel[0]!, panel[2]!, eve)
  await vote(found, panel[0]!, 'refuse')
  await vote(found, eve, 'accredit')
  await vote(found, panel[2]!, 'refuse', { isSafety: 'on' })
  expect((await caseOf(found)).status).toBe('notice')
  const before = clock
  clock = new Date(clock.getTime() + 15 * day)
  await post(found, ann, { intent: 'close-notice', answer: 'refuse', closingReason: 'No answer came.' })
  expect(await caseOf(found)).toMatchObject({ status: 'decided', outcome: 'refuse', decided_by: 'panel' })
  clock = before
})

test('with four eyes off one person decides alone, and it says so', async () => {
  const alone = { ...site, services: site.services }
  const { env } = alone.services
  const found = await addCase(site)
  await propose(found, ann, { outcome: 'accredit' })
  const setting = env as { reviewFourEyes: boolean }
  setting.reviewFourEyes = false
  try {
    expect((await decide(found, ann, 'agree')).status).toBe(303)
  } finally {
    setting.reviewFourEyes = true
  }
  expect(await caseOf(found)).toMatchObject({ status: 'decided', decided_by: 'one-assessor' })
  const page = await (
    await fetch(`${site.origin}/admin/assessments/${found.assessmentId}`, { headers: { cookie: ann.cookie } })
  ).text()
  expect(page).toContain('One assessor, without a second person')
})

test('a file is deleted at once by whoever assesses its case, and by nobody through another case', async () => {
  const found = await addCase(site)
  const other = await addCase(site)
  const [file] = await site.sql`
    insert into evidence_files (application_id, criterion_id, name, media_type, bytes, sha256, state, scan)
    values (${found.id}, 'risk-assessment', 'risks.pdf', 'application/pdf', 100, '\\x00', 'ready', 'clean') returning id`
  const path = `${site.origin}/admin/assessments/${found.assessmentId}`
  expect(await (await fetch(path, { headers: { cookie: ann.cookie } })).text()).toContain('risks.pdf')
  const purge = { intent: 'purge', file: file!.id as string }
  expect((await post(other, ann, purge)).status).toBe(409)
  expect((await post(found, ann, purge)).status).toBe(303)
  expect((await post(found, ann, purge)).status).toBe(409)
  expect((await site.sql`select state from evidence_files where id = ${file!.id}`)[0]!.state).toBe('purged')
})

test('what was assigned to somebody who leaves is nobody’s again', async () => {
  const found = await addCase(site)
  const gone = await addPerson(site, 'reviewer')
  const owner = await addPerson(site, 'owner')
  await post(found, ann, { intent: 'assign', person: gone.id })
  expect((await caseOf(found)).assigned_to).toBe(gone.id)
  await postCase(site, found, owner, { intent: 'deactivate' }, `/admin/people/${gone.id}`)
  expect((await caseOf(found)).assigned_to).toBeNull()
  expect((await lastStep(found, 'assigned')).by_name).toBe(owner.name)
})

const expire = async ({ id }: TestCase) =>
  await site.sql`update evidence_files set expires_on = '2027-11-21' where application_id = ${id} and criterion_id = 'public-liability'`
const publish = async ({ id }: TestCase) => {
  const published = await site.sql.begin((tx) =>
    publishEntry(tx, {
      applicationId: id,
      validUntil: '2029-01-01T00:00:00Z',
      cause: 'x',
      brand: site.services.brand,
      now: clock,
    }),
  )
  return published
}

test('a document that has expired since the proposal keeps it from being agreed with, and from being proposed', async () => {
  const found = await addCase(site)
  await propose(found, ann, { outcome: 'accredit' })
  await post(found, ben, declaration)
  await expire(found)
  const late = await decide(found, ben, 'agree')
  expect([late.status, late.text.includes('Accept a valid document')]).toEqual([409, true])
  expect((await caseOf(found)).status).toBe('proposed')
  expect((await decide(found, ben, 'send-back', 'The insurance has expired.')).status).toBe(303)
  const again = await post(found, ann, { intent: 'propose', outcome: 'accredit', reason: 'x' })
  expect([again.status, again.text.includes('Public liability insurance')]).toEqual([422, true])
  expect((await refer(found)).status).toBe(422)
  // A refusal needs no basis, but the reason for each that is not met.
  await site.sql`
    update assessment_criteria set verdict = 'not-met', reason = '' where assessment_id = ${found.assessmentId} and criterion_id = 'site-plan'`
  const refusal = { intent: 'propose', outcome: 'refuse', reason: 'Two things.' }
  expect((await post(found, ann, refusal)).text).toContain('Write the reason for each of these criteria: ')
})

test('a panel whose documents have expired opens the case again', async () => {
  const found = await addCase(site)
  await post(found, ann, declaration)
  expect((await refer(found)).status).toBe(303)
  await sitDown(found, ...panel)
  await vote(found, panel[0]!, 'accredit')
  await vote(found, panel[1]!, 'accredit')
  await expire(found)
  expect((await vote(found, panel[2]!, 'accredit')).status).toBe(303)
  expect((await caseOf(found)).status).toBe('open')
  expect((await lastStep(found, 'reopened')).reason).toContain('Public liability insurance')
})

test('the public is told for each result on what it rests, as it was at the decision', async () => {
  const found = await addCase(site)
  const { entryId } = (await publish(found)) as { entryId: string }
  await site.sql`
    update assessment_criteria set basis = 'call', basis_on = '2027-11-03', basis_text = 'The plan was shown.'
    where assessment_id = ${found.assessmentId} and criterion_id = 'site-plan'`
  await propose(found, ann, { outcome: 'accredit' })
  await post(found, ben, declaration)
  await decide(found, ben, 'agree')
  expect((await caseOf(found)).has_bases).toBe(true)
  const [{ slug }] = (await site.sql`select slug from register_entries where id = ${entryId}`) as unknown as [
    { slug: string },
  ]
  const page = async () => (await (await fetch(`${site.origin}/events/${slug}`)).text()).replaceAll('<!-- -->', '')
  const before = await page()
  for (const words of [
    'An accepted document, valid until 30 June 2030',
    'Seen at the call on 3 November 2027: The plan was shown.',
    'from documents and answers',
  ])
    expect(before).toContain(words)
  expect(before).not.toContain('Basis not recorded')
  const api = (await (await fetch(`${site.origin}/api/events/${slug}`)).json()) as { checks: { basis: string }[] }
  expect(new Set(api.checks.map(({ basis }) => basis))).toEqual(new Set(['document', 'call']))
  await expire(found)
  await site.sql.begin((tx) => publishAssurance(tx, { applicationId: found.id }, site.services))
  expect(await page()).toContain('valid until 30 June 2030')
})

test('what was met before without a basis says so, and is listed for reviewers', async () => {
  const found = await addCase(site, { judged: false })
  await publish(found)
  // As the release before has written it.
  for (const { id } of found.criteria)
    await site.sql`
      insert into assessment_criteria (assessment_id, criterion_id, verdict, score) values (${found.assessmentId}, ${id}, 'met', 3)`
  const listed = async () =>
    (
      await (await fetch(`${site.origin}/admin/assessments?view=basis`, { headers: { cookie: ann.cookie } })).text()
    ).includes(found.reference)
  expect(await listed()).toBe(true)
  await site.sql`
    update assessments set status = 'decided', outcome = 'accredit', decided_by = 'assessors', decided_at = now(), score = 75
    where id = ${found.assessmentId}`
  await site.sql.begin((tx) => publishAssurance(tx, { applicationId: found.id }, site.services))
  const [entry] = await site.sql`select slug from register_entries where application_id = ${found.id}`
  const page = await (await fetch(`${site.origin}/events/${entry!.slug}`)).text()
  expect(page).toContain('Basis not recorded')
  expect(page).not.toContain('from documents and answers')
  expect(await listed()).toBe(true)
  const assessmentPage = await fetch(`${site.origin}/admin/assessments/${found.assessmentId}`, {
    headers: { cookie: ann.cookie },
  })
  expect(await assessmentPage.text()).toContain('Basis not recorded')
  const [row] =
    await site.sql`select count(*)::int as met from assessment_criteria where assessment_id = ${found.assessmentId} and verdict = 'met'`
  expect(row!.met).toBe(found.criteria.length)
})

test('the database takes no decision with bases that are not there', async () => {
  const found = await addCase(site)
  const { id } = found.criteria[0]!
  const setBasis = (basis: string, on: string | null, text: string) => site.sql`
    update assessment_criteria set basis = ${basis}, basis_on = ${on}, basis_text = ${text}
    where assessment_id = ${found.assessmentId} and criterion_id = ${id} returning basis`
  expect(await setBasis('document', '2031-01-01', '')).toEqual([{ basis: null }] as never)
  expect(await setBasis('document', null, '')).toEqual([{ basis: 'document' }] as never)
  expect(setBasis('call', null, 'x')).rejects.toThrow('assessment_criteria_basis')
  expect(setBasis('call', '2027-11-01', ' ')).rejects.toThrow('assessment_criteria_basis')
  expect(site.sql`update assessments set has_bases = true where id = ${found.assessmentId}`).rejects.toThrow(
    'without a basis',
  )
  // The release before writes over public results without knowing of bases.
  const { entryId } = (await publish(found)) as { entryId: string }
  await site.sql`
    insert into register_checks (entry_id, position, criterion_id, name, result, checked_by, checked_on, basis, basis_on)
    values (${entryId}, 1, 'site-plan', 'Site plan', 'met', 'Assessor', '2027-11-01', 'document', ${documentsUntil})`
  const [check] =
    await site.sql`update register_checks set criterion_id = 'other' where entry_id = ${entryId} returning basis, basis_on`
  expect(check).toEqual({ basis: null, basis_on: null })
})
