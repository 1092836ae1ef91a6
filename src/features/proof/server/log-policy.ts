import type { SqlRunner } from '#database/sql.ts'
import { PolicyProblem, policyText, readPolicy } from '../policy.ts'
import { sha256 } from './node-crypto.ts'
import { findPublicKey } from './queries.ts'

/** What verifiers need to know of the log and its witnesses (the setting WITNESSES); null before the log has a key. */
export async function findLogPolicy(sql: SqlRunner, setting: string): Promise<string | null> {
  const [key] = await findPublicKey(sql, { purpose: 'log' })
  const witnesses = await readPolicy(sha256, setting || 'quorum none')
  return key && !(witnesses instanceof PolicyProblem)
    ? await policyText(sha256, { ...witnesses, logs: [{ key, url: null }] })
    : null
}
