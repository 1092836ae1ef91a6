import type { SqlRunner } from './sql.ts'

export type RateLimit = {
  /** What is limited, for example `contact`. */
  name: string
  /** How many calls one visitor may make in the window. */
  points: number
  /** Length of the window in seconds. */
  seconds: number
}

/** @param input.seconds length of the window in seconds */
const takePoint = (sql: SqlRunner, { key, seconds }: { key: string; seconds: number }) => sql<
  { count: number; retry_after: number }[]
>`
  insert into rate_limits as r (key, count, ends_at)
  values (${key}::text, 1, now() + make_interval(secs => ${seconds}::int))
  on conflict (key) do update set
    count = case when r.ends_at <= now() then 1 else r.count + 1 end,
    ends_at = case when r.ends_at <= now() then excluded.ends_at else r.ends_at end
  returning r.count, extract(epoch from r.ends_at - now())::float8 as retry_after`

/**
 * Takes one point of a visitor's allowance; the counters live in PostgreSQL, so they hold across replicas and restarts.
 * Windows are fixed and start with the first call.
 *
 * @param subject who is limited: an address or an account, already hashed where it is personal.
 * @returns seconds to wait when the allowance is used up, otherwise null.
 */
export async function takeRateLimit(sql: SqlRunner, limit: RateLimit, subject: string): Promise<number | null> {
  const [row] = await takePoint(sql, { key: `${limit.name}:${subject}`, seconds: limit.seconds })
  if (!row || row.count <= limit.points) return null
  return Math.max(1, Math.ceil(row.retry_after))
}
