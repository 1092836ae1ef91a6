import type { PendingQuery, Row } from 'postgres'
import type { SqlRunner } from './sql.ts'

/**
 * What is done with a statement that is being sent; what is only a part of another never is.
 *
 * @param statement for cancelling it.
 * @param text its text without values.
 * @returns what is done when it has ended, with a problem or with rows (null); it returns the problem that the caller is to get instead.
 */
export type Follow = (statement: PendingQuery<Row[]>, text: TemplateStringsArray) => (problem: unknown) => unknown

/** The driver's own: that a statement is sent by the first `then`, and how it is told its end. */
type Statement = PendingQuery<Row[]> & {
  executed: boolean
  handle: () => Promise<void>
  resolve: (rows: unknown) => void
  reject: (problem: unknown) => void
}

/** The same pool or transaction, each of whose tagged statements is followed from when it is sent to its end. */
export function followStatements<Runner extends SqlRunner>(sql: Runner, follow: Follow): Runner {
  return new Proxy(sql, {
    apply(target, self, args) {
      const made: unknown = Reflect.apply(target as never, self, args)
      const text: unknown = args[0]
      if (!isTemplate(text)) return made
      const statement = made as Statement
      // Most of what is made is a part of a statement: until one is sent, nothing is done for it but this.
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
