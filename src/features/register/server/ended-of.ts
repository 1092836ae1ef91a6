import type { SqlRunner } from '#database/sql.ts'
import { evidenceCause } from '#domain/register-answer.ts'

/** Of the entry `e`, as part of a statement; null for other statuses, and when nobody recorded it. */
export const endedOf = (sql: SqlRunner) => sql`
  (select json_build_object('at', happened_at, 'isForDocuments', cause = ${evidenceCause}::text) from register_history as h
   where h.entry_id = e.id and h.to_status = register_status(e.status, e.valid_until) and h.change in ('lapsed', 'suspended', 'revoked', 'refused')
   order by h.id desc limit 1)`
