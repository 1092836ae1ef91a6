import { isDatabaseUnavailable } from '#database/is-unavailable.ts'
import { limitStatements, StatementTooSlow } from '#database/limit-statements.ts'
import type { ReadReplica } from '#database/read-replica.ts'
import type { Made } from '#requests/file-route.ts'
import type { Services } from '#requests/services.ts'

export type Copied = {
  /**
   * Makes a public answer of the replica's data.
   *
   * @returns null where the primary has to be asked: the replica is behind, or away, or the answer is none that is kept. Nobody
   *   announces what such an answer is made of, and it may be about what its reader has just written (an entry that is not found yet).
   */
  tryMaking: (make: (reading: Services) => Promise<Made>) => Promise<Made | null>
  /** How many answers have been made of it, and how many it was not asked for or had none to give. */
  counts: { replica: number; primary: number }
}

/** How long a statement may take there before the primary is asked instead, in milliseconds. */
const statementMs = 2000

/** Public pages and lists that are kept, made of a replica as long as it is current. @param reading what reads from the primary. */
export function readFromCopy(reading: Services, replica: ReadReplica): Copied {
  const copy = { ...reading, sql: limitStatements(replica.sql, statementMs) }
  const counts = { replica: 0, primary: 0 }
  return {
    counts,
    async tryMaking(make) {
      const made = replica.isCurrent() ? await tryOnce(make) : null
      counts[made ? 'replica' : 'primary']++
      return made
    },
  }

  async function tryOnce(make: (reading: Services) => Promise<Made>): Promise<Made | null> {
    try {
      const made = await make(copy)
      return 'page' in made ? made : null
    } catch (problem) {
      // Statements that a replica cancels because replay needs what they read are 40001; its going away is one of the others.
      const isItsOwn = (problem as { code?: string }).code === '40001'
      if (isItsOwn || problem instanceof StatementTooSlow || isDatabaseUnavailable(problem)) return null
      throw problem
    }
  }
}
