import type { SqlRunner } from '#database/sql.ts'
import type { ConcernState, ConcernSubject } from '../rules.ts'

/** No row when the reference is taken. */
export const addConcern = (
  sql: SqlRunner,
  input: {
    reference: string
    about: ConcernSubject
    inDanger: boolean
    entryId: string | null
    event: string
    place: string
    occurred: string
    happened: string
    now: string
    promisedAt: string
    tokenHash: string
  },
) => sql<{ id: string }[]>`
  insert into concerns (reference, about, in_danger, entry_id, event, place, occurred, happened, received_at, promised_at,
    token_hash)
  values (${input.reference}::text, ${input.about}::text, ${input.inDanger}::boolean, ${input.entryId}::uuid,
    ${input.event}::text, ${input.place}::text, ${input.occurred}::text, ${input.happened}::text, ${input.now}::timestamptz,
    ${input.promisedAt}::timestamptz, decode(${input.tokenHash}::text, 'hex'))
  on conflict (reference) do nothing
  returning id`

/** Who reported it, where they have said. */
export const addReporter = (
  sql: SqlRunner,
  { concernId, name, email }: { concernId: string; name: string; email: string },
) => sql<Record<string, never>[]>`
  insert into concern_reporters (concern_id, name, email) values (${concernId}::uuid, ${name}::text, ${email}::text)`

export type StatusRow = {
  id: string
  reference: string
  about: ConcernSubject
  in_danger: boolean
  state: ConcernState
  received_at: string
  promised_at: string
  settled_at: string | null
  outcome: string | null
  entry_title: string | null
  entry_slug: string | null
  messages: string[]
  has_email: boolean
}

/** What the status page behind a link tells: nothing that was typed, and nobody's name. `messages` are the times of what was added. */
export const findByToken = (sql: SqlRunner, { tokenHash }: { tokenHash: string }) => sql<StatusRow[]>`
  select c.id, c.reference, c.about, c.in_danger, c.state, c.received_at, c.promised_at, c.settled_at, c.outcome,
    e.title as entry_title, e.slug as entry_slug,
    array(select to_char(s.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from case_steps as s
      where s.concern_id = c.id and s.kind = 'message' order by s.id) as messages,
    exists (select from concern_reporters as r where r.concern_id = c.id and r.email <> '') as has_email
  from concerns as c left join register_entries as e on e.id = c.entry_id
  where c.token_hash = decode(${tokenHash}::text, 'hex')`

/** Locks the case of a link. */
export const lockByToken = (sql: SqlRunner, { tokenHash }: { tokenHash: string }) => sql<
  { id: string; reference: string; state: ConcernState }[]
>`
  select id, reference, state from concerns where token_hash = decode(${tokenHash}::text, 'hex') for update`

export type ReplyRow = {
  id: string
  concern_id: string
  reference: string
  state: ConcernState
  entry_title: string
  entry_number: string
  question: string
  expires_at: string
  answered_at: string | null
}

/** Your question to the organiser by a link: the team's own words, and nothing of the report. */
export const findReply = (sql: SqlRunner, { tokenHash }: { tokenHash: string }) => sql<ReplyRow[]>`
  select q.id, q.concern_id, c.reference, c.state, e.title as entry_title, e.number as entry_number, q.question, q.expires_at,
    q.answered_at
  from concern_replies as q
  join concerns as c on c.id = q.concern_id
  join register_entries as e on e.id = c.entry_id
  where q.token_hash = decode(${tokenHash}::text, 'hex')`

/** One statement: of two at once the second waits for the row, finds it answered, and gets none. */
export const answerReply = (
  sql: SqlRunner,
  input: { id: string; answer: string; publicReply: string; now: string },
) => sql<{ id: string }[]>`
  update concern_replies as q set answered_at = ${input.now}::timestamptz, answer = ${input.answer}::text,
    public_reply = ${input.publicReply}::text
  where q.id = ${input.id}::uuid and q.answered_at is null and q.expires_at > ${input.now}::timestamptz
    and exists (select from concerns as c where c.id = q.concern_id and c.settled_at is null)
  returning q.id`
