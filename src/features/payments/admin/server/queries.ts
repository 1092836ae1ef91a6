import type { SqlRunner } from '#database/sql.ts'

export type ChangeRow = { id: number; happened_at: string; actor_name: string; action: string }

/** What people of the admin area have done about it, oldest first. */
export const listChanges = (
  sql: SqlRunner,
  { subjectKind, subjectId }: { subjectKind: string; subjectId: string },
) => sql<ChangeRow[]>`
  select id, happened_at, actor_name, action from audit_log
  where subject_kind = ${subjectKind}::text and subject_id = ${subjectId}::text
  order by id
  limit 200`
