import type { SqlRunner } from '#database/sql.ts'

export type RemarkKind = 'note' | 'assigned' | 'asked' | 'answered' | 'changed'

export type RemarkRow = { id: number; kind: RemarkKind; author_name: string; text: string; written_at: string }

/** Notes, assignments, questions and answers, oldest first. */
export const listRemarks = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<RemarkRow[]>`
  select id, kind, author_name, text, written_at
  from application_remarks
  where application_id = ${applicationId}::uuid
  order by id`

export const addRemark = (
  sql: SqlRunner,
  input: {
    applicationId: string
    kind: RemarkKind
    authorId: string | null
    authorName: string
    text: string
    now: string
  },
) => sql<{ id: number }[]>`
  insert into application_remarks (application_id, kind, author_id, author_name, text, written_at)
  values (${input.applicationId}::uuid, ${input.kind}::text, ${input.authorId}::text, ${input.authorName}::text,
    ${input.text}::text, ${input.now}::timestamptz)
  returning id`
