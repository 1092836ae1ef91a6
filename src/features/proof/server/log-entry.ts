import { pageTags } from '#domain/page-tags.ts'
import type { LogEntryData } from '#features/proof/log-entry-page.tsx'
import { verifierKey } from '#features/proof/signed-note.ts'
import { keptHandler } from '#requests/page-loader.ts'
import { readLeaf } from '#wire/leaf.ts'
import { sha256 } from './node-crypto.ts'
import { findEntry, findPublicKey, listEntryLeaves } from './queries.ts'

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
