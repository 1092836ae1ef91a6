import type { CamelSql } from '#database/camel.ts'
import { failure } from '#wire/failure.ts'

/** Whether somebody has declared a conflict of interest in the application of an entry. */
export async function hasConflict(sql: CamelSql, { entryId, personId }: { entryId: string; personId: string }) {
  const declared = await sql<{ personId: string }[]>`
    select c.person_id
    from register_entries as e join conflicts_of_interest as c on c.application_id = e.application_id
    where e.id = ${entryId}::uuid and c.person_id = ${personId}::text`
  return declared.length > 0
}

export const conflicted = failure('forbidden', 'You declared a conflict of interest here. Someone else does this.')
