import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  addCase,
  addPerson,
  declaration,
  type Person,
  postCase,
  type TestCase,
} from '#features/assessments/cases/server/case-fixture.ts'
import { siteOfFile } from '#test/of-file.ts'

setDefaultTimeout(60_000)

const site = await siteOfFile({ demoData: false })

type Shown = {
  payment: string | null
  next: { text: string; button: { label: string; href: string } | null }
  progress: { wanted: number; received: number; accepted: number }
  timeline: { events: { kind: string; what: string; why?: string }[]; hasMore: boolean }
}
async function read(path: string, { cookie }: Person) {
  const response = await fetch(site.origin + path, { headers: { cookie, accept: 'application/json' } })
  return { status: response.status, data: ((await response.json()) as { data: Shown }).data }
}
const events = async (path: string, person: Person) =>
  (await read(path, person)).data.timeline.events.map(({ what, why }) => (why ? `${what} | ${why}` : what))
const html = async (path: string, { cookie }: Person) =>
  await (await fetch(site.origin + path, { headers: { cookie } })).text()
const onCase = (application: TestCase, person: Person, form: Record<string, string>) =>
  postCase(site, application, person, form, `/review/${application.id}`)

const reviewer = await addPerson(site, 'reviewer')
const second = await addPerson(site, 'reviewer')
const owner = await addPerson(site, 'owner')
const finance = await addPerson(site, 'finance')

let application: TestCase
beforeAll(async () => {
  application = await addCase(site)
  const { id, organisationId, assessmentId } = application
  const [entry] = await site.sql`
    insert into orders (application_id, organisation_id, type, amount_pence, status, paid_at)
    values (${id}, ${organisationId}, 'listing', 4900, 'paid', now()) returning id`
  await site.sql`
    insert into order_refunds (order_id, payment_intent_id, amount_pence, state, requested_at, requested_by_name)
    values (${entry!.id}, 'pi_1', 1000, 'succeeded', now(), 'Fay Finance')`
  await site.sql`insert into assessment_slots (day, time) values ('2027-03-01', '09:00') on conflict do nothing`
  await site.sql`
    insert into assessment_calls (application_id, day, time, phone, message, selected_options)
    values (${id}, '2027-03-01', '09:00', '0161 496 0199', 'The gate is on the north side.', '{}')`
  await postCase(site, application, reviewer, declaration)
  await postCase(site, application, reviewer, {
    intent: 'verdict',
    criterion: application.criteria[0]!.id,
    verdict: 'not-met',
    reason: 'No gate is shown.',
    revision: '1',
  })
  await onCase(application, reviewer, { intent: 'note', note: 'Rang twice.' })
  expect(assessmentId).toBeString()
})

test('one timeline has what happened in every part, with names and not ids, and is filtered by links', async () => {
  const { id } = application
  const all = await events(`/review/${id}`, reviewer)
  const expected = [
    `Note by ${reviewer.name} | Rang twice.`,
    `Assessment: ${reviewer.name} declared no conflict of interest`,
    'Call booked for Monday 1 March 2027, 09:00 | The gate is on the north side.',
    'Submitted',
  ]
  for (const line of expected) expect(all).toContain(line)
  expect(all.some((line) => line.startsWith(`${reviewer.name} judged `) && line.includes('not met'))).toBe(true)
  expect(all.filter((line) => line.startsWith('Document received for '))).toHaveLength(application.criteria.length)
  expect(all.filter((line) => /[\da-f]{8}-[\da-f]{4}/.test(line))).toEqual([])
  expect(all.at(-1)).toBe('Submitted')
  expect(await events(`/review/${id}?kind=notes`, reviewer)).toEqual([expected[0]!])
  expect(await events(`/review/${id}?kind=calls`, reviewer)).toEqual([expected[2]!])
  const page = await html(`/review/${id}`, reviewer)
  for (const kind of ['notes', 'calls', 'documents', 'verdicts', 'decisions', 'entry', 'sent', 'mails'])
    expect(page).toContain(`href="/review/${id}?kind=${kind}#timeline"`)
})

test('the state is on top, and one button leads to what is to be done', async () => {
  const { data } = await read(`/review/${application.id}`, reviewer)
  const { wanted, received, accepted } = data.progress
  expect([received, accepted]).toEqual([wanted, wanted])
  expect(await html(`/review/${application.id}`, reviewer)).toContain(
    `${wanted} of ${wanted} received, ${wanted} accepted`,
  )
  expect(data.next).toEqual({
    text: 'Every criterion is judged.',
    button: { label: 'Propose an outcome', href: `/admin/assessments/${application.assessmentId}` },
  })
})

test('payments are for the permission alone, and for nobody who decides there', async () => {
  const { id } = application
  const path = `/review/${id}`
  const seen = await read(path, owner)
  expect(seen.data.payment).toBe('paid')
  expect(await events(`${path}?kind=payments`, owner)).toEqual([
    'Refund of £10.00 by Fay Finance: refunded',
    'Paid: Annual Listing, £49.00',
    'Ordered: Annual Listing, £49.00',
  ])
  expect(await html(`${path}/orders`, finance)).toContain('£49.00')
  const shown = await read(path, reviewer)
  expect(shown.data.payment).toBeNull()
  for (const secret of ['4900', '£49', 'Paid', 'paid', 'Annual Listing'])
    expect(JSON.stringify(shown.data)).not.toContain(secret)
  expect((await read(`${path}/orders`, reviewer)).status).toBe(403)
  await onCase(application, owner, { intent: 'assign', person: owner.id })
  expect((await read(path, owner)).data.payment).toBeNull()
  expect(await events(`${path}?kind=payments`, owner)).toEqual([])
  expect((await read(`${path}/orders`, owner)).status).toBe(403)
  expect(await html(path, owner)).not.toContain(`href="${path}/orders"`)
})

test('an application is handed over with its assessment, and to nobody with a conflict of interest', async () => {
  const handed = await addCase(site, { status: 'submitted' })
  const assessor = async () =>
    (await site.sql`select assigned_to from assessments where id = ${handed.assessmentId}`)[0]!.assigned_to
  expect((await onCase(handed, reviewer, { intent: 'assign', person: second.id })).status).toBe(303)
  expect(await assessor()).toBe(second.id)
  await postCase(site, handed, second, { intent: 'interest', interest: 'conflict', details: 'My sister runs it.' })
  const refused = await onCase(handed, reviewer, { intent: 'assign', person: second.id })
  expect([refused.status, refused.text.includes('has no conflict of interest here')]).toEqual([422, true])
  for (const part of ['', '/documents', '/decision', '/mails'])
    expect([part, (await read(`/review/${handed.id}${part}`, second)).status]).toEqual([part, 403])
  const noted = await onCase(handed, second, { intent: 'note', note: 'Still here' })
  expect(noted.status).toBe(403)
})

test('a note tells the colleagues that it names', async () => {
  const noted = await onCase(application, reviewer, {
    intent: 'note',
    note: `@${second.name} the gate again. @${reviewer.name} knows.`,
  })
  expect(noted.status).toBe(303)
  const mails = await site.sql`
    select to_email, subject, text_body from mails where kind = 'case-note'`
  expect(mails.map(({ subject }) => subject)).toEqual([
    `You are named in a note on application ${application.reference}`,
  ])
  expect(mails[0]!.text_body).toContain('the gate again')
  expect(mails[0]!.text_body).toContain(`/review/${application.id}`)
  const unknown = await onCase(application, reviewer, { intent: 'note', note: '@nobody look' })
  expect([unknown.status, unknown.text.includes('not “@nobody”')]).toEqual([422, true])
})

test('a member of a panel who has not voted sees no votes of others in the case', async () => {
  const voted = await addCase(site)
  const members = [await addPerson(site, 'panel', 'reviewer'), await addPerson(site, 'panel', 'reviewer')]
  const [referral] = await site.sql`
    insert into assessment_steps (assessment_id, step, by_id, by_name, taken_at)
    values (${voted.assessmentId}, 'referred', ${reviewer.id}, ${reviewer.name}, now()) returning id`
  await site.sql`update assessments set status = 'panel' where id = ${voted.assessmentId}`
  for (const { id, name } of members)
    await site.sql`
      insert into assessment_panel (referral_id, person_id, person_name, named_at) values (${referral!.id}, ${id}, ${name}, now())`
  await site.sql`
    insert into assessment_steps (assessment_id, step, by_id, by_name, outcome, about, taken_at)
    values (${voted.assessmentId}, 'voted', ${members[0]!.id}, ${members[0]!.name}, 'accredit', ${referral!.id}, now())`
  const votes = async (person: Person) =>
    (await events(`/review/${voted.id}?kind=decisions`, person)).filter((line) => line.includes(' voted: '))
  expect(await votes(members[0]!)).toHaveLength(1)
  expect(await votes(members[1]!)).toEqual([])
  expect((await read(`/review/${voted.id}`, members[1]!)).data.next.button?.label).toBe('Vote')
})

test('a proposal that its author takes back is withdrawn, one that somebody else sends back is not', async () => {
  const found = await addCase(site)
  const other = await addPerson(site, 'reviewer')
  for (const by of [reviewer, other]) {
    const [proposal] = await site.sql`
      insert into assessment_steps (assessment_id, step, by_id, by_name, outcome, taken_at)
      values (${found.assessmentId}, 'proposed', ${reviewer.id}, ${reviewer.name}, 'accredit', now()) returning id`
    await site.sql`
      insert into assessment_steps (assessment_id, step, by_id, by_name, about, taken_at)
      values (${found.assessmentId}, 'sent-back', ${by.id}, ${by.name}, ${proposal!.id}, now())`
  }
  const lines = await events(`/review/${found.id}?kind=decisions`, reviewer)
  expect(lines.filter((line) => line.includes('withdrew the proposal'))).toHaveLength(1)
  expect(lines.filter((line) => line.includes(`${other.name} sent`))).toHaveLength(1)
})
