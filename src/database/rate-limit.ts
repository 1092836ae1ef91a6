import type { SqlRunner } from './sql.ts'

export type RateLimit = {
  name: string
  points: number
  seconds: number
}

/** One point of a fixed window that starts with the first call. @param subject hashed where it is personal. @returns seconds to wait, or null. */
export async function takeRateLimit(sql: SqlRunner, limit: RateLimit, subject: string): Promise<number | null> {
  const { isUsedUp, seconds } = await takePoints(sql, limit, subject, 1)
  return isUsedUp ? seconds : null
}

export async function takePoints(sql: SqlRunner, limit: RateLimit, subject: string, points: number) {
  const [row] = await sql<{ count: number; retry_after: number }[]>`
    insert into rate_limits as r (key, count, ends_at)
    values (${`${limit.name}:${subject}`}::text, ${points}::int, now() + make_interval(secs => ${limit.seconds}::int))
    on conflict (key) do update set
      count = case when r.ends_at <= now() then 0 else r.count end + excluded.count,
      ends_at = case when r.ends_at <= now() then excluded.ends_at else r.ends_at end
    returning r.count, extract(epoch from r.ends_at - now())::float8 as retry_after`
  const count = row?.count ?? 0
  return {
    isUsedUp: count > limit.points,
    left: Math.max(0, limit.points - count),
    seconds: Math.max(1, Math.ceil(row?.retry_after ?? 0)),
  }
}
