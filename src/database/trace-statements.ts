import type { TransactionSql } from 'postgres'
import { inSpan } from '#process/trace.ts'
import { followStatements } from './follow-statements.ts'
import type { Sql } from './sql.ts'

/** Spans are named by action and table, never by values. */
export function traceStatements(sql: Sql): Sql {
  const begin = ((...given: unknown[]) => {
    const work = given.pop() as (tx: TransactionSql) => unknown
    return Reflect.apply(sql.begin, sql, [...given, (tx: TransactionSql) => work(traced(tx))])
  }) as Sql['begin']
  return new Proxy(traced(sql), {
    get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)),
  })
}

function traced<Runner extends Sql | TransactionSql>(sql: Runner): Runner {
  return followStatements(sql, (_, text) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const summary = summaryOf(text.join('?'))
    inSpan(`sql ${summary}`, { 'db.system.name': 'postgresql', 'db.query.summary': summary }, () => promise).catch(
      () => {},
    )
    return (problem) => {
      problem ? reject(problem) : resolve()
      return problem
    }
  })
}

/** https://opentelemetry.io/docs/specs/semconv/database/database-spans/: `select register_entries`, of the outermost statement. */
function summaryOf(text: string): string {
  let outer = text
  for (let inner = ''; inner !== outer; ) [inner, outer] = [outer, outer.replace(/\([^()]*\)/g, ' ')]
  const verb = /\b(select|insert|update|delete|lock)\b/.exec(outer)?.[1] ?? 'other'
  const table = /\b(?:from|into|update|table)\s+([a-z_.]+)/.exec(outer)?.[1]
  return table ? `${verb} ${table}` : verb
}
