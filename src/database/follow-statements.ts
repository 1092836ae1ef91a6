import type { PendingQuery, Row } from 'postgres'
import type { SqlRunner } from './sql.ts'

/** What is done with one statement. */
export type Follower = {
  /** It is being sent. What is only a part of another statement never is. */
  sent: () => void
  /** It has ended: with a problem, or with rows. @returns the problem that its caller is to get instead. */
  ended: (problem: unknown) => unknown
}

/** The driver's own: that a statement is sent by the first `then`, and how it is told its end. */
type Statement = PendingQuery<Row[]> & {
  executed: boolean
  handle: () => Promise<void>
  resolve: (rows: unknown) => void
  reject: (problem: unknown) => void
}

/**
 * The same pool or transaction, each of whose tagged statements is followed from when it is sent to its end.
 *
 * @param follow is given the statement, for cancelling it, and its text without values.
 */
export function followStatements<Runner extends SqlRunner>(
  sql: Runner,
  follow: (statement: PendingQuery<Row[]>, text: string) => Follower,
): Runner {
  return new Proxy(sql, {
    apply(target, self, args) {
      const made: unknown = Reflect.apply(target as never, self, args)
      if (!isTemplate(args[0])) return made
      const statement = made as Statement
      const { handle, resolve, reject } = statement
      const follower = follow(statement, args[0].join('?'))
      statement.handle = () => {
        if (!statement.executed) follower.sent()
        return handle.call(statement)
      }
      statement.resolve = (rows) => {
        follower.ended(null)
        resolve(rows)
      }
      statement.reject = (problem) => reject(follower.ended(problem))
      return statement
    },
  })
}

function isTemplate(value: unknown): value is TemplateStringsArray {
  return Array.isArray(value) && 'raw' in value
}
