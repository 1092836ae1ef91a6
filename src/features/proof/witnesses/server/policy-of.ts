import { type Env, SettingProblem } from '#env.ts'
import { type Policy, PolicyProblem, readPolicy } from '#features/proof/policy.ts'
import { sha256 } from '#features/proof/server/node-crypto.ts'

/** The setting WITNESSES. @throws SettingProblem */
export async function policyOf({ witnesses }: Pick<Env, 'witnesses'>): Promise<Policy> {
  const policy = await readPolicy(sha256, witnesses || 'quorum none')
  if (policy instanceof PolicyProblem) throw new SettingProblem(`WITNESSES cannot be read. ${policy.text}`)
  const wrong = policy.witnesses.find(({ url }) => !/^https?:\/\/./.test(url ?? ''))
  if (wrong) throw new SettingProblem(`WITNESSES: the witness ${wrong.name} has no address that begins with https://`)
  return policy
}
