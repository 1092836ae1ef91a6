import type { Sql } from '#database/sql.ts'
import type { Policy } from '#features/proof/policy.ts'
import { createLog } from '#process/log.ts'
import { type LogRunner, runLog } from './run-log.ts'

type TestRun = { sql: Sql; file: string; secret?: string; witnesses?: Policy }

/** A runner whose rounds a test starts: its own clock then finds nothing left to do. */
export function openRunner({ secret = 'a-secret-of-thirty-two-characters', ...given }: TestRun): LogRunner & {
  logged: string[]
} {
  const logged: string[] = []
  const log = createLog((line) => logged.push(line))
  const place = { origin: 'test.example/log', isDemonstration: false }
  const runner = runLog({ ...given, ...place, secret, log, now: () => new Date() })
  const round: LogRunner['round'] = async () => {
    for (;;) {
      const done = await runner.round()
      if (done.kind !== 'busy') return done
      await Bun.sleep(10)
    }
  }
  return { ...runner, round, logged }
}
