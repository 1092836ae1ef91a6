import { pageTags } from '#domain/page-tags.ts'
import type { LogData } from '#features/proof/log-page.tsx'
import { readCheckpointText, toBase64, verifierKey } from '#features/proof/signed-note.ts'
import { keptHandler } from '#requests/page-loader.ts'
import { readLeaf } from '#wire/leaf.ts'
import { sha256 } from './node-crypto.ts'
import { countUnnumbered, findCheckpoint, findPublicKey, listEndedKeys, listLeaves } from './queries.ts'

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
