import type { SqlRunner } from '#database/sql.ts'
import { nameSubject, readSubject } from '#features/watching/server/subject.ts'
import { readLeaf } from '#wire/leaf.ts'
import { eventId, eventType } from '../rules.ts'
import type { Delivery, Endpoint } from '../state.ts'
import type { DeliveryRow, EndpointRow } from './endpoint-queries.ts'

/** An endpoint as its pages show it. */
export async function endpointOf(
  sql: SqlRunner,
  { id, address, subject, state, disabled_by, failing_since, delivered_at, waiting }: EndpointRow,
): Promise<Endpoint> {
  const followed = readSubject(new URLSearchParams(subject))
  const follows = followed && (await nameSubject(sql, followed))
  return {
    id,
    address,
    follows,
    state,
    disabledBy: disabled_by,
    failingSince: failing_since,
    deliveredAt: delivered_at,
    waiting,
  }
}

/** A delivery as its log shows it. */
export function deliveryOf(endpointId: string, row: DeliveryRow): Delivery {
  const leaf = row.leaf && readLeaf(row.leaf)
  return {
    id: row.id,
    eventId: eventId(endpointId, row),
    position: row.position,
    type: eventType(row.position === null ? null : (leaf?.change ?? 'changed')),
    number: leaf?.number ?? null,
    createdAt: row.created_at,
    state: row.state,
    attempts: row.attempts,
    attemptedAt: row.attempted_at,
    httpStatus: row.http_status,
    outcome: row.outcome,
    milliseconds: row.milliseconds,
    nextAt: row.next_at,
  }
}
