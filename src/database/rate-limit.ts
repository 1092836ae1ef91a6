import { query } from './query.ts'
import type { SqlRunner } from './sql.ts'

export type RateLimit = {
  /** What is limited, for example `contact`. */
  name: string
  /** How many calls one visitor may make in the window. */
  points: number
  /** Length of the window in seconds. */
  seconds: number
}

const takePoint = query<[key: string, seconds: number], { count: number; retry_after: number }>(
  'rate-limits/take-point',
)

/**
 * Takes one point of a visitor's allowance; the counters live in PostgreSQL, so they hold across replicas and restarts.
 * Windows are fixed and start with the first call.
 *
 * @param subject who is limited: an address or an account, already hashed where it is personal.
 * @returns seconds to wait when the allowance is used up, otherwise null.
 */
export async function takeRateLimit(sql: SqlRunner, limit: RateLimit, subject: string): Promise<number | null> {
  const [row] = await takePoint(sql, `${limit.name}:${subject}`, limit.seconds)
  if (!row || row.count <= limit.points) return null
  return Math.max(1, Math.ceil(row.retry_after))
}
