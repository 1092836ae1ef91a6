import type { PendingQuery, Row, TransactionSql } from 'postgres'
import { inSpan } from '#process/trace.ts'
import type { Sql, SqlRunner } from './sql.ts'

/** Called when a statement is sent. What it returns is called at the end with a problem or null, and returns the problem that the caller gets. */
type Follow = (statement: PendingQuery<Row[]>, text: TemplateStringsArray) => (problem: unknown) => unknown

type Statement = PendingQuery<Row[]> & {
  executed: boolean
  handle: () => Promise<void>
  resolve: (rows: unknown) => void
  reject: (problem: unknown) => void
}

export function followStatements<Runner extends SqlRunner>(sql: Runner, follow: Follow): Runner {
  return new Proxy(sql, {
    apply(target, self, args) {
      const made: unknown = Reflect.apply(target as never, self, args)
      const text: unknown = args[0]
      if (!isTemplate(text)) return made
      const statement = made as Statement
      // Most fragments are never sent: nothing else is done for them.
      const { handle } = statement
      statement.handle = () => {
        if (!statement.executed) followOne(statement, text)
        return handle.call(statement)
      }
      return statement
    },
  })

  function followOne(statement: Statement, text: TemplateStringsArray): void {
    const { resolve, reject } = statement
    const end = follow(statement, text)
    statement.resolve = (rows) => {
      end(null)
      resolve(rows)
    }
    statement.reject = (problem) => reject(end(problem))
  }
}

function isTemplate(value: unknown): value is TemplateStringsArray {
  return Array.isArray(value) && 'raw' in value
}

export class StatementTooSlow extends Error {
  constructor() {
    super('A statement took too long and was cancelled.')
    this.name = 'StatementTooSlow'
  }
}

/** Transactions are not limited. A `statement_timeout` of each connection would limit jobs too, and one around each read costs two round trips. */
export function limitStatements(sql: Sql, milliseconds: number): Sql {
  return followStatements(sql, (statement) => {
    let isCancelled = false
    const timer = setTimeout(() => {
      isCancelled = true
      statement.cancel()
    }, milliseconds)
    return (problem) => {
      clearTimeout(timer)
      return isCancelled ? new StatementTooSlow() : problem
    }
  })
}

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
