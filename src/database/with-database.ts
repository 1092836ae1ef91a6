import type { Env } from '#env.ts'
import { createLog } from '#process/log.ts'
import { type Database, onDirect, openDatabase } from './connect.ts'
import { databaseProblem } from './database-problem.ts'
import { aheadOfProgram, migrate, migrationProblem } from './migrate.ts'

/** With `isOwner` as the database's owner. @returns `work`'s exit code, or 1 with a sentence on standard error. */
export async function withDatabase(
  env: Pick<Env, 'databaseUrl' | 'databaseDirectUrl' | 'databaseMigrationUrl' | 'dataFolder'>,
  options: { connections?: number; isOwner?: boolean },
  work: (database: Database, applied: string[]) => Promise<number>,
): Promise<number> {
  let database: Database | undefined
  const ownerUrl = options.isOwner ? env.databaseMigrationUrl : ''
  try {
    const opened = await openDatabase(
      ownerUrl ? { ...env, databaseUrl: ownerUrl, databaseDirectUrl: '' } : env,
      options,
    )
    database = opened
    const outcome = await onDirect(opened, (sql) => migrate(sql, opened.directUrl))
    if (outcome.kind === 'ahead') console.info(aheadOfProgram(outcome))
    else if (outcome.kind !== 'migrated') return say(migrationProblem(outcome))
    return await work(opened, outcome.kind === 'migrated' ? outcome.applied : [])
  } catch (problem) {
    const sentence = database ? databaseProblem(problem, database.url) : (problem as Error).message
    if (sentence === null) createLog((line) => void process.stderr.write(line)).error('command failed', {}, problem)
    const words = sentence ?? 'The line above says where it failed.'
    return say(
      `The command did not finish. ${ownerUrl ? words.replaceAll('DATABASE_URL', 'DATABASE_MIGRATION_URL') : words}`,
    )
  } finally {
    await database?.close()
  }
}

function say(sentence: string): 1 {
  console.error(sentence)
  return 1
}
