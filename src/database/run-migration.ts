import { SettingProblem } from '#env.ts'
import type { Sql } from './sql.ts'

/** Ten minutes in all. A waiting lock blocks every reader behind it, so each wait is short and followed by a pause. */
const defaultWaits = { lockMs: 1000, pauseMs: 2000, tries: 200 }

type MigrationWaits = typeof defaultWaits

/** With `-- without a transaction` each repeatable statement ends a line with a semicolon. @throws SettingProblem where it got no lock. */
export async function runMigration(
  connection: Sql,
  { name, text, record }: { name: string; text: string; record: string },
  waits: MigrationWaits = defaultWaits,
): Promise<void> {
  if (!text.startsWith('-- without a transaction\n')) {
    const lockTimeout = `set local lock_timeout = ${waits.lockMs}`
    return await inTurns(name, waits, async () => {
      try {
        await connection.unsafe(
          `begin;\nset local statement_timeout = 0;\n${lockTimeout};\n${text}\n;${record};\ncommit;`,
        )
      } catch (problem) {
        await connection`rollback`.catch(() => {})
        throw problem
      }
    })
  }
  await connection`set statement_timeout = 0`
  try {
    for (const statement of statementsOf(`${text};\n${record}`)) {
      await dropHalfBuilt(connection, statement)
      // Its wait blocks nobody, and a timeout would leave it half built.
      const lockMs = /\bconcurrently\b/i.test(statement) ? 0 : waits.lockMs
      await connection.unsafe(`set lock_timeout = ${lockMs}`)
      await inTurns(name, waits, () => connection.unsafe(statement))
    }
  } finally {
    await connection`reset statement_timeout`
    await connection`reset lock_timeout`
  }
}

/** `if not exists` would accept a half-built index. */
async function dropHalfBuilt(connection: Sql, statement: string): Promise<void> {
  const [, index] = /\bindex concurrently if not exists (\w+)/i.exec(statement) ?? []
  if (!index) return
  const [found] = await connection`select from pg_index where indexrelid = to_regclass(${index}) and not indisvalid`
  if (found) await connection.unsafe(`drop index concurrently ${index}`)
}

async function inTurns(name: string, { lockMs, pauseMs, tries }: MigrationWaits, work: () => Promise<unknown>) {
  for (let turn = 1; ; turn++) {
    try {
      return void (await work())
    } catch (problem) {
      if ((problem as { code?: string }).code !== '55P03') throw problem
      if (turn === tries) throw new SettingProblem(lockProblem(name, ((lockMs + pauseMs) * tries) / 1000))
      if (turn === 1)
        console.info(
          `The migration ${name} needs a table that another transaction keeps. It waits for it ${lockMs / 1000} s at a time, so that the site goes on.`,
        )
      await Bun.sleep(pauseMs)
    }
  }
}

function lockProblem(name: string, seconds: number): string {
  return `The migration ${name} was not done: another transaction kept a table that it needs for more than ${Math.round(seconds)} seconds. End that one, then start again; docs/upgrades.md, "A migration that waits", says how to find it.`
}

function statementsOf(text: string): string[] {
  const statements = ['']
  text.split('$$').forEach((part, nth) => {
    const pieces = nth % 2 === 0 ? part.split(/;[ \t]*(?:\n|$)/) : [part]
    statements[statements.length - 1] += `${nth > 0 ? '$$' : ''}${pieces[0]}`
    statements.push(...pieces.slice(1))
  })
  return statements.filter((statement) => statement.trim())
}

/** In short turns: every `add_job` waits behind a waiting migration. @throws SettingProblem where it got no lock; earlier migrations stay. */
export async function migrateQueue(databaseUrl: string, waits: MigrationWaits = defaultWaits): Promise<void> {
  const { runMigrations } = await import('graphile-worker')
  const plugin: GraphileConfig.Plugin = {
    name: 'wait-in-turns',
    worker: {
      hooks: { premigrate: async (_, { client }) => void (await client.query(`set lock_timeout = ${waits.lockMs}`)) },
    },
  }
  await inTurns('of the queue', waits, () =>
    runMigrations({ connectionString: databaseUrl, preset: { plugins: [plugin] } }),
  )
}
