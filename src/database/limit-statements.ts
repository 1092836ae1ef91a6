import { followStatements } from './follow-statements.ts'
import type { Sql } from './sql.ts'

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
