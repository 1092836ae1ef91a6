import type { SqlRunner } from '#database/sql.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import type { ConcernOutcome, ConcernState, ConcernSubject } from '../rules.ts'

export type ListedRow = {
  id: string
  reference: string
  about: ConcernSubject
  in_danger: boolean
  state: ConcernState
  event: string
  entry_title: string | null
  assigned_name: string | null
  received_at: string
  promised_at: string
  reply_asked: boolean
  reply_answered: boolean
  reply_expires_at: string | null
}

/** The open cases, most urgent first; or those of one state, the newest first. @param input.offset rows before. */
export const listConcerns = (
  sql: SqlRunner,
  { state, limit, offset }: { state: ConcernState | null; limit: number; offset: number },
) => sql<ListedRow[]>`
  select c.id, c.reference, c.about, c.in_danger, c.state, c.event, e.title as entry_title, p.name as assigned_name,
    c.received_at, c.promised_at, q.id is not null as reply_asked, q.answered_at is not null as reply_answered,
    q.expires_at as reply_expires_at
  from concerns as c
  left join register_entries as e on e.id = c.entry_id
  left join people as p on p.id = c.assigned_to
  left join lateral (
    select id, answered_at, expires_at from concern_replies where concern_id = c.id order by id desc limit 1
  ) as q on true
  ${
    state === null
      ? sql`where c.settled_at is null order by c.promised_at, c.id`
      : sql`where c.state = ${state}::text order by c.id desc`
  }
  limit ${limit}::int offset ${offset}::int`

/** How many cases are in each state, and how many of them nobody has taken up in the promised time. */
export const countConcerns = (sql: SqlRunner, { now }: { now: string }) => sql<
  { state: ConcernState; cases: number; late: number }[]
>`
  select state, count(*)::int as cases,
    (count(*) filter (where state = 'received' and promised_at < ${now}::timestamptz))::int as late
  from concerns group by state`

export type ConcernRow = {
  id: string
  reference: string
  about: ConcernSubject
  in_danger: boolean
  state: ConcernState
  event: string
  place: string
  occurred: string
  happened: string
  outcome: string | null
  received_at: string
  promised_at: string
  assigned_to: string | null
  entry_id: string | null
  entry_number: string | null
  entry_title: string | null
  entry_slug: string | null
  entry_status: RegisterStatus | null
  /** Of the entry; null for an entry that the admin area has entered without one. */
  organiser_email: string | null
  organiser_name: string | null
}

const columns = (sql: SqlRunner) => sql`
  c.id, c.reference, c.about, c.in_danger, c.state, c.event, c.place, c.occurred, c.happened, c.outcome, c.received_at,
  c.promised_at, c.assigned_to, c.entry_id, e.number as entry_number, e.title as entry_title, e.slug as entry_slug,
  register_status(e.status, e.valid_until) as entry_status, o.email as organiser_email, o.contact_name as organiser_name
  from concerns as c
  left join register_entries as e on e.id = c.entry_id
  left join applications as a on a.id = e.application_id
  left join organisations as o on o.id = coalesce(e.organisation_id, a.organisation_id)`

export const findConcern = (sql: SqlRunner, { id }: { id: string }) => sql<ConcernRow[]>`
  select ${columns(sql)} where c.id = ${id}::uuid`

/** The same, locked until the transaction ends. */
export const lockConcern = (sql: SqlRunner, { id }: { id: string }) => sql<ConcernRow[]>`
  select ${columns(sql)} where c.id = ${id}::uuid for update of c`

type DeskReplyRow = {
  id: string
  question: string
  asked_at: string
  expires_at: string
  answered_at: string | null
  answer: string
  public_reply: string
}

/** What the organiser was asked and has answered, oldest first. */
export const listReplies = (sql: SqlRunner, { concernId }: { concernId: string }) => sql<DeskReplyRow[]>`
  select id, question, asked_at, expires_at, answered_at, answer, public_reply
  from concern_replies where concern_id = ${concernId}::uuid order by id`

export const addReply = (
  sql: SqlRunner,
  input: { concernId: string; tokenHash: string; question: string; now: string; expiresAt: string },
) => sql<Record<string, never>[]>`
  insert into concern_replies (concern_id, token_hash, question, asked_at, expires_at)
  values (${input.concernId}::uuid, decode(${input.tokenHash}::text, 'hex'), ${input.question}::text,
    ${input.now}::timestamptz, ${input.expiresAt}::timestamptz)`

/** Who reported it. Whoever shows this to a person writes it into the audit log. */
export const findReporter = (sql: SqlRunner, { concernId }: { concernId: string }) => sql<
  { name: string; email: string }[]
>`
  select name, email from concern_reporters where concern_id = ${concernId}::uuid`

export const takeUpConcern = (
  sql: SqlRunner,
  { id, personId, now }: { id: string; personId: string; now: string },
) => sql<Record<string, never>[]>`
  update concerns set state = 'looking', taken_up_at = ${now}::timestamptz,
    assigned_to = coalesce(assigned_to, ${personId}::text)
  where id = ${id}::uuid`

export const assignConcern = (sql: SqlRunner, { id, personId }: { id: string; personId: string | null }) => sql<
  Record<string, never>[]
>`
  update concerns set assigned_to = ${personId}::text where id = ${id}::uuid`

export const nameEntry = (sql: SqlRunner, { id, entryId }: { id: string; entryId: string | null }) => sql<
  Record<string, never>[]
>`
  update concerns set entry_id = ${entryId}::uuid where id = ${id}::uuid`

export const settleConcern = (
  sql: SqlRunner,
  { id, state, reasons, now }: { id: string; state: ConcernOutcome; reasons: string; now: string },
) => sql<Record<string, never>[]>`
  update concerns set state = ${state}::text, outcome = ${reasons}::text, settled_at = ${now}::timestamptz
  where id = ${id}::uuid`

type NoteRow = {
  id: string
  text: string
  reply: string
  noted_at: string
  removed_at: string | null
  removed_reason: string | null
}

/** What stands on the entry's page because of a case. */
export const findNote = (sql: SqlRunner, { concernId }: { concernId: string }) => sql<NoteRow[]>`
  select id, text, reply, noted_at, removed_at, removed_reason from register_notes where concern_id = ${concernId}::uuid`

export const addNote = (
  sql: SqlRunner,
  input: { entryId: string; concernId: string; text: string; reply: string; now: string },
) => sql<Record<string, never>[]>`
  insert into register_notes (entry_id, concern_id, text, reply, noted_at)
  values (${input.entryId}::uuid, ${input.concernId}::uuid, ${input.text}::text, ${input.reply}::text,
    ${input.now}::timestamptz)`

/** No row when it was removed before, or there is none. */
export const removeNote = (
  sql: SqlRunner,
  { concernId, reason, now }: { concernId: string; reason: string; now: string },
) => sql<{ id: string; entry_id: string }[]>`
  update register_notes set removed_at = ${now}::timestamptz, removed_reason = ${reason}::text
  where concern_id = ${concernId}::uuid and removed_at is null
  returning id, entry_id`
