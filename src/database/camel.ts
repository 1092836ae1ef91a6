import type postgres from 'postgres'
import type { Fragment, SqlRunner } from './sql.ts'

/** A statement: awaited it answers plain rows, and it can be a part of another one. */
export interface CamelQuery<Rows> extends Promise<Rows> {
  /** What PostgreSQL says of it, without running it. */
  describe: Fragment['describe']
}

/** A pool or a transaction whose rows are named as code is: `percentOff` for the column `percent_off`. */
export type CamelSql = {
  <Rows extends readonly object[] = Record<string, never>[]>(
    template: TemplateStringsArray,
    ...values: readonly (postgres.ParameterOrFragment<never> | CamelQuery<unknown>)[]
  ): CamelQuery<Rows>
  /** The same pool or transaction with rows named as their columns are. */
  raw: SqlRunner
}

/** Names the columns of `runner`'s rows as code does. What stands inside a column of JSON keeps its names. */
export function camel<Runner extends SqlRunner>(runner: Runner): CamelSql & { raw: Runner } {
  const run = (template: TemplateStringsArray, ...values: readonly never[]) => {
    // The driver knows a part of a statement by its class, so the query itself stays.
    const query = runner(template, ...values) as Fragment & { resolve: (rows: readonly Row[]) => void }
    const { resolve } = query
    // What is said of a statement that is only described has no rows.
    query.resolve = (rows) => resolve(Array.isArray(rows) ? camelRows(rows) : rows)
    return query
  }
  return Object.assign(run, { raw: runner }) as unknown as CamelSql & { raw: Runner }
}

type Row = Record<string, unknown>

function camelRows(rows: readonly Row[]): Row[] {
  const [first] = rows
  const names = first ? Object.keys(first).map((column) => [column, camelName(column)] as const) : []
  return rows.map((row) => Object.fromEntries(names.map(([column, name]) => [name, row[column]])))
}

const known = new Map<string, string>()

/** `percentOff` for `percent_off`. */
export function camelName(column: string): string {
  const name = known.get(column) ?? column.replace(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
  known.set(column, name)
  return name
}
