import { pageTags } from '#domain/page-tags.ts'
import type { LogData } from '#features/proof/log-page.tsx'
import { keptHandler } from '#requests/page-loader.ts'
import { readLeaf } from '#wire/leaf.ts'
import type { LogEntryData } from '../log-entry-page.tsx'
import { readCheckpointText, toBase64, verifierKey } from '../signed-note.ts'
import { sha256 } from './node-crypto.ts'
import {
  countUnnumbered,
  findCheckpoint,
  findEntry,
  findPublicKey,
  listEndedKeys,
  listEntryLeaves,
  listLeaves,
} from './queries.ts'

const recent = 20

/** The page of the public log: how it stands, in words. */
export const log = keptHandler<LogData>({
  load: async ({ services: { sql, env } }) => {
    const [[key], [waiting], ended] = await Promise.all([
      findPublicKey(sql, { purpose: 'log' }),
      countUnnumbered(sql),
      listEndedKeys(sql, { purpose: 'log' }),
    ])
    const [checkpoint] = key ? await findCheckpoint(sql, { origin: key.name }) : []
    const size = checkpoint?.size ?? 0
    const leaves = await listLeaves(sql, { first: Math.max(0, size - recent), end: size })
    const text = checkpoint?.note.slice(0, checkpoint.note.indexOf('\n\n') + 1)
    return {
      kind: 'page',
      tags: [pageTags.registerLog, pageTags.register],
      data: {
        signed:
          key && checkpoint
            ? {
                origin: key.name,
                size,
                root: toBase64(readCheckpointText(text ?? '')?.root ?? new Uint8Array()),
                signedAt: checkpoint.signed_at,
                key: await verifierKey(sha256, { name: key.name, publicKey: key.public_key }),
              }
            : null,
        waiting: waiting!.count,
        recent: leaves
          .flatMap(({ leaf, position }) => {
            const read = readLeaf(leaf)
            return read ? { index: position, number: read.number, change: read.change, at: read.at } : []
          })
          .reverse(),
        ended: ended.map(({ name, ended_at, end_reason }) => ({ origin: name, endedAt: ended_at, reason: end_reason })),
        site: env.publicUrl,
      },
    }
  },
})

/** Nothing else is asked of the database. */
const numberPattern = /^[\w-]{1,40}$/

/** What the log says of one entry, with the proof that its newest change is there. */
export const logEntry = keptHandler<LogEntryData>({
  load: async ({ params, services: { sql, proofOf } }) => {
    const number = params.number ?? ''
    const [entry] = numberPattern.test(number) ? await findEntry(sql, { number }) : []
    const proof = entry && (await proofOf(number))
    if (!entry || !proof) {
      const headers = { 'x-robots-tag': 'noindex' }
      return { kind: 'page', status: 404, data: { kind: 'unknown' }, tags: [], headers }
    }
    const [[key], leaves] = await Promise.all([
      findPublicKey(sql, { purpose: 'log' }),
      listEntryLeaves(sql, { entryId: entry.id }),
    ])
    return {
      kind: 'page',
      tags: [pageTags.registerEntry(entry.slug)],
      data: {
        kind: 'found',
        number,
        slug: entry.slug,
        title: entry.title,
        key: key ? await verifierKey(sha256, { name: key.name, publicKey: key.public_key }) : null,
        proof,
        changes: leaves.flatMap(({ leaf, position }) => {
          const read = readLeaf(leaf)
          return read ? { index: position, change: read.change, status: read.status, at: read.at } : []
        }),
      },
    }
  },
})
