import { isDatabaseUnavailable } from '#database/database-problem.ts'
import { limitStatements, StatementTooSlow } from '#database/follow-statements.ts'
import type { ReadReplica } from '#database/read-replica.ts'
import type { PageOrResponse } from '#requests/file-route.ts'
import type { Services } from '#requests/services.ts'

export type ReplicaReads = ReturnType<typeof readFromCopy>

const statementMs = 2000

export function readFromCopy(reading: Services, replica: ReadReplica) {
  const copy = { ...reading, sql: limitStatements(replica.sql, statementMs) }
  const counts = { replica: 0, primary: 0 }
  return {
    counts,
    /** Null where the primary has to be asked: the replica is behind or away, or the answer is not kept, so that its change would not be announced. */
    async tryMaking(make: (reading: Services) => Promise<PageOrResponse>): Promise<PageOrResponse | null> {
      const made = replica.isCurrent() ? await tryOnce(make) : null
      counts[made ? 'replica' : 'primary']++
      return made
    },
  }

  async function tryOnce(make: (reading: Services) => Promise<PageOrResponse>): Promise<PageOrResponse | null> {
    try {
      const made = await make(copy)
      return 'page' in made ? made : null
    } catch (problem) {
      // PostgreSQL cancels a replica's statements whose rows the replay changes (40001).
      const isItsOwn = (problem as { code?: string }).code === '40001'
      if (isItsOwn || problem instanceof StatementTooSlow || isDatabaseUnavailable(problem)) return null
      throw problem
    }
  }
}
