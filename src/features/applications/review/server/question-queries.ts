import type { SqlRunner } from '#database/sql.ts'

export type QuestionRow = {
  application_id: string
  reference: string
  status: string
  title: string
  question: string
  asker_name: string | null
  asker_email: string | null
  answered_at: string | null
  expires_at: string
}

export const addQuestion = (
  sql: SqlRunner,
  input: { tokenHash: string; applicationId: string; remarkId: number; now: string; expiresAt: string },
) => sql<Record<string, never>[]>`
  insert into application_questions (token_hash, application_id, remark_id, created_at, expires_at)
  values (decode(${input.tokenHash}::text, 'hex'), ${input.applicationId}::uuid, ${input.remarkId}::bigint,
    ${input.now}::timestamptz, ${input.expiresAt}::timestamptz)`

/** The question in whatever state, and the application that it is about. Whoever asked and reviews no longer is told nothing more. */
export const findQuestion = (sql: SqlRunner, { tokenHash, roles }: { tokenHash: string; roles: string[] }) => sql<
  QuestionRow[]
>`
  select q.application_id, a.reference, a.status, a.event_draft ->> 'title' as title, r.text as question,
    p.name as asker_name, p.email as asker_email, q.answered_at, q.expires_at
  from application_questions q
  join applications a on a.id = q.application_id
  join application_remarks r on r.id = q.remark_id
  left join people p on p.id = r.author_id and p.deactivated_at is null and p.roles && ${roles}::text[]
  where q.token_hash = decode(${tokenHash}::text, 'hex')`

/** One statement: of two at once the second waits for the row, finds it answered, and gets none. */
export const spendQuestion = (sql: SqlRunner, { tokenHash, now }: { tokenHash: string; now: string }) => sql<
  { application_id: string }[]
>`
  update application_questions set answered_at = ${now}::timestamptz
  where token_hash = decode(${tokenHash}::text, 'hex') and answered_at is null and expires_at > ${now}::timestamptz
  returning application_id`
