import { readFileSync } from 'node:fs'
import { type Policy, PolicyProblem, readPolicy } from '#features/proof/policy.ts'
import { sha256 } from '#features/proof/server/node-crypto.ts'

/** A sentence where it cannot be read, or names no log. */
export async function readPolicyFile(path: string): Promise<Policy | string> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return `The policy ${path} cannot be read.`
  }
  const policy = await readPolicy(sha256, text)
  if (policy instanceof PolicyProblem) return `The policy ${path} cannot be read. ${policy.text}`
  return policy.logs.length > 0 ? policy : `The policy ${path} names no log.`
}
