import { followStatements } from './follow-statements.ts'
import type { Sql } from './sql.ts'

export class StatementTooSlow extends Error {
  constructor() {
    super('A statement took too long and was cancelled.')
    this.name = 'StatementTooSlow'
  }
}

/**
 * Cancels the pool's statements after so many milliseconds, the wait for a connection included; they throw `StatementTooSlow`. Transactions are not
 * limited.
 * (A `statement_timeout` for each connection would hold for jobs too; in a transaction around each read it costs two round trips.)
 */
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
