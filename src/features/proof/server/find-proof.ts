import type { SqlRunner } from '#database/sql.ts'
import { inclusionProof } from '#features/proof/merkle.ts'
import { toBase64 } from '#features/proof/signed-note.ts'
import { nodesOfTiles } from '#features/proof/tiles.ts'
import type { FoundProof, HashedValues } from '#wire/entry-proof.ts'
import { sha256 } from './node-crypto.ts'
import { readTiles, TileMissing } from './read-tiles.ts'

/** As of the last checkpoint. */
export async function findProof(sql: SqlRunner, { number }: { number: string }): Promise<FoundProof> {
  const [row] = await findNewestLeaf(sql, { number })
  if (!row) return null
  if (
    row.position === null ||
    row.size === null ||
    row.note === null ||
    row.signed_at === null ||
    row.position >= row.size
  )
    return 'waiting'
  const { position: index, size } = row
  const proof = await proofAt(sql, { index, size })
  if (proof === null) return 'broken'
  return {
    leaf: toBase64(row.leaf),
    index,
    proof: proof.map(toBase64),
    checkpoint: row.note,
    signedAt: row.signed_at,
    salt: toBase64(row.salt),
    register: {
      number,
      status: row.status,
      assurance: row.assurance,
      assuredOn: row.assured_on,
      validFrom: row.valid_from,
      validUntil: row.valid_until,
      values: row.values,
    },
  }
}

/** Null when the tiles are not those of such a tree: pages are shown all the same. */
async function proofAt(sql: SqlRunner, { index, size }: { index: number; size: number }): Promise<Uint8Array[] | null> {
  try {
    const read = nodesOfTiles(sha256, size, await readTiles(sql, { size, index }))
    return await inclusionProof(sha256, index, size, read)
  } catch (problem) {
    if (problem instanceof TileMissing) return null
    throw problem
  }
}

type NewestLeaf = {
  status: string
  assurance: string
  assured_on: string | null
  valid_from: string
  valid_until: string | null
  values: HashedValues
  leaf: Uint8Array
  position: number | null
  salt: Uint8Array
  size: number | null
  note: string | null
  signed_at: string | null
}

const findNewestLeaf = (sql: SqlRunner, { number }: { number: string }) => sql<NewestLeaf[]>`
  select e.status, e.assurance, e.assured_on, e.valid_from, e.valid_until,
    json_build_object('city', e.city, 'date', coalesce(e.starts_on::text, ''), 'organiser', e.organiser,
      'reason', coalesce(e.status_reason, ''), 'title', e.title, 'venue', e.venue) as values,
    l.leaf, l.position, h.salt, c.size, c.note, c.signed_at
  from register_entries as e
  join register_leaf_heads as h on h.entry_id = e.id
  join register_leaves as l on l.id = h.leaf_id
  left join lateral (
    select size, note, signed_at from log_checkpoints
    where origin = (select name from signing_keys where purpose = 'log' and ended_at is null) order by size desc limit 1
  ) as c on true
  where e.number = ${number}::text`
