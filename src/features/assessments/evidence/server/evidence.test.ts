import { expect, test } from 'bun:test'
import { ownershipCookie } from '#requests/ownership.ts'
import { type AddedApplication, addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { conditionDocuments } from '../rules.ts'
import type { EvidenceCriterion, OwnEvidence } from '../server.ts'
import * as fixture from './evidence-fixture.ts'

const site = await siteOfFile({ demoData: false, now: () => new Date('2026-12-01T12:00:00Z') })

const cookieOf = (application: AddedApplication) => ownershipCookie('', [application.id], site.services).split(';')[0]!
const path = (application: { id: string }) => `${site.origin}/evidence/${application.id}`

async function room(application: AddedApplication) {
  const response = await fetch(path(application), {
    headers: { cookie: cookieOf(application), accept: 'application/json' },
  })
  return ((await response.json()) as { data: OwnEvidence }).data
}

async function htmlOf(application: AddedApplication): Promise<string> {
  const response = await fetch(path(application), { headers: { cookie: cookieOf(application) } })
  return (await response.text()).replaceAll('<!-- -->', '')
}

async function criterion(application: AddedApplication, id: string): Promise<EvidenceCriterion> {
  return (await room(application)).criteria.find((each) => each.id === id)!
}

async function post(application: AddedApplication, form: Record<string, string>, cookie = cookieOf(application)) {
  return await fetch(path(application), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: site.origin },
    body: new URLSearchParams(form),
  })
}

const addFile = (application: AddedApplication, criterionId: string, more: Record<string, unknown> = {}) =>
  fixture.addFile(site.sql, application, criterionId, more)
const judge = (application: AddedApplication, criterionId: string, state: string, reason = '') =>
  fixture.judge(site.sql, application, criterionId, state, reason)
const decide = (application: AddedApplication, outcome: string) => fixture.decide(site.sql, application, outcome)

test('whoever holds the link alone sees a door and nothing of the application, and nobody finds what is not there', async () => {
  const application = await addApplication(site.sql)
  const other = await addApplication(site.sql)
  const response = await fetch(path(application), { headers: { cookie: cookieOf(other) } })
  expect(response.status).toBe(403)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const html = await response.text()
  expect(html).toContain('Only the applicant can see these documents')
  expect(html).toContain('Email me a link')
  for (const secret of ['Harbour Lights', application.reference, 'Risk assessment']) expect(html).not.toContain(secret)
  expect((await fetch(path({ id: crypto.randomUUID() }))).status).toBe(404)
  expect((await fetch(path({ id: 'x' }))).status).toBe(404)
  const refused = await post(application, { intent: 'not-applicable', criterionId: 'noise-plan', reason: 'No' }, '')
  expect(refused.status).toBe(403)
  expect(await criterion(application, 'noise-plan')).toMatchObject({ state: 'wanted' })
})

test('the applicant sees what is asked of their event and how far they are, required before recommended', async () => {
  const application = await addApplication(site.sql)
  const { criteria, title } = await room(application)
  expect(title).toBe('Harbour Lights Festival')
  expect(criteria).toHaveLength(16)
  const levels = (group: string) => criteria.filter((each) => each.group === group).map(({ level }) => level)
  expect(levels('safety')).toEqual(Array(8).fill('must'))
  await addFile(application, 'risk-assessment')
  const html = await htmlOf(application)
  expect(html).toContain('1 of 15 required points answered')
  expect(html).toContain('14 required points are still open.')
  expect(html).toContain('Criminal record (DBS) certificates, medical data, or data about children.')
  expect(html).toContain(`action="/evidence/${application.id}/files"`)
  expect(html.indexOf('Governance and finances')).toBeLessThan(html.indexOf('Visitors’ data'))
  const small = await addApplication(site.sql, { draft: { capacity: 60, category: 'Charity & Causes' } })
  const musts = (await room(small)).criteria.filter(({ level }) => level === 'must')
  expect(musts.map(({ id }) => id)).toEqual(['risk-assessment', 'safeguarding-policy', 'public-liability'])
})

test('what does not apply takes a reason, which can be taken back until somebody has judged it', async () => {
  const application = await addApplication(site.sql)
  const form = { intent: 'not-applicable', criterionId: 'noise-plan' }
  const blank = await post(application, { ...form, reason: '  ' })
  expect(blank.status).toBe(422)
  expect(await blank.text()).toContain('Say why this does not apply')
  const said = await post(application, { ...form, reason: 'Everybody wears headphones.' })
  expect(said.status).toBe(303)
  expect(said.headers.get('location')).toBe(`/evidence/${application.id}#noise-plan`)
  const shown = await criterion(application, 'noise-plan')
  expect(shown).toMatchObject({ state: 'not-applicable', reason: 'Everybody wears headphones.', canTakeBack: true })
  expect((await post(application, { ...form, reason: 'Again.' })).status).toBe(409)
  expect((await post(application, { intent: 'applies', criterionId: 'noise-plan' })).status).toBe(303)
  expect(await criterion(application, 'noise-plan')).toMatchObject({ state: 'wanted', reason: '' })
  expect((await post(application, { ...form, criterionId: 'unknown-one', reason: 'No.' })).status).toBe(404)

  await post(application, { ...form, reason: 'Headphones.' })
  await judge(application, 'noise-plan', 'more-needed', 'The bar plays music too.')
  expect(await criterion(application, 'noise-plan')).toMatchObject({ state: 'more-needed', canTakeBack: false })
  const html = await htmlOf(application)
  expect(html).toContain('The bar plays music too.')
  expect((await post(application, { intent: 'applies', criterionId: 'noise-plan' })).status).toBe(409)
})

test('a document makes its criterion received, and the last one that goes leaves it as it was', async () => {
  const application = await addApplication(site.sql)
  const first = await addFile(application, 'site-plan', { state: 'checking', scan: 'waiting' })
  expect(await criterion(application, 'site-plan')).toMatchObject({ state: 'received' })
  await site.sql`update evidence_files set state = 'refused', scan = 'infected' where id = ${first}`
  expect(await criterion(application, 'site-plan')).toMatchObject({ state: 'wanted' })
  const html = await htmlOf(application)
  expect(html).toContain('our virus scanner found something harmful')

  await addFile(application, 'site-plan')
  await judge(application, 'site-plan', 'more-needed', 'The exits are missing.')
  const better = await addFile(application, 'site-plan')
  expect(await criterion(application, 'site-plan')).toMatchObject({ state: 'received' })
  await judge(application, 'site-plan', 'accepted')
  const { state, files } = await criterion(application, 'site-plan')
  expect(state).toBe('accepted')
  expect(files.map(({ isAccepted }) => isAccepted)).toEqual([false, true, true])
  const newest = await addFile(application, 'site-plan')
  expect(await criterion(application, 'site-plan')).toMatchObject({ state: 'received' })
  await site.sql`update evidence_files set state = 'purged', purged_at = now() where id = ${newest}`
  expect(await criterion(application, 'site-plan')).toMatchObject({ state: 'accepted' })
  await judge(application, 'site-plan', 'more-needed', 'Read again: the key is missing.')
  expect((await criterion(application, 'site-plan')).files.some(({ isAccepted }) => isAccepted)).toBe(false)
  expect((await criterion(application, 'site-plan')).files.map(({ id }) => id)).toContain(better)
})

test('a document is removed by its sender alone, for good, until it is accepted', async () => {
  const application = await addApplication(site.sql)
  const other = await addApplication(site.sql)
  const fileId = await addFile(application, 'site-plan')
  await site.services.files.put(`evidence/${fileId}`, [new Uint8Array(4)], 'application/pdf')
  const form = { intent: 'remove', fileId }
  expect((await post(application, form, cookieOf(other))).status).toBe(403)
  expect((await post(other, form)).status).toBe(409)
  const removed = await post(application, form)
  expect([removed.status, removed.headers.get('location')]).toEqual([303, `/evidence/${application.id}#site-plan`])
  expect(await criterion(application, 'site-plan')).toMatchObject({ state: 'wanted', files: [] })
  expect(await site.services.files.exists(`evidence/${fileId}`)).toBe(false)
  expect((await post(application, form)).status).toBe(409)

  const accepted = await addFile(application, 'risk-assessment')
  await judge(application, 'risk-assessment', 'accepted')
  expect((await post(application, { ...form, fileId: accepted })).status).toBe(409)
  expect(await htmlOf(application)).not.toContain('Remove')
})

test('conditions come first, on the applicant’s page too, and each takes documents of its own that open no assessment', async () => {
  const application = await addApplication(site.sql, { status: 'approved' })
  for (const { id, expires, level } of (await room(application)).criteria)
    if (level === 'must') await addFile(application, id, { expires_on: expires ? '2027-10-31' : null })
  await decide(application, 'accredit-with-conditions')
  expect(await htmlOf(application)).toContain('You do not have to send anything else.')
  const [condition] = await site.sql`
    insert into assessment_conditions (assessment_id, text, due_on)
    select id, 'Show the exits.', '2026-11-01' from assessments where application_id = ${application.id} returning id`
  const criterionId = conditionDocuments(condition!.id)
  const html = await htmlOf(application)
  expect(html).not.toContain('You do not have to send anything else.')
  expect(html).toContain('Send a document for the condition above.')
  expect(html.indexOf('Show the exits.')).toBeLessThan(html.indexOf('What you have to do'))
  expect([html.includes('Overdue'), html.includes(`name="criterionId" value="${criterionId}"`)]).toEqual([true, true])
  const own = await fetch(`${site.origin}/my-applications/${application.id}`, {
    headers: { cookie: cookieOf(application) },
  })
  expect(await own.text()).toContain(`name="criterionId" value="${criterionId}"`)

  const send = async (id: string) => {
    const form = new FormData()
    form.append('criterionId', id)
    form.append('file', new File(['%PDF-1.4'], 'exits.pdf'))
    const headers = { cookie: cookieOf(application), origin: site.origin }
    const sent = await fetch(`${path(application)}/files`, { method: 'POST', headers, body: form, redirect: 'manual' })
    return sent.headers.get('location')
  }
  await site.sql`insert into confirmed_addresses (email, confirmed_at) values (${application.email}, now()) on conflict do nothing`
  expect(await send(conditionDocuments(crypto.randomUUID()))).toBe(null)
  expect(await send(criterionId)).toContain(`#${criterionId}`)
  const answered = await htmlOf(application)
  expect(answered).toContain('Received, an assessor reads it')
  expect(answered).toContain('You do not have to send anything else.')
  const kinds = await site.sql`select kind from assessments where application_id = ${application.id}`
  expect(kinds.map(({ kind }) => kind)).toEqual(['first'])
})

test('after a decision to accredit a new document opens an assessment that knows all the others', async () => {
  const application = await addApplication(site.sql, { status: 'approved' })
  await addFile(application, 'risk-assessment')
  await addFile(application, 'public-liability', { expires_on: '2027-01-31' })
  for (const id of ['risk-assessment', 'public-liability']) await judge(application, id, 'accepted')
  await decide(application, 'accredit-with-conditions')
  await site.sql`
    insert into assessment_conditions (assessment_id, text, due_on, met_at)
    select id, unnest(array['Show the exits.', 'Name a deputy.']), '2027-03-01', unnest(array[null, now()]) from assessments
    where application_id = ${application.id}`
  expect(await room(application)).toMatchObject({ closed: null, canAnswer: false })
  expect(await htmlOf(application)).toContain('Show the exits. <span class="figures">By 1 March 2027.</span>')
  expect(await htmlOf(application)).not.toContain('Name a deputy.')
  await addFile(application, 'public-liability', { expires_on: '2028-01-31' })
  const { canAnswer, criteria } = await room(application)
  const states = criteria.flatMap(({ id, state }) => (state === 'wanted' ? [] : [[id, state]]))
  expect(states).toEqual([
    ['risk-assessment', 'accepted'],
    ['public-liability', 'received'],
  ])
  expect(canAnswer).toBe(true)
  const kinds = await site.sql`select kind from assessments where application_id = ${application.id} order by opened_at`
  expect(kinds.map(({ kind }) => kind)).toEqual(['first', 'renewal'])
})

test.each([
  ['a rejected application', 'rejected', null, 'Your application was not approved'],
  ['a refusal', 'approved', 'refuse', 'The assessment ended with a refusal'],
  ['a proposal that waits for its decision', 'approved', 'proposed', 'Your assessment is being decided'],
] as const)('%s closes the room, with words', async (_, status, end, words) => {
  const application = await addApplication(site.sql, { status })
  await addFile(application, 'risk-assessment')
  if (end === 'refuse') await decide(application, end)
  if (end === 'proposed')
    await site.sql`update assessments set status = ${end} where application_id = ${application.id}`
  const html = await htmlOf(application)
  expect(html).toContain(words)
  expect(html).toContain('Document ')
  expect(html.slice(html.indexOf('<main'), html.indexOf('</main'))).not.toContain('<form')
  const taken = await post(application, { intent: 'not-applicable', criterionId: 'noise-plan', reason: 'No.' })
  expect(taken.status).toBe(409)
  const begun = await site.call(
    '/api/evidence/uploads',
    { applicationId: application.id, criterionId: 'noise-plan', name: 'x.pdf', bytes: 9 },
    { cookie: cookieOf(application) },
  )
  expect(begun.status).toBe(409)
  expect(((await begun.json()) as { error: string }).error).toStartWith(words)
})

test('the room opens once the address is confirmed: page, forms and calls say so until then', async () => {
  const application = await addApplication(site.sql, { isConfirmed: false })
  const cookie = cookieOf(application)
  const shown = await htmlOf(application)
  expect(shown).toContain('Confirm your email address first')
  expect(shown).toContain('Open the link in our email')
  expect(shown).not.toContain('type="file"')
  const upload = () =>
    site.call(
      '/api/evidence/uploads',
      { applicationId: application.id, criterionId: 'event-plan', name: 'a.pdf', bytes: 10 },
      { cookie },
    )
  const begun = await upload()
  expect([begun.status, await begun.text()]).toEqual([409, expect.stringContaining('Confirm your email address first')])
  const body = new FormData()
  body.append('criterionId', 'event-plan')
  body.append('file', new File(['%PDF-'], 'a.pdf'))
  const form = await fetch(`${path(application)}/files`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: site.origin, accept: 'text/html' },
    body,
  })
  expect([form.status, await form.text()]).toEqual([409, expect.stringContaining('Confirm your email address first')])
  const said = { intent: 'not-applicable', criterionId: 'event-plan', reason: 'There is none.' }
  expect((await post(application, said)).status).toBe(409)
  const mailed = async () =>
    (await site.sql`select from mails where kind = 'address-confirmation' and to_email = ${application.email}`).length
  expect((await post(application, { intent: 'confirm-again' }, '')).status).toBe(403)
  const again = await post(application, { intent: 'confirm-again' })
  expect([again.status, again.headers.get('location'), await mailed()]).toEqual([
    303,
    `/evidence/${application.id}?mailed=1`,
    1,
  ])
  await site.sql`insert into confirmed_addresses (email, confirmed_at) values (${application.email}, now())`
  expect(await htmlOf(application)).toContain('type="file"')
  expect((await upload()).status).toBe(201)
})
