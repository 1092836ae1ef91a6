import type { SqlRunner } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import type { Env } from '#env.ts'
import type { Policy } from '#features/proof/policy.ts'
import { sha256 } from '#features/proof/server/node-crypto.ts'
import { findWitnessed, listWitnesses } from '#features/proof/server/queries.ts'
import { keyKinds, verifierKey } from '#features/proof/signed-note.ts'
import { policyOf } from './policy-of.ts'

export type WitnessesStatus = {
  /** A sentence about the quorum. */
  needed: string
  /** The newest checkpoint that enough of them have seen. */
  witnessed: { size: number; at: Instant } | null
  witnesses: {
    name: string
    size: number | null
    cosignedAt: Instant | null
    silentSince: Instant | null
    problem: string | null
  }[]
}

/** Null without witnesses. */
export async function statusOfWitnesses(
  sql: SqlRunner,
  env: Pick<Env, 'witnesses'>,
  origin: string,
): Promise<WitnessesStatus | null> {
  const policy = await policyOf(env)
  if (policy.witnesses.length === 0) return null
  const [rows, [witnessed]] = await Promise.all([listWitnesses(sql, { origin }), findWitnessed(sql, { origin })])
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const witnesses = policy.witnesses.map(async ({ key }) => {
    const row = byKey.get(await verifierKey(sha256, key, keyKinds.cosigner))
    const { size = null, cosignedAt = null, silentSince = null, problem = null } = row ?? {}
    return { name: key.name, size, cosignedAt, silentSince, problem }
  })
  return {
    needed: neededOf(policy),
    witnessed: witnessed ? { size: witnessed.size, at: witnessed.witnessedAt } : null,
    witnesses: await Promise.all(witnesses),
  }
}

function neededOf({ groups, quorum }: Policy): string {
  const group = groups.find(({ name }) => name === quorum)
  if (group) return `Our policy asks for ${group.threshold} of ${group.members.length}.`
  return quorum === 'none' ? 'Our policy asks for none of them.' : `Our policy asks for ${quorum}.`
}
