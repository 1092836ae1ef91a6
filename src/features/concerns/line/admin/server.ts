import { adminHref } from '#admin-pages.ts'
import type { CamelSql } from '#database/camel.ts'
import type { Level } from '#domain/assurance.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import { tidyNumber } from '#domain/typed-number.ts'
import { noteForm } from '#features/concerns/case-steps.ts'
import { findEntryByNumber, findReporter, listSteps, recordStep } from '#features/concerns/server/cases.ts'
import { conflicted, hasConflict, listHolders } from '#features/register/server/has-conflict.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import { command, did, refusal, wrong } from '#page/command.ts'
import { notFound, page } from '#page/page.ts'
import { href } from '#pages.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import { readList } from '#wire/list-pages.ts'
import { concernEndedMail, concernQuestionMail, concernSettledMail, concernUnderWayMail } from '../mails.ts'
import { type ConcernState, type ConcernSubject, concernLists, couldTellWho, isSettled, replyDays } from '../rules.ts'
import { assignForm, entryForm, questionForm, removalForm, settleForm } from './form.ts'

const ofCase = { permission: 'concerns', params: { id: isUuid } } as const

const noSuchCase = failure('not-found', 'There is no such case.')
const hasChanged = refusal('Nothing was changed: the case has changed since you opened this page')

type ConcernFacts = {
  id: string
  reference: string
  about: ConcernSubject
  inDanger: boolean
  state: ConcernState
  event: string
  assignedTo: string | null
  receivedAt: Instant
  promisedAt: Instant
  isOverdue: boolean
}

type ConcernRow = Pick<ConcernFacts, 'id' | 'reference' | 'state' | 'event' | 'assignedTo'> & {
  happened: string
  entryId: string | null
  number: string | null
  title: string | null
  slug: string | null
  /** Null for an entry that the admin area has added without one. */
  organiserEmail: string | null
  organiserName: string | null
}

/** Locked, for somebody without a conflict of interest in the application of its entry. @param state that it has to be in. */
async function openConcern(
  { sql, admin }: { sql: CamelSql; admin: { id: string } },
  id: string,
  state: ConcernState | null = null,
): Promise<ConcernRow | Failure> {
  const [concern] = await sql<ConcernRow[]>`
    select c.id, c.reference, c.state, c.event, c.happened, c.assigned_to, c.entry_id, e.number, e.title, e.slug,
      o.email as organiser_email, o.contact_name as organiser_name
    from concerns as c
    left join register_entries as e on e.id = c.entry_id
    left join applications as a on a.id = e.application_id
    left join organisations as o on o.id = coalesce(e.organisation_id, a.organisation_id)
    where c.id = ${id}::uuid for update of c`
  if (!concern) return noSuchCase
  if (await hasConflict(sql, { concernId: id, personId: admin.id })) return conflicted
  return state === null || concern.state === state ? concern : hasChanged
}

type ReplyRow = {
  id: string
  question: string
  askedAt: Instant
  expiresAt: Instant
  answeredAt: Instant | null
  answer: string
  publicReply: string
}

const listReplies = (sql: CamelSql, { concernId }: { concernId: string }) => sql<ReplyRow[]>`
  select id, question, asked_at, expires_at, answered_at, answer, public_reply
  from concern_replies where concern_id = ${concernId}::uuid order by id`

function isWaiting({ answeredAt, expiresAt }: ReplyRow, now: string): boolean {
  return answeredAt === null && new Date(expiresAt) > new Date(now)
}

function organiserOf({ reference, number, title, slug, organiserEmail: email, organiserName: name }: ConcernRow) {
  return number && title && slug && email ? { reference, number, title, slug, to: { name: name ?? '', email } } : null
}

async function showsReporter(sql: CamelSql, { id, happened, event }: ConcernRow, text: string): Promise<boolean> {
  const [reporter] = await findReporter(sql, { concernId: id })
  const steps = await listSteps(sql, { concernId: id })
  const messages = steps.filter(({ kind }) => kind === 'message').map((step) => step.text)
  return couldTellWho(text, reporter ?? null, { texts: [happened, ...messages], event })
}

/** A refused text can be a guess at who reported, so the audit log has the attempt, without the text. */
function wrongText({ id }: ConcernRow, field: string) {
  const sentence =
    'This text could show who reported. Use your own words, without names, addresses or sentences from the report'
  return wrong({ [field]: sentence }, { audit: { subject: { kind: 'concern', id }, action: 'text-refused' } })
}

const start = command({
  ...ofCase,
  run: async ({ params: { id }, ...given }) => {
    const concern = await openConcern(given, id, 'received')
    if (isFailure(concern)) return concern
    await given.sql`
      update concerns set state = 'looking', taken_up_at = ${given.now}::timestamptz,
        assigned_to = coalesce(assigned_to, ${given.admin.id}::text)
      where id = ${id}::uuid`
    const [reporter] = await findReporter(given.sql, { concernId: id })
    const changes = { before: { state: 'received' }, after: { state: 'looking' } }
    return did({
      audit: await recordStep(given, { concernId: id }, 'taken-up', changes),
      mails: [reporter?.email && concernUnderWayMail(concern, reporter.email)],
    })
  },
  done: { started: 'You are now working on this case' },
})

const assign = command({
  ...ofCase,
  form: assignForm,
  run: async ({ params: { id }, input, ...given }) => {
    const people = await listHolders(given.sql, 'concerns')
    const person = input.person ? people.find((known) => known.id === input.person) : null
    if (person === undefined) return wrong({ person: 'Choose someone who works on concerns' })
    const concern = await openConcern(given, id)
    if (isFailure(concern)) return concern
    if (concern.assignedTo === (person?.id ?? null)) return did()
    await given.sql`update concerns set assigned_to = ${person?.id ?? null}::text where id = ${id}::uuid`
    const step = { text: person?.name ?? 'Nobody', after: { assignedTo: person?.name ?? null } }
    return did({ audit: await recordStep(given, { concernId: id }, 'assigned', step) })
  },
  done: { assigned: 'The case was handed over' },
})

const setEntry = command({
  ...ofCase,
  form: entryForm,
  run: async ({ params: { id }, input, ...given }) => {
    const number = input.number && tidyNumber(input.number)
    const [entry] = number ? await findEntryByNumber(given.sql, { number }) : []
    if (input.number && !entry) return wrong({ number: 'The register has no entry with this number' })
    const concern = await openConcern(given, id)
    if (isFailure(concern)) return concern
    if (entry && (await hasConflict(given.sql, { entryId: entry.id, personId: given.admin.id }))) return conflicted
    if (isSettled(concern.state)) return hasChanged
    if ((await listReplies(given.sql, { concernId: id })).length > 0)
      return wrong({ number: 'You have asked the organiser of this entry, so you cannot change it' })
    if (concern.entryId === (entry?.id ?? null)) return did()
    await given.sql`update concerns set entry_id = ${entry?.id ?? null}::uuid where id = ${id}::uuid`
    const changes = { before: { entry: concern.number }, after: { entry: entry?.number ?? null } }
    const step = { text: entry?.number ?? 'None', ...changes }
    return did({ audit: await recordStep(given, { concernId: id }, 'entry-named', step) })
  },
  done: { 'entry-named': 'The entry was saved' },
})

const addNote = command({
  ...ofCase,
  form: noteForm,
  run: async ({ params: { id }, input, ...given }) => {
    const concern = await openConcern(given, id)
    if (isFailure(concern)) return concern
    return did({ audit: await recordStep(given, { concernId: id }, 'note', { text: input.note }) })
  },
  done: { noted: 'The note was saved' },
})

const ask = command({
  ...ofCase,
  form: questionForm,
  run: async ({ params: { id }, input: { question }, ...given }) => {
    const { sql, now } = given
    const concern = await openConcern(given, id, 'looking')
    if (isFailure(concern)) return concern
    const organiser = organiserOf(concern)
    if (!organiser)
      return refusal(
        'No one was asked',
        'Add the entry first. If the entry has no email address for the organiser, you can decide without asking.',
      )
    if ((await listReplies(sql, { concernId: id })).some((reply) => isWaiting(reply, now)))
      return wrong({ question: 'You have already asked the organiser, who still has time to answer' })
    if (await showsReporter(sql, concern, question)) return wrongText(concern, 'question')
    const token = newToken()
    await sql`
      insert into concern_replies (concern_id, token_hash, question, asked_at, expires_at)
      values (${id}::uuid, decode(${tokenHash(token)}::text, 'hex'), ${question}::text, ${now}::timestamptz,
        ${now}::timestamptz + make_interval(hours => ${replyDays * 24}::int))`
    return did({
      audit: await recordStep(given, { concernId: id }, 'asked', { text: question }),
      mails: [concernQuestionMail(organiser, question, href('concernReply', { token }))],
    })
  },
  done: { asked: 'The organiser was asked' },
})

const settle = command({
  ...ofCase,
  form: settleForm,
  run: async ({ params: { id }, input: { outcome, reasons, entryNote, leaveReplyOut }, ...given }) => {
    const { sql, now } = given
    const { brand } = given.services
    const concern = await openConcern(given, id, 'looking')
    if (isFailure(concern)) return concern
    const replies = await listReplies(sql, { concernId: id })
    const organiser = organiserOf(concern)
    if (outcome === 'upheld' && concern.entryId !== null) {
      if (organiser && (replies.length === 0 || replies.some((reply) => isWaiting(reply, now))))
        return refusal(
          'Nothing was decided: the organiser has the right to answer first',
          'Ask the organiser. Then wait for the answer, or until the time to answer is over.',
        )
      if (!entryNote) return wrong({ entryNote: 'Write the note for the entry’s page' })
      if (await showsReporter(sql, concern, entryNote)) return wrongText(concern, 'entryNote')
      const given = replies.findLast((reply) => reply.publicReply !== '')?.publicReply ?? ''
      const reply = leaveReplyOut ? '' : given
      if (reply && (await showsReporter(sql, concern, reply)))
        return wrong({
          leaveReplyOut: 'The organiser’s reply could show who reported. Leave it out, and say why in a note',
        })
      await sql`
        insert into register_notes (entry_id, concern_id, text, reply, noted_at)
        values (${concern.entryId}::uuid, ${id}::uuid, ${entryNote}::text, ${reply}::text, ${now}::timestamptz)`
    }
    await sql`
      update concerns set state = ${outcome}::text, outcome = ${reasons}::text, settled_at = ${now}::timestamptz
      where id = ${id}::uuid`
    const [reporter] = await findReporter(sql, { concernId: id })
    const step = { text: reasons, before: { state: 'looking' }, after: { state: outcome } }
    return did({
      audit: await recordStep(given, { concernId: id }, outcome, step),
      mails: [
        reporter?.email && concernSettledMail(concern, { state: outcome, reasons, email: reporter.email }, brand),
        organiser && replies.length > 0 && concernEndedMail(organiser, { id, state: outcome, entryNote }, brand),
      ],
    })
  },
  done: { settled: 'The case has ended' },
})

const removeNote = command({
  ...ofCase,
  form: removalForm,
  run: async ({ params: { id }, input: { removal }, ...given }) => {
    const concern = await openConcern(given, id)
    if (isFailure(concern)) return concern
    const [removed] = await given.sql<{ entryId: string }[]>`
      update register_notes set removed_at = ${given.now}::timestamptz, removed_reason = ${removal}::text
      where concern_id = ${id}::uuid and removed_at is null
      returning entry_id`
    if (!removed) return hasChanged
    const step = { text: removal, after: { entry: removed.entryId } }
    return did({ audit: await recordStep(given, { concernId: id }, 'note-removed', step) })
  },
  done: { 'note-removed': 'The note was removed from the entry’s page' },
})

/** The audit log has each look before anything is shown. */
const showReporter = command({
  ...ofCase,
  permission: 'reporters',
  run: async ({ params: { id }, sql, admin }) => {
    if (await hasConflict(sql, { concernId: id, personId: admin.id })) return conflicted
    const [reporter] = await findReporter(sql, { concernId: id })
    const audit = { subject: { kind: 'concern', id }, action: 'reporter-seen' }
    return did({ answer: reporter ?? ('none' as const), audit })
  },
  leadsTo: () => null,
})

export const adminConcern = page('adminConcern', {
  commands: {
    note: addNote,
    start,
    assign,
    entry: setEntry,
    ask,
    settle,
    'remove-note': removeNote,
    reporter: showReporter,
  },
  load: async ({ params: { id = '' }, sql, now, visitor, answers }) => {
    if (!isUuid(id)) return notFound()
    const [concern] = await sql<
      (ConcernFacts & {
        place: string
        occurred: string
        happened: string
        outcome: string | null
        entryId: string | null
      })[]
    >`
      select id, reference, about, in_danger, state, event, place, occurred, happened, outcome, received_at, promised_at,
        state = 'received' and promised_at < ${now}::timestamptz as is_overdue, assigned_to, entry_id
      from concerns where id = ${id}::uuid`
    if (!concern) return notFound()
    const { entryId, ...shown } = concern
    const [[entry = null], replies, [note = null], steps, people, mayEditRegister, maySeeReporter] = await Promise.all([
      sql<(Level & { id: string; number: string; title: string; slug: string; status: RegisterStatus })[]>`
        select id, number, title, slug, register_status(status, valid_until) as status, assurance, assured_on
        from register_entries where id = ${entryId}::uuid`,
      listReplies(sql, { concernId: id }),
      sql<{ text: string; reply: string; notedAt: string; removedAt: string | null; removedReason: string | null }[]>`
        select text, reply, noted_at, removed_at, removed_reason from register_notes where concern_id = ${id}::uuid`,
      listSteps(sql, { concernId: id }),
      listHolders(sql, 'concerns'),
      visitor.holds('register'),
      visitor.holds('reporters'),
    ])
    const reporter = answers.reporter ?? null
    return { ...shown, entry, replies, note, steps, people, mayEditRegister, maySeeReporter, reporter }
  },
})

export const adminConcerns = page('adminConcerns', {
  load: async ({ query, sql, now }) => {
    const list = concernLists.find((known) => known === query.get('list')) ?? 'open'
    const states = await sql<{ state: ConcernState; cases: number; overdue: number }[]>`
        select state, count(*)::int as cases,
          (count(*) filter (where state = 'received' and promised_at < ${now}::timestamptz))::int as overdue
        from concerns group by state`
    const total = (of: { cases: number }[]) => of.reduce((sum, { cases }) => sum + cases, 0)
    const open = total(states.filter(({ state }) => !isSettled(state)))
    const { rows: concerns, pages } = await readList({
      query,
      pageSize: 30,
      rows: ({ limit, offset }) => sql<(ConcernFacts & { reply: 'waiting' | 'answered' | 'expired' | null })[]>`
        select c.id, c.reference, c.about, c.in_danger, c.state, coalesce(e.title, c.event) as event,
          p.name as assigned_to, c.received_at, c.promised_at,
          c.state = 'received' and c.promised_at < ${now}::timestamptz as is_overdue,
          case when q.answered_at is not null then 'answered' when q.expires_at <= ${now}::timestamptz then 'expired'
            when q.id is not null then 'waiting' end as reply
        from concerns as c
        left join register_entries as e on e.id = c.entry_id
        left join people as p on p.id = c.assigned_to
        left join lateral (
          select id, answered_at, expires_at from concern_replies where concern_id = c.id order by id desc limit 1
        ) as q on true
        ${
          list === 'open'
            ? sql`where c.settled_at is null order by c.promised_at, c.id`
            : sql`where c.state = ${list}::text order by c.id desc`
        }
        limit ${limit}::int offset ${offset}::int`,
      count: async () => [{ count: list === 'open' ? open : total(states.filter(({ state }) => state === list)) }],
      hrefOf: (page) => adminHref('adminConcerns', { list: list === 'open' ? null : list, page }),
    })
    return { list, concerns, counts: { open, overdue: states.reduce((sum, { overdue }) => sum + overdue, 0) }, pages }
  },
})
