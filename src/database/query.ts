import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../project-root.ts'
import { inSpan } from '../trace.ts'
import type { SqlRunner } from './sql.ts'

/**
 * Declares the statement in `sql/queries/<name>.sql`. The file is read once, at the first call.
 *
 * @typeParam Args the parameters `$1…$n` in order; @typeParam Row one row of the answer.
 */
export function query<Args extends unknown[], Row extends object = Record<string, never>>(name: string) {
  let text: string | undefined
  return async (sql: SqlRunner, ...args: Args): Promise<Row[]> => {
    text ??= readFileSync(join(projectRoot, 'sql/queries', `${name}.sql`), 'utf8')
    const statement = text
    const run = async () =>
      (await sql.unsafe(statement, args as unknown as never[], { prepare: true })) as unknown as Row[]
    return await inSpan(`sql ${name}`, { 'db.system.name': 'postgresql', 'db.query.summary': name }, run)
  }
}
