import type { SqlRunner } from '#database/sql.ts'
import { type Env, SettingProblem } from '#env.ts'
import { type Policy, PolicyProblem, policyText, readPolicy } from '#features/proof/policy.ts'
import { sha256 } from '#features/proof/server/node-crypto.ts'
import { findPublicKey } from '#features/proof/server/queries.ts'

/** The setting WITNESSES. @throws SettingProblem */
export async function policyOf({ witnesses }: Pick<Env, 'witnesses'>): Promise<Policy> {
  const policy = await readPolicy(sha256, witnesses || 'quorum none')
  if (policy instanceof PolicyProblem) throw new SettingProblem(`WITNESSES cannot be read. ${policy.text}`)
  const wrong = policy.witnesses.find(({ url }) => !/^https?:\/\/./.test(url ?? ''))
  if (wrong) throw new SettingProblem(`WITNESSES: the witness ${wrong.name} has no address that begins with https://`)
  return policy
}

/** What verifiers need to know of the log and its witnesses; null before the log has a key. */
export async function findLogPolicy(sql: SqlRunner, env: Pick<Env, 'witnesses'>): Promise<string | null> {
  const [key] = await findPublicKey(sql, { purpose: 'log' })
  return key ? await policyText(sha256, { ...(await policyOf(env)), logs: [{ key, url: null }] }) : null
}
