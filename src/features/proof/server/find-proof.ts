import { camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import { inclusionProof } from '#features/proof/merkle.ts'
import { toBase64 } from '#features/proof/signed-note.ts'
import { nodesOfTiles } from '#features/proof/tiles.ts'
import type { FoundProof, RegisterFacts } from '#wire/entry-proof.ts'
import { readTiles, TileMissing } from './log-tiles.ts'
import { sha256 } from './node-crypto.ts'

/** As of the last checkpoint that was published. */
export async function findProof(sql: SqlRunner, { number }: { number: string }): Promise<FoundProof> {
  const [row] = await camel(sql)<(Omit<RegisterFacts, 'number'> & NewestLeaf & { signedAt: string | null })[]>`
    select e.status, e.assurance, e.assured_on, e.valid_from, e.valid_until,
      json_build_object('city', e.city, 'date', coalesce(e.starts_on::text, ''), 'organiser', e.organiser,
        'reason', coalesce(e.status_reason, ''), 'title', e.title, 'venue', e.venue) as values,
      l.leaf, l.position, h.salt, c.size, c.note, c.signed_at
    from register_entries as e
    join register_leaf_heads as h on h.entry_id = e.id
    join register_leaves as l on l.id = h.leaf_id
    left join lateral (
      select size, note || cosignatures as note, signed_at from log_checkpoints
      where origin = (select name from signing_keys where purpose = 'log' and ended_at is null) and published
      order by size desc limit 1
    ) as c on true
    where e.number = ${number}::text`
  if (!row) return null
  const { leaf, position: index, salt, size, note, signedAt, ...register } = row
  if (index === null || size === null || note === null || signedAt === null || index >= size) return 'waiting'
  const proof = await proofAt(sql, { index, size })
  if (proof === null) return 'broken'
  return {
    leaf: toBase64(leaf),
    index,
    proof: proof.map(toBase64),
    checkpoint: note,
    signedAt,
    salt: toBase64(salt),
    register: { number, ...register },
  }
}

/** Null when the tiles are not those of such a tree: pages are shown all the same. */
export async function proofAt(
  sql: SqlRunner,
  { index, size }: { index: number; size: number },
): Promise<Uint8Array[] | null> {
  try {
    const read = nodesOfTiles(sha256, size, await readTiles(sql, { size, index }))
    return await inclusionProof(sha256, index, size, read)
  } catch (problem) {
    if (problem instanceof TileMissing) return null
    throw problem
  }
}

/** With the checkpoint that it is proven by; null before there is one. */
export type NewestLeaf = {
  leaf: Uint8Array
  position: number | null
  salt: Uint8Array
  size: number | null
  note: string | null
}
