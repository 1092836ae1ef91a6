import { camel } from '#database/camel.ts'
import { asJson } from '#database/sql.ts'
import { dayFrom, londonDay } from '#domain/london-time.ts'
import { type Admin, carries } from '#domain/permissions.ts'
import { pdfFonts } from '#drawing/pdf-fonts.ts'
import { collectPdf } from '#drawing/tagged-pdf.ts'
import { storeIncomingMail } from '#features/applications/review/emails/server/receive-mail.ts'
import { adminApprove } from '#features/applications/review/server/decide-application.ts'
import type { EventDraft } from '#features/applications/schema.ts'
import { lastStep } from '#features/assessments/cases/rules.ts'
import { decideProposal, proposeOutcome } from '#features/assessments/cases/server/decide.ts'
import { judgeCriterion, judgeEvidence } from '#features/assessments/cases/server/judge-criterion.ts'
import { assignCase, declareInterest } from '#features/assessments/cases/server/look-after.ts'
import { findCase, listSteps } from '#features/assessments/cases/server/queries.ts'
import { criteriaFor } from '#features/assessments/criteria/criterion.ts'
import { assessedEvent } from '#features/assessments/evidence/rules.ts'
import { finishWhole, startUpload, takePiece } from '#features/assessments/files/server/upload.ts'
import { sendAppeal } from '#features/concerns/appeals/server.ts'
import { caseAddress } from '#mail/case-address.ts'
import { confirmAddress } from '#mail/confirm-address.ts'
import type { AnyCommand } from '#requests/command.ts'
import { runCommand } from '#requests/run-command.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { isFailure } from '#wire/failure.ts'

const replyDomain = 'replies.beaa.example'
const seen = 'The organiser showed the plan on a call, and named who answers for it.'

/** What happens to one application, each on its day before today. */
function demoCase(
  [title, organisation, contact]: [title: string, organisation: string, contact: string],
  [city, category, capacity]: [city: string, category: EventDraft['category'], capacity: number],
  submitted: number,
  happens?: (steps: Steps) => Promise<void>,
) {
  return { title, organisation, contact, city, category, capacity, submitted, happens }
}

const demoCases = [
  demoCase(['Tern Bay Regatta', 'Tern Bay Sailing Club', 'Wilf Sandpiper'], ['Whitby', 'Sports & Fitness', 650], 2),
  demoCase(
    ['Quillfeather Book Weekend', 'Quillfeather Book Festival C.I.C.', 'Odo Quill'],
    ['Norwich', 'Arts & Culture', 800],
    16,
    async ({ approve, assign, send, declare, wantMore }) => {
      await approve(15)
      await assign(14, 'owner')
      const [first, ...others] = await send(9, 4)
      await send(3, 1, others.length + 1)
      await declare(2, 'reviewer')
      await wantMore(2, first!, 'The page with the date of the last review is missing.')
    },
  ),
  demoCase(
    ['Marram Kite Festival', 'Marram Sands Events', 'Juno Merrow'],
    ['Tynemouth', 'Community & Social', 3000],
    34,
    async ({ approve, judge, propose }) => {
      await approve(33)
      await judge(6)
      await propose(5, 'accredit')
    },
  ),
  demoCase(
    ['Saltholm Lantern Walk', 'Saltholm Parish Trust', 'Bettany Rook'],
    ['Lancaster', 'Community & Social', 1200],
    70,
    async ({ approve, assign, judge, propose, decide }) => {
      await approve(69)
      await assign(69, 'owner')
      await judge(44)
      await propose(43, 'accredit-with-conditions', [
        { text: 'Send the signed agreement with the first-aid provider.', due: -3 },
        { text: 'Show the lighting of the path at the weir.', due: 40 },
      ])
      await decide(42)
    },
  ),
  demoCase(
    ['Embergate Street Food Fair', 'Embergate Traders', 'Sol Brandreth'],
    ['Leeds', 'Food & Drink', 1500],
    12,
    async ({ approve, assign, emailed }) => {
      await approve(11)
      await assign(11, 'owner')
      await emailed(1, 'Re: Your application', 'Here is the new plan of the stalls.\n\nIs the gas certificate enough?')
    },
  ),
  demoCase(
    ['Foxglove Hill Climb', 'Foxglove Motor Club', 'Perrin Holt'],
    ['Shelsley', 'Sports & Fitness', 2500],
    28,
    async ({ reject, appealed }) => {
      await reject(20, 'The route crosses a public road, and nobody has agreed to close it.')
      await appealed(4, 'The council has agreed to close the road. Its letter arrived after your decision.')
    },
  ),
]

type Steps = ReturnType<typeof stepsOf>
type DemoCase = ReturnType<typeof demoCase>
type People = { owner: Admin; reviewer: Admin }

/**
 * Invented applications at several stages, so that the admin area of a demonstration has something to do. Each step is what a person does there, at the
 * time when it happened. Several processes may start at once: the first does it. @param signal aborted when the site is to end.
 *
 * @returns how many were added; 0 where there are applications already.
 */
export async function loadDemoCases(services: Services, signal?: AbortSignal): Promise<number> {
  const { sql, env } = services
  if (!env.admin || (await sql<{ id: string }[]>`select id from applications limit 1`).length > 0) return 0
  const [owner] = await sql<Pick<Admin, 'id' | 'name'>[]>`
    select id, name from people where lower(email) = lower(${env.admin.email}::text)`
  if (!owner) return 0
  let added = 0
  let people: People | undefined
  for (const each of demoCases) {
    const application = await addApplication(services, each)
    if (!application) return added
    people ??= { owner: { ...owner, roles: ['owner'] }, reviewer: await addReviewer(services) }
    await each.happens?.(stepsOf(services, people, application, signal))
    added++
  }
  const at = before(services.now(), 1)
  const stranger = {
    from: 'Wilf Sandpiper <wilf@tern-bay.example>',
    to: `hello@${replyDomain}`,
    subject: 'Our regatta',
  }
  await storeMail(services, at, stranger, 'I write from my own mailbox. Have you got our application?')
  return added
}

/** Nobody knows the password. */
async function addReviewer({ auth }: Services): Promise<Admin> {
  const person = { name: 'Hester Vane', roles: ['reviewer'] as const }
  const id = await auth.setPassword({ ...person, email: 'hester@beaa.example', password: crypto.randomUUID() })
  return { ...person, id }
}

type DemoApplication = { id: string; assessmentId: string; email: string; contact: string }

/** Null where another process has added it. */
async function addApplication(services: Services, given: DemoCase): Promise<DemoApplication | null> {
  const { sql, now } = services
  const { title, organisation, contact, city, category, capacity, submitted } = given
  const host = title.toLowerCase().replaceAll(' ', '-')
  const email = `${contact.split(' ')[0]!.toLowerCase()}@${host}.example`
  const at = before(now(), submitted)
  const place = { venue: `${title} ground`, line_1: '1 Example Way', line_2: '', county: '', postcode: '' }
  const draft = {
    ...{ title, city, category, capacity, eventType: 'physical', date: dayFrom(now(), 90)!, ...place },
    ...{ address: '1 Example Way', country: 'England', onlineUrl: '', url: `https://${host}.example/` },
    ...{ description: 'An invented event of the demonstration.', latitude: null, longitude: null, couponCode: '' },
  } satisfies EventDraft
  const check = { state: 'not-asked', checkedAt: at.toISOString() }
  return await sql.begin(async (tx) => {
    const [made] = await tx<{ id: string }[]>`
      with organisation as (
        insert into organisations (name, contact_name, email, phone, submission_key)
        values (${organisation}::text, ${contact}::text, ${email}::text, '0161 496 0199', md5(${host}::text)::uuid)
        on conflict (submission_key) do nothing
        returning id
      )
      insert into applications (reference, organisation_id, status, event_draft, company_check, submitted_at)
      select 'APP-DEMO-' || ${host.slice(0, 4).toUpperCase()}::text, id, 'submitted', ${asJson(draft)}::jsonb, ${asJson(check)}::jsonb,
        ${at.toISOString()}::timestamptz
      from organisation
      returning id`
    if (!made) return null
    await confirmAddress(tx, email, at)
    const [assessment] = await tx<{ id: string }[]>`select id from assessments where application_id = ${made.id}::uuid`
    return { id: made.id, assessmentId: assessment!.id, email, contact }
  })
}

function stepsOf(
  services: Services,
  { owner, reviewer }: People,
  { id, assessmentId, email, contact }: DemoApplication,
  signal: AbortSignal | undefined,
) {
  const { sql, now } = services
  const at = (days: number) => ({ ...services, now: () => before(now(), days) })
  const applicant = visitorOf(null, id)
  const run = async (
    days: number,
    by: Admin | null,
    command: AnyCommand,
    params: Record<string, string>,
    value: object,
  ) => {
    signal?.throwIfAborted()
    const visitor = by ? visitorOf(by, id) : applicant
    const asked = { params, query: {}, readInput: async () => ({ value }), headers: new Headers(), visitor }
    const outcome = await runCommand(command, { ...asked, services: at(days) })
    if (isFailure(outcome)) throw new Error(outcome.fields?.[0]?.message ?? outcome.message)
  }
  const ofCase = { id: assessmentId }
  const criteria = async () => {
    const [found] = await findCase(camel(sql), ofCase)
    return criteriaFor(found!.criteria, assessedEvent(found!.eventDraft))
  }
  const whoever = { owner, reviewer }
  const declare = (days: number, who: keyof typeof whoever) =>
    run(days, whoever[who], declareInterest, ofCase, { interest: 'none', details: '' })
  const decision = { applicationId: id }
  return {
    declare,
    approve: (days: number) => run(days, reviewer, adminApprove, {}, { ...decision, status: 'approved' }),
    reject: (days: number, reason: string) =>
      run(days, reviewer, adminApprove, {}, { ...decision, status: 'rejected', reason }),
    assign: (days: number, who: keyof typeof whoever) =>
      run(days, owner, assignCase, ofCase, { person: whoever[who].id }),
    /** Documents for so many criteria. @returns the ids of those. */
    send: async (days: number, count: number, from = 0) => {
      const asked = (await criteria()).slice(from, from + count)
      for (const { id: criterionId, name } of asked) {
        const content = await drawDocument(name)
        const expiresOn = dayFrom(now(), 300)
        const file = { applicationId: id, criterionId, name: `${name}.pdf`, bytes: content.length, expiresOn }
        const begun = await startUpload(at(days), applicant, file)
        if (isFailure(begun)) throw new Error(begun.message)
        await takePiece(sql, { id: begun.id, bytes: content.length }, 0, content)
        await finishWhole(at(days), begun.id)
      }
      return asked.map(({ id }) => id)
    },
    wantMore: (days: number, criterion: string, stateReason: string) =>
      run(days, reviewer, judgeEvidence, ofCase, { criterion, state: 'more-needed', stateReason, seen: 'received' }),
    judge: async (days: number) => {
      await declare(days, 'reviewer')
      const rests = { basis: 'call', basisOn: londonDay(before(now(), days + 1)), basisText: seen }
      const verdict = { verdict: 'met', score: 3, reason: '', note: '', ...rests, revision: 0 }
      for (const { id: criterion } of await criteria())
        await run(days, reviewer, judgeCriterion, { ...ofCase, criterion }, verdict)
    },
    /** @param conditions due so many days from today. */
    propose: (days: number, outcome: string, conditions: { text: string; due: number }[] = []) =>
      run(days, reviewer, proposeOutcome, ofCase, {
        outcome,
        reason: 'Well prepared, by people who have done it before.',
        conditions: conditions.map(({ text, due }) => ({ text, due: dayFrom(now(), due) })),
      }),
    decide: async (days: number) => {
      await declare(days, 'owner')
      const proposal = lastStep(await listSteps(camel(sql), ofCase), 'proposed')!.id
      await run(days, owner, decideProposal, ofCase, { answer: 'agree', decisionReason: '', proposal })
    },
    emailed: async (days: number, subject: string, text: string) => {
      const incoming = { domain: replyDomain, secrets: [] }
      const to = await caseAddress(sql, { applicationId: id, email }, { ...services.env, incoming })
      await storeMail(services, before(now(), days), { from: `${contact} <${email}>`, to: to!, subject }, text)
    },
    appealed: (days: number, grounds: string) =>
      run(days, null, sendAppeal, { appId: id }, { against: 'rejection', grounds }),
  }
}

async function storeMail(
  services: Services,
  at: Date,
  { from, to, subject }: { from: string; to: string; subject: string },
  text: string,
): Promise<void> {
  const plan = Buffer.from(await drawDocument('Plan of the site')).toString('base64')
  const lines = [
    ...[`From: ${from}`, `Subject: ${subject}`, `Message-ID: <${crypto.randomUUID()}@demonstration.example>`],
    ...[
      'Content-Type: multipart/mixed; boundary=part',
      '',
      '--part',
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
    ],
    ...['--part', 'Content-Type: application/pdf', 'Content-Disposition: attachment; filename="Plan of the site.pdf"'],
    ...['Content-Transfer-Encoding: base64', '', plan, '--part--', ''],
  ]
  const raw = Buffer.from(lines.join('\r\n'))
  const outcome = await storeIncomingMail({ recipient: to, raw }, replyDomain, { ...services, now: () => at })
  if (isFailure(outcome)) throw new Error(outcome.message)
}

async function drawDocument(title: string): Promise<Uint8Array> {
  const [{ default: PDFDocument }, fonts] = await Promise.all([import('pdfkit'), pdfFonts()])
  const doc = new PDFDocument({ size: 'A4', margin: 56, font: '', lang: 'en-GB', info: { Title: title } })
  doc.registerFont('sans', fonts.sans as never)
  const bytes = collectPdf(doc)
  doc.font('sans').fontSize(22).text(title).fontSize(11).moveDown()
  doc.text('An invented document of the demonstration.')
  doc.end()
  return await bytes
}

const visitorOf = (admin: Admin | null, applicationId: string): Visitor => ({
  address: 'demonstration',
  owned: async () => new Set(admin ? [] : [applicationId]),
  isOwnerOf: async (...ids) => !admin && ids.includes(applicationId),
  ownershipCookie: async () => '',
  admin: async () => admin,
  holds: async (permission) => admin !== null && carries(admin.roles, permission),
})

function before(moment: Date, days: number): Date {
  return new Date(moment.getTime() - days * 86_400_000)
}
