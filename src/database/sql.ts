import postgres from 'postgres'

/** A pool of connections to PostgreSQL (porsager `postgres`). */
export type Sql = postgres.Sql
/** A pool or an open transaction: what a query runs on. */
export type SqlRunner = postgres.ISql
/** An open transaction. */
export type Transaction = postgres.TransactionSql

/** Part of a statement. */
export type Fragment = postgres.Fragment

/** The same statement, planned for this once: the driver keeps each statement that it prepares, on every connection and without a limit. */
export function unprepared<Statement extends Fragment>(statement: Statement): Statement {
  ;(statement as Statement & { options: { prepare?: boolean } }).options.prepare = false
  return statement
}

/** A value that PostgreSQL is to take as JSON; null stays SQL's null. The driver's type leaves out objects with named fields. */
export function asJson(value: unknown): never {
  return value as never
}

const dateOid = 1082
const timeOid = 1083
const timestamptzOid = 1184
const int8Oid = 20
const numericOid = 1700

/**
 * Opens a pool of `connections` (10) connections. Dates arrive as `YYYY-MM-DD`, times as `HH:MM`, timestamptz as ISO 8601 in UTC, bigint and numeric as numbers.
 * `onClose` is told of each connection that ends; `keep` leaves it open for as long as it lasts, for a lock that is its own. What else a session begins with is set in the server (role-settings.ts).
 */
export function openSql(
  url: string,
  options: { connections?: number; onClose?: () => void; keep?: boolean } = {},
): Sql {
  return postgres(url, {
    max: options.connections ?? 10,
    idle_timeout: 0,
    connect_timeout: 5,
    max_lifetime: options.keep ? null : 60 * 60,
    // Seconds between attempts while the database is unavailable: soon back when it is, and no storm of attempts before.
    backoff: (attempts) => Math.min(attempts * 0.1, 1),
    onnotice: () => {},
    ...(options.onClose ? { onclose: options.onClose } : {}),
    connection: { TimeZone: 'UTC', application_name: 'accreditation' },
    types: {
      date: { to: dateOid, from: [dateOid], serialize: (value: string) => value, parse: (value: string) => value },
      time: {
        to: timeOid,
        from: [timeOid],
        serialize: (value: string) => value,
        parse: (value: string) => value.slice(0, 5),
      },
      timestamp: {
        to: timestamptzOid,
        from: [timestamptzOid],
        serialize: (value: string | Date) => (value instanceof Date ? value.toISOString() : value),
        parse: (value: string) => new Date(value).toISOString(),
      },
      number: { to: int8Oid, from: [int8Oid, numericOid], serialize: (value: number) => String(value), parse: Number },
    },
  }) as Sql
}
