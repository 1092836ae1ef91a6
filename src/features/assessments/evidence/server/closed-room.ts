import type { SqlRunner } from '#database/sql.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { closedBecause, closedWords } from '../rules.ts'
import { findRoom, type RoomRow } from './room-queries.ts'

/** Why nothing can be added to the evidence of an application at present; null where it can. */
export async function closedRoom(sql: SqlRunner, applicationId: string): Promise<Failure | null> {
  const [room] = await findRoom(sql, { applicationId })
  const closed = room && closedBecause(factsOf(room))
  if (!closed) return null
  const { title, text } = closedWords[closed]
  return failure('conflict', `${title}. ${text}`)
}

/** What decides that. */
export function factsOf({
  status,
  is_withdrawn,
  register_status,
  assessment_status,
  outcome,
  has_open_appeal,
  is_address_confirmed,
}: RoomRow) {
  return {
    status,
    isWithdrawn: is_withdrawn,
    registerStatus: register_status,
    assessmentStatus: assessment_status,
    outcome,
    hasOpenAppeal: has_open_appeal,
    isAddressConfirmed: is_address_confirmed,
  }
}
