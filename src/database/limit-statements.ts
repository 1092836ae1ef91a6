import { followStatements } from './follow-statements.ts'
import type { Sql } from './sql.ts'

/** A statement of a page or a read call that took too long and was cancelled: the database is there, and busy. */
export class StatementTooSlow extends Error {
  constructor() {
    super('A statement took too long and was cancelled.')
    this.name = 'StatementTooSlow'
  }
}

/**
 * The same pool, whose statements are cancelled after so many milliseconds, the wait for a connection counted in, and throw
 * `StatementTooSlow`. Transactions are not limited: what they write is worth waiting for.
 *
 * PostgreSQL's own `statement_timeout` would have to be set for each connection, which jobs share, or in a transaction around each
 * read, which costs two more ways to the server; as a startup parameter PgBouncer refuses it.
 */
export function limitStatements(sql: Sql, milliseconds: number): Sql {
  return followStatements(sql, (statement) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      statement.cancel()
    }, milliseconds)
    return (problem) => {
      clearTimeout(timer)
      return isLate ? new StatementTooSlow() : problem
    }
  })
}
