import type { SqlRunner } from '../../../../database/sql.ts'
import type { LetterKind } from '../../../../desk-paths.ts'
import type { LetterState } from '../rules.ts'

export type LetterRow = {
  id: string
  arrived_at: string
  name: string
  email: string
  organisation: string
  phone: string
  /** In a few words. */
  about: string
  /** JSON: what this kind alone has, by its name. */
  details: string
  state: LetterState
  handled_by_name: string | null
  handled_at: string | null
  position: string
}

/**
 * Newest first.
 * @param input.state state or null
 * @param input.text search text or null
 * @param input.id time and id of the last one seen or null
 */
export const listLetters = (
  sql: SqlRunner,
  input: {
    kind: LetterKind
    state: LetterState | null
    text: string | null
    position: string | null
    id: string | null
    limit: number
  },
) => sql<LetterRow[]>`
  select id, arrived_at, name, email, organisation, phone, about, details, state, handled_by_name, handled_at,
    arrived_at::text as position
  from letters
  where kind = ${input.kind}::text
    and (${input.state}::text is null or state = ${input.state}::text)
    and (${input.text}::text is null or fold(words) like containing(${input.text}::text))
    and (${input.position}::timestamptz is null or (arrived_at, id) < (${input.position}::timestamptz, ${input.id}::uuid))
  order by arrived_at desc, id desc
  limit ${input.limit}::int`

/** How many letters of each kind are new. */
export const countLetters = (sql: SqlRunner) => sql<{ kind: LetterKind; letters: number }[]>`
  select kind, count(*) as letters from letters where state = 'new' group by kind`

export const readLetter = (sql: SqlRunner, { kind, id }: { kind: LetterKind; id: string }) => sql<LetterRow[]>`
  select id, arrived_at, name, email, organisation, phone, about, details, state, handled_by_name, handled_at,
    arrived_at::text as position
  from letters
  where kind = ${kind}::text and id = ${id}::uuid`

/** A row with the state before, where there is such a letter and its state was another. */
export const setState = (
  sql: SqlRunner,
  input: { kind: LetterKind; id: string; state: LetterState; who: string; now: string },
) => sql<{ id: string; before: LetterState }[]>`
  with before as (
    select state from letters where kind = ${input.kind}::text and id = ${input.id}::uuid
  ),
  enquiry as (
    update contact_enquiries set state = ${input.state}::text, handled_by_name = ${input.who}::text,
      handled_at = ${input.now}::timestamptz
    where ${input.kind}::text = 'enquiries' and id = ${input.id}::uuid and state <> ${input.state}::text
    returning id
  ),
  lead as (
    update quick_apply_leads set state = ${input.state}::text, handled_by_name = ${input.who}::text,
      handled_at = ${input.now}::timestamptz
    where ${input.kind}::text = 'leads' and id = ${input.id}::uuid and state <> ${input.state}::text
    returning id
  ),
  sign_up as (
    update webinar_sign_ups set state = ${input.state}::text, handled_by_name = ${input.who}::text,
      handled_at = ${input.now}::timestamptz
    where ${input.kind}::text = 'sign-ups' and id = ${input.id}::uuid and state <> ${input.state}::text
    returning id
  ),
  reservation as (
    update boxing_reservations set state = ${input.state}::text, handled_by_name = ${input.who}::text,
      handled_at = ${input.now}::timestamptz
    where ${input.kind}::text = 'reservations' and id = ${input.id}::uuid and state <> ${input.state}::text
    returning id
  )
  select changed.id, before.state as before
  from (
    select id from enquiry union all select id from lead union all select id from sign_up union all select id from reservation
  ) as changed, before`
