import { openDatabase } from '#database/connect.ts'
import { openSql } from '#database/sql.ts'
import { type Env, SettingProblem } from '#env.ts'
import { type CheckResult, type DatabaseChecks, type Finding, type OtherChecks, ok, runCheck, wrong } from './check.ts'
import { databaseChecks } from './database-checks.ts'
import { liveChecks, liveDatabaseChecks } from './live.ts'
import { machineChecks } from './machine-checks.ts'
import { serviceChecks } from './service-checks.ts'

/** In the order of the list; checks of a database that does not answer are `skipped`. @param isLive with what is asked before a site goes live. */
export async function examine(env: Env, isLive = false): Promise<CheckResult[]> {
  const found = await Promise.all([
    ...examineHere(machineChecks),
    examineDatabase(env, { ...databaseChecks, ...(isLive && liveDatabaseChecks) }),
    ...examineHere({ ...serviceChecks, ...(isLive && liveChecks) }),
  ])
  return found.flat()

  function examineHere(checks: OtherChecks) {
    return Object.entries(checks).map(([name, run]) => runCheck(name, () => run(env)))
  }
}

async function examineDatabase(env: Env, checks: DatabaseChecks): Promise<CheckResult[]> {
  const opening = openDatabase(env, { connections: 3 })
  const reached = await runCheck('database', () => opening.then(answered, refused))
  if (reached.result !== 'ok')
    return [
      reached,
      ...Object.keys(checks).map((name) => ({
        name,
        result: 'skipped' as const,
        says: 'Not checked: the database does not answer.',
        toDo: 'Mend what is said of the database first.',
      })),
    ]
  const database = await opening
  const ownSql = env.databaseQueueUrl ? openSql(env.databaseQueueUrl, { connections: 1 }) : database.sql
  try {
    return [
      reached,
      ...(await Promise.all(
        Object.entries(checks).map(([name, run]) => runCheck(name, () => run(env, { sql: database.sql, ownSql }))),
      )),
    ]
  } finally {
    if (ownSql !== database.sql) await ownSql.end({ timeout: 1 })
    await database.close()
  }
}

const answered = (): Finding => ok('The database answers.')

function refused(problem: unknown): Finding {
  if (!(problem instanceof SettingProblem)) throw problem
  return wrong(problem.message, 'Mend DATABASE_URL or start the database (docs/runbooks/database-away.md).')
}
