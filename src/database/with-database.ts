import type { Env } from '../env.ts'
import { createLog } from '../process/log.ts'
import { type Database, openDatabase } from './connect.ts'
import { databaseProblem } from './database-problem.ts'
import { aheadOfProgram, migrate, migrationProblem } from './migrate.ts'

/**
 * What an operator's command does with the database: opened, brought to this program's schema, and closed after.
 *
 * @param work returns the command's exit code.
 * @returns that code; 1 where the database cannot be used, belongs to a newer release or fails in the middle, which is said in a
 *   sentence on standard error.
 */
export async function withDatabase(
  env: Pick<Env, 'databaseUrl' | 'dataFolder'>,
  options: { connections?: number },
  work: (database: Database, applied: string[]) => Promise<number>,
): Promise<number> {
  let database: Database | undefined
  try {
    database = await openDatabase(env, options)
    const outcome = await migrate(database.sql, database.url)
    if (outcome.kind === 'ahead') console.info(aheadOfProgram(outcome))
    else if (outcome.kind !== 'migrated') return say(migrationProblem(outcome))
    return await work(database, outcome.kind === 'migrated' ? outcome.applied : [])
  } catch (problem) {
    const sentence = database ? databaseProblem(problem, database.url) : (problem as Error).message
    if (sentence === null) createLog((line) => void process.stderr.write(line)).error('command failed', {}, problem)
    return say(`The command did not finish. ${sentence ?? 'The line above says where it failed.'}`)
  } finally {
    await database?.close()
  }
}

function say(sentence: string): 1 {
  process.stderr.write(`${sentence}\n`)
  return 1
}
