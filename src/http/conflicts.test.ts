import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { adminPages, type PageId } from '#admin-pages.ts'
import { addEntry, addPerson } from '#features/concerns/cases-fixture.ts'
import { emptyEntry } from '#features/register/admin/form.ts'
import { siteOfFile } from '#test/of-file.ts'
import { endpoints } from './endpoints.ts'
import { handlerOf } from './handlers.ts'

setDefaultTimeout(120_000)

// A conflict of interest that is declared anywhere holds everywhere in the case. Each command of the admin area is named here, either with a post
// that would change the case, or with the reason why it cannot.

const site = await siteOfFile({ demoData: false })
let cookie: string
let free: string
let me: string
/** Of one case, in which an owner has declared a conflict. */
let ids: Record<
  | 'application'
  | 'assessment'
  | 'entry'
  | 'order'
  | 'discrepancy'
  | 'request'
  | 'call'
  | 'concern'
  | 'upheld'
  | 'appeal'
  | 'mail'
  | 'received'
  | 'unread'
  | 'other',
  string
> & { number: string; reference: string }

const id = async (statement: Promise<Record<string, unknown>[]>) => (await statement)[0]!.id as string

beforeAll(async () => {
  const { sql } = site
  const owner = await addPerson(site, 'Con Flicted', ['owner'])
  const other = await addPerson(site, 'Olive Other', ['owner'])
  cookie = owner.cookie
  me = owner.id
  free = other.cookie
  const { applicationId: application, organisationId, number, id: entry } = await addEntry(site)
  const [{ reference, email }] = await sql<[{ reference: string; email: string }]>`
    select a.reference, o.email from applications a join organisations o on o.id = a.organisation_id where a.id = ${application}`
  const assessment = await id(sql`select id from assessments where application_id = ${application}`)
  await sql`
    insert into assessment_steps (assessment_id, step, by_id, by_name, reason, taken_at)
    values (${assessment}, 'conflict', ${me}, 'Con Flicted', 'Cousin', now())`
  const order = await id(sql`
    insert into orders (application_id, organisation_id, type, status, amount_pence, paid_at, payment_intent_id)
    values (${application}, ${organisationId}, 'award', 'paid', 19900, now(), 'pi_conflict') returning id`)
  const discrepancy = await id(sql`
    insert into payment_discrepancies (kind, order_id, checkout_session_id, amount_pence, currency, found_at)
    values ('paid-twice', ${order}, 'cs_second', 19900, 'gbp', now()) returning id`)
  const request = await id(sql`
    insert into refund_requests (id, order_id, amount_pence, reason, is_for_cause, requested_by, requested_by_name, requested_at)
    values (${crypto.randomUUID()}, ${order}, 100, 'So', false, 'somebody', 'Some Body', now()) returning id`)
  await sql`insert into assessment_slots (day, time) values ('2026-01-05', '10:00') on conflict do nothing`
  const call = await id(sql`
    insert into assessment_calls (application_id, day, time, phone, message, selected_options)
    values (${application}, '2026-01-05', '10:00', '0161 496 0111', '', '{gold}') returning id`)
  const concern = (reference: string, about: string | null, state: string) =>
    id(sql`
      insert into concerns (reference, about, in_danger, entry_id, event, happened, state, received_at, promised_at, settled_at, outcome)
      values (${reference}, 'safety', false, ${about}, 'A fair', 'Hello', ${state}, now(), now(),
        ${state === 'upheld' ? new Date() : null}, ${state === 'upheld' ? 'So' : null}) returning id`)
  const upheld = await concern('CON-UPHELD', entry, 'upheld')
  await sql`insert into register_notes (entry_id, concern_id, text, noted_at) values (${entry}, ${upheld}, 'A note.', now())`
  const mail = (text: string, at: string | null) =>
    id(sql`
      insert into incoming_mails (digest, sent_to, application_id, state, from_email, subject, bytes)
      values (sha256(${text}::bytea), ${at && email}, ${at}, 'read', ${email}, 'Hello', 10) returning id`)
  ids = {
    application,
    assessment,
    entry,
    order,
    discrepancy,
    request,
    call,
    concern: await concern('CON-OPEN', entry, 'looking'),
    upheld,
    appeal: await id(sql`
      insert into appeals (reference, application_id, against, assessment_id, grounds, received_at)
      values ('APL-ONE', ${application}, 'refusal', ${assessment}, 'Hello', now()) returning id`),
    mail: await id(sql`
      insert into mails (kind, application_id, to_email, subject, text_body, html_body, state)
      values ('case-mail', ${application}, ${email}, 'Hello', 'Hello', 'Hello', 'failed') returning id`),
    received: await mail('one', application),
    unread: await mail('two', null),
    other: other.id,
    number,
    reference,
  }
})

/** 403 unless another answer is named: lists leave such rows out and answer as usual. */
type Post = { path: () => string; form?: () => Record<string, string>; answers?: number }
type Table = { [page in keyof typeof adminPages]?: string | Record<string, Post | string> }

const at = (path: string, of: keyof typeof ids, form: Record<string, string> = {}, answers = 403): Post => ({
  path: () => path.replace(':id', ids[of]),
  form: () => form,
  answers,
})
const noCase = 'it is about no application'
const onAssessment = (form: Record<string, string> = {}) => at('/admin/assessments/:id', 'assessment', form)
const onDecision = at('/review/:id/decision', 'application')
const onConcern = (form: Record<string, string> = {}) => at('/admin/concerns/:id', 'concern', form)
const verdict = { criterion: 'risk-assessment', verdict: 'met', reason: 'Seen.', revision: '0', seen: 'received' }
const proposal = { outcome: 'accredited', reason: 'All is well.', proposal: '1', referral: '1' }

const commands: Table = {
  signIn: noCase,
  secondFactor: noCase,
  invitation: noCase,
  account: noCase,
  queue: {
    handOver: { ...at('/admin/applications', 'other', {}, 303), form: () => handed('applications') },
    undo: 'it hands over as handOver does',
  },
  assessments: {
    handOver: { ...at('/admin/assessments', 'other', {}, 303), form: () => handed('assessments') },
    undo: 'it hands over as handOver does',
  },
  assessment: {
    verdict: onAssessment(verdict),
    evidence: onAssessment({ ...verdict, state: 'accepted' }),
    assign: onAssessment(),
    accept: onAssessment(verdict),
    interest: 'it declares the conflict',
    propose: onAssessment(proposal),
    withdraw: onAssessment(proposal),
    decide: onAssessment({ ...proposal, answer: 'agree' }),
    ask: onAssessment({ message: 'Send more' }),
    refer: onAssessment({ referralReason: 'Hard' }),
    seat: { ...onAssessment(), form: () => ({ seat: ids.other }) },
    'close-notice': onAssessment({ answer: 'refuse', closingReason: 'So' }),
    purge: { ...onAssessment(), form: () => ({ file: ids.mail }) },
    bring: { ...onAssessment(), form: () => ({ file: ids.mail, to: 'risk-assessment' }) },
    'condition-met': { ...onAssessment(), form: () => ({ condition: ids.mail }) },
  },
  panelCase: { interest: 'it declares the conflict', vote: at('/admin/panel/:id', 'assessment', proposal) },
  review: Object.fromEntries(
    ['address', 'approved', 'rejected', 'note', 'assign', 'ask'].map((name) => [
      name,
      at('/review/:id', 'application'),
    ]),
  ),
  caseDecision: {
    approved: onDecision,
    rejected: onDecision,
    withdrawn: onDecision,
    'accept-change': onDecision,
    'refuse-change': onDecision,
    conflict: onDecision,
    'open-checkout': onDecision,
    'waive-identity': onDecision,
    'confirm-domain': onDecision,
    'looked-at': onDecision,
    'found-wrong': onDecision,
  },
  caseMails: { write: at('/review/:id/mails', 'application'), insert: at('/review/:id/mails', 'application') },
  submissions: noCase,
  submission: noCase,
  adminConcern: {
    note: onConcern({ note: 'Hello' }),
    start: onConcern(),
    assign: onConcern(),
    entry: onConcern(),
    ask: onConcern({ question: 'What happened?' }),
    settle: onConcern({ outcome: 'closed', reasons: 'So' }),
    'remove-note': at('/admin/concerns/:id', 'upheld', { removal: 'So' }),
    reporter: onConcern(),
  },
  adminAppeal: {
    note: at('/admin/appeals/:id', 'appeal', { note: 'Hello' }),
    // As everybody who took part in the decision.
    take: at('/admin/appeals/:id', 'appeal', {}, 409),
    settle: at('/admin/appeals/:id', 'appeal', { outcome: 'upheld', reasons: 'So' }, 409),
  },
  adminMisuse: noCase,
  adminCalls: {
    record: { path: () => '/admin/calls', form: () => ({ call: ids.call, outcome: 'held', note: '' }) },
    move: { path: () => '/admin/calls', form: () => ({ call: ids.call, day: '2027-03-02', time: '10:00' }) },
    cancel: { path: () => '/admin/calls', form: () => ({ call: ids.call }) },
  },
  order: {
    refund: at('/admin/orders/:id', 'order', {
      requestKey: crypto.randomUUID(),
      discrepancy: '',
      amount: '1',
      reason: 'So',
      again: 'open',
    }),
    approveRefund: { ...at('/admin/orders/:id', 'order'), form: () => ({ request: ids.request }) },
    declineRefund: { ...at('/admin/orders/:id', 'order'), form: () => ({ request: ids.request }) },
  },
  payments: {
    settle: { path: () => '/admin/payments', form: () => ({ discrepancy: ids.discrepancy, note: 'So' }) },
    replay: 'it reads the payment again, and changes nothing that was right',
    reconcile: noCase,
  },
  adminCoupons: noCase,
  months: noCase,
  adminEntry: {
    create: 'the entry has no application',
    save: at('/admin/register/:id', 'entry', {
      ...emptyEntry,
      title: 'A',
      organiser: 'B',
      category: 'Arts & Culture',
      version: '1',
    }),
    status: at('/admin/register/:id', 'entry', { act: 'suspend', reason: 'So', seen: 'active' }),
    feature: at('/admin/register/:id', 'entry', { featured: '1' }),
    renew: 'only for entries without an application',
  },
  nationalImport: noCase,
  adminPartners: noCase,
  adminContent: noCase,
  adminClaims: noCase,
  adminCallTimes: noCase,
  adminCriteria: noCase,
  adminCriterion: noCase,
  adminReasons: noCase,
  adminComplaint: noCase,
  mailbox: { again: 'all emails that failed, whatever they are about' },
  suppressed: noCase,
  incomingMails: {
    attach: {
      ...at('/admin/mailbox/incoming', 'unread', {}, 409),
      form: () => ({ mail: ids.unread, reference: ids.reference }),
    },
    remove: 'only emails that are in no case',
    settle: { ...at('/admin/mailbox/incoming', 'received', {}, 303), form: () => ({ only: ids.received }) },
    undo: 'it gives back what settle has changed, and leaves out cases with a conflict',
  },
  mail: { resend: at('/admin/mailbox/:id', 'mail', {}, 404) },
  adminCrm: 'it sends again what the CRM has not got',
  adminApiKeys: noCase,
  adminWebhooks: noCase,
  jobs: noCase,
  people: noCase,
  person: noCase,
  adminPrivacy: 'the law gives the person who asks a time limit, and an erasure decides nothing',
}

const handed = (list: string) => ({
  [list]: list === 'applications' ? ids.application : ids.assessment,
  person: ids.other,
})

test('every command of the admin area is in the table, and every one in the table exists', async () => {
  for (const page of Object.keys(adminPages) as PageId[]) {
    const { commands: theirs = [] } = await handlerOf(page)
    const known = commands[page as keyof typeof adminPages]
    if (typeof known === 'string' || (!known && theirs.length === 0)) continue
    expect([page, ...Object.keys(known ?? {})]).toEqual([page, ...theirs])
  }
})

const done = async () =>
  (
    await site.sql`
      select action from audit_log where actor_id = ${me} and action not like 'session.%' and action not like '%.text-refused'`
  ).map(({ action }) => action as string)

const posts = Object.entries(commands).flatMap(([page, theirs]) =>
  typeof theirs === 'string'
    ? []
    : Object.entries(theirs).flatMap(([name, post]) => (typeof post === 'string' ? [] : [{ page, name, post }])),
)
test.each(posts)('$page: $name changes nothing for somebody with a conflict of interest', async ({ name, post }) => {
  const before = await done()
  const response = await site.post(post.path(), { intent: name, decision: name, ...post.form?.() }, { cookie })
  expect(response.status).toBe(post.answers ?? 403)
  expect(await done()).toEqual(before)
})

const calls: Record<string, { body: () => unknown; status: number } | string> = {
  'POST /api/admin/approve': {
    body: () => ({ applicationId: ids.application, status: 'rejected', reason: 'So' }),
    status: 409,
  },
  'POST /api/admin/assessments/:id/criteria/:criterion': {
    body: () => ({ verdict: 'met', score: 3, reason: '', note: '', revision: 0 }),
    status: 403,
  },
  'POST /api/admin/assessments/:id/readers': { body: () => ({}), status: 404 },
  'POST /api/admin/national-imports': noCase,
  'POST /api/admin/national-imports/:id/pieces/:position': noCase,
  'POST /api/admin/privacy/export': 'as an erasure',
}

test('every call of the admin area that changes something is in the table', () => {
  const known = endpoints
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => /^(?!GET )\S+ \/api\/admin\//.test(route))
  expect(Object.keys(calls).toSorted()).toEqual(known.toSorted())
})

test.each(Object.entries(calls).flatMap(([route, call]) => (typeof call === 'string' ? [] : [{ route, call }])))(
  '$route changes nothing for somebody with a conflict of interest',
  async ({ route, call }) => {
    const before = await done()
    const path = route.slice(5).replace(':id', ids.assessment).replace(':criterion', 'risk-assessment')
    const response = await site.call(path, call.body(), { cookie })
    expect(response.status).toBe(call.status)
    expect(await done()).toEqual(before)
  },
)

test('a concern is not moved to an entry of a case with a conflict of interest', async () => {
  const free = await id(site.sql`
    insert into concerns (reference, about, in_danger, event, happened, received_at, promised_at)
    values ('CON-FREE', 'safety', false, 'A fair', 'Hello', now(), now()) returning id`)
  const response = await site.post(`/admin/concerns/${free}`, { intent: 'entry', number: ids.number }, { cookie })
  expect(response.status).toBe(403)
})

test('nothing but the conflict refuses these posts', async () => {
  for (const { page, name, post } of posts) {
    const response = await site.post(post.path(), { intent: name, decision: name, ...post.form?.() }, { cookie: free })
    expect([page, name, response.status]).not.toEqual([page, name, 403])
  }
})
