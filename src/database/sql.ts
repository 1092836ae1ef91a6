import postgres from 'postgres'

export type Sql = postgres.Sql
export type SqlRunner = postgres.ISql
export type Transaction = postgres.TransactionSql

export type Fragment = postgres.Fragment

/** The driver keeps each prepared statement on every connection, without a limit. */
export function unprepared<Statement extends Fragment>(statement: Statement): Statement {
  ;(statement as Statement & { options: { prepare?: boolean } }).options.prepare = false
  return statement
}

/** Null stays SQL's null. The driver's type refuses objects with named fields. */
export function asJson(value: unknown): never {
  return value as never
}

const dateOid = 1082
const timeOid = 1083
const timestamptzOid = 1184
const int8Oid = 20
const numericOid = 1700

const same = (value: string) => value

/** Rows have `Day`, `ClockTime` and `Instant` as texts, bigint and numeric as numbers. `keep` never renews a connection, for session locks. */
export function openSql(
  url: string,
  options: { connections?: number; onClose?: () => void; keep?: boolean } = {},
): Sql {
  return postgres(url, {
    max: options.connections ?? 10,
    idle_timeout: 0,
    connect_timeout: 5,
    max_lifetime: options.keep ? null : 60 * 60,
    // Seconds between attempts while the database is away.
    backoff: (attempts) => Math.min(attempts * 0.1, 1),
    onnotice: () => {},
    ...(options.onClose ? { onclose: options.onClose } : {}),
    connection: { TimeZone: 'UTC', application_name: 'accreditation' },
    types: {
      date: { to: dateOid, from: [dateOid], serialize: same, parse: same },
      time: { to: timeOid, from: [timeOid], serialize: same, parse: (value: string) => value.slice(0, 5) },
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
