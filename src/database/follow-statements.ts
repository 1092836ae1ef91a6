import type { PendingQuery, Row } from 'postgres'
import type { SqlRunner } from './sql.ts'

/** Called when a statement is sent. What it returns is called at the end with a problem or null, and returns the problem that the caller gets. */
export type Follow = (statement: PendingQuery<Row[]>, text: TemplateStringsArray) => (problem: unknown) => unknown

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
