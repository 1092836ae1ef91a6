import type postgres from 'postgres'
import type { Fragment, SqlRunner, Transaction } from './sql.ts'

/** Awaited it answers plain rows; it can also be a part of another statement. */
export interface CamelQuery<Rows> extends Promise<Rows> {
  describe: Fragment['describe']
}

/** A pool or a transaction whose rows are named as code is: `percentOff` for the column `percent_off`. */
export type CamelSql = {
  <Rows extends readonly object[] = Record<string, never>[]>(
    template: TemplateStringsArray,
    ...values: readonly (postgres.ParameterOrFragment<never> | CamelQuery<unknown>)[]
  ): CamelQuery<Rows>
  raw: SqlRunner
}

export type CamelTransaction = CamelSql & { raw: Transaction }

/** The content of JSON columns keeps its names. */
export function camel<Runner extends SqlRunner>(runner: Runner): CamelSql & { raw: Runner } {
  const run = (template: TemplateStringsArray, ...values: readonly never[]) => {
    // The driver recognises a part of a statement by its class, so the query object itself stays.
    const query = runner(template, ...values) as Fragment & { resolve: (rows: readonly Row[]) => void }
    const { resolve } = query
    // A statement that is only described answers no rows.
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

export function camelName(column: string): string {
  const name = known.get(column) ?? column.replace(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
  known.set(column, name)
  return name
}
