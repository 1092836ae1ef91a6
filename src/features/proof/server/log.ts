import type { Instant } from '#domain/formats.ts'
import { pageTags } from '#domain/page-tags.ts'
import { pickFields } from '#domain/pick-fields.ts'
import { page } from '#page/page.ts'
import { readLeaf } from '#wire/leaf.ts'
import { readCheckpointText, toBase64, verifierKey } from '../signed-note.ts'
import { sha256 } from './node-crypto.ts'
import { countUnnumbered, findCheckpoint, findPublicKey, listLeaves } from './queries.ts'

const recent = 20

export const log = page('log', {
  tags: [pageTags.registerLog, pageTags.register],
  load: async ({ sql, services: { env } }) => {
    const [[key], [waiting], ended] = await Promise.all([
      findPublicKey(sql.raw, { purpose: 'log' }),
      countUnnumbered(sql.raw),
      sql<{ name: string; endedAt: Instant; endReason: string }[]>`
        select name, ended_at, end_reason from signing_keys where purpose = 'log' and ended_at is not null
        order by ended_at desc`,
    ])
    const [checkpoint] = key ? await findCheckpoint(sql.raw, { origin: key.name }) : []
    const size = checkpoint?.size ?? 0
    const leaves = await listLeaves(sql.raw, { first: Math.max(0, size - recent), end: size })
    const text = checkpoint?.note.slice(0, checkpoint.note.indexOf('\n\n') + 1)
    return {
      signed:
        key && checkpoint
          ? {
              origin: key.name,
              size,
              root: toBase64(readCheckpointText(text ?? '')?.root ?? new Uint8Array()),
              signedAt: checkpoint.signedAt,
              key: await verifierKey(sha256, key),
            }
          : null,
      waiting: waiting!.count,
      recent: leaves
        .flatMap(({ leaf, position }) => {
          const read = readLeaf(leaf)
          return read ? { index: position, number: read.number, change: read.change, at: read.at } : []
        })
        .reverse(),
      ended,
      site: env.publicUrl,
    }
  },
})

const numberPattern = /^[\w-]{1,40}$/

export const logEntry = page('logEntry', {
  load: async ({ params: { number }, sql, services: { proofOf } }) => {
    const [entry] = numberPattern.test(number)
      ? await sql<{ id: string; slug: string; title: string }[]>`
          select id, slug, title from register_entries where number = ${number}::text`
      : []
    const proof = entry && (await proofOf(number))
    if (!entry || !proof) return { kind: 'unknown' as const }
    const { id, ...shown } = entry
    const [[key], leaves] = await Promise.all([
      findPublicKey(sql.raw, { purpose: 'log' }),
      // Unsigned changes have no position.
      sql<{ leaf: Uint8Array; position: number | null }[]>`
        select leaf, position from register_leaves where entry_id = ${id}::uuid order by id desc limit 200`,
    ])
    return {
      kind: 'found' as const,
      number,
      ...shown,
      key: key ? await verifierKey(sha256, key) : null,
      proof,
      changes: leaves.flatMap(({ leaf, position }) => {
        const read = readLeaf(leaf)
        return read ? { index: position, ...pickFields(read, 'change', 'status', 'assurance', 'assuredOn', 'at') } : []
      }),
    }
  },
  status: ({ kind }) => (kind === 'found' ? null : 404),
  headers: ({ kind }) => (kind === 'found' ? {} : { 'x-robots-tag': 'noindex' }),
  tags: (data) => (data.kind === 'found' ? [pageTags.registerEntry(data.slug)] : []),
})
