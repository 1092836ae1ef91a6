import type { CamelSql } from '#database/camel.ts'
import type { Admin } from '#domain/permissions.ts'

// Parts of statements on `incoming_mails as m`, for one reader.

/** In the case, and nobody has written since or said that it needs no answer. */
export const toAnswer = (sql: CamelSql, { id }: Pick<Admin, 'id'>) => sql`
  m.application_id is not null and m.settled_by_name is null and m.state = 'filed' and not m.is_automatic
  and not exists (
    select from mails s where s.application_id = m.application_id and s.author_name is not null and s.created_at > m.received_at
  ) and not exists (
    select from conflicts_of_interest x where x.application_id = m.application_id and x.person_id = ${id}::text
  )`

/** Those of which no case is known, and none is suggested that the reader has a conflict of interest in. @param isPutAway nobody has to add them to one. */
export const withoutCase = (sql: CamelSql, { id }: Pick<Admin, 'id'>, isPutAway = false) => sql`
  m.application_id is null and (m.settled_by_name is not null) = ${isPutAway}::boolean and not exists (
    select from conflicts_of_interest x where x.application_id = m.suggested_id and x.person_id = ${id}::text
  )`
