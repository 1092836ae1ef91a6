import { apiPath } from '#api.ts'
import { pickFields } from '#domain/pick-fields.ts'
import { findPublicKey, listLeaves } from '#features/proof/server/queries.ts'
import { filePaths, href } from '#pages.ts'
import { answer, read } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import { readLeaf } from '#wire/leaf.ts'
import { maxChanges } from '../limits.ts'
import { type Change, changesQuerySchema, changesSchema } from '../schema.ts'
import { countedFailures, countedHeaders, withinLimit } from './within-limit.ts'

/** A numbered change never changes, and so neither does a full page. */
const forEver = 'public, max-age=31536000, immutable'
const fewSeconds = 'public, max-age=5, s-maxage=5'

/** One process numbers changes without a gap, and they are seen once signed: readers get each one once. */
export const listChanges = read({
  isOpen: true,
  permission: 'anyone',
  summary: 'Changes of the register, in the order of the public log',
  description:
    `Every change of an entry's status, dates or facts, oldest first, at most ${maxChanges} an answer (also the default). Send \`next\` back as ` +
    '`since`, or follow `nextPage`: no change is left out and none comes twice. What an entry is called is not part of a change: `entry` leads to it. ' +
    'A full page never changes, so you can keep it. You can keep the newest one for 5 seconds.',
  query: changesQuerySchema,
  answers: { 200: changesSchema },
  headers: [...countedHeaders, 'ETag'],
  failures: {
    ...countedFailures,
    conflict: 'The public log was started again since `log` was given. Start from the first change.',
  },
  run: async (call) =>
    await withinLimit('changes', call, 1, async () => {
      const { query, services } = call
      const [key] = await findPublicKey(services.sql, { purpose: 'log' })
      const log = key?.name ?? null
      if (query.log !== undefined && query.log !== log) {
        const message = 'The public log was started again. Leave out since and log to read it from the start.'
        return failure('conflict', message)
      }
      const limit = query.limit ?? maxChanges
      // Positions begin at 1, the log's indexes at 0: the change after position n has index n.
      const first = query.since ?? 0
      // One more than asked for tells whether there are more.
      const rows = await listLeaves(services.sql, { first, end: first + limit + 1 })
      const changes = rows.slice(0, limit).map((row) => changeOf(row, services.env.publicUrl))
      const next = changes.at(-1)?.position ?? query.since ?? null
      const page = { since: next === null ? undefined : String(next), log, limit: query.limit, first: '1' }
      const value = {
        log,
        changes,
        next,
        nextPage: services.env.publicUrl + apiPath('listChanges', {}, page),
        more: rows.length > limit,
      }
      // Without `log` it is another page once a log is started again; without `first` it was one in earlier releases.
      const isFinal = value.more && query.log !== undefined && query.first !== undefined
      return answer(value, { cacheControl: isFinal ? forEver : fewSeconds })
    }),
})

function changeOf({ position: index, leaf }: { position: number; leaf: Uint8Array }, publicUrl: string): Change {
  const read = readLeaf(leaf)
  // Leaving it out would lose a change.
  if (!read) throw new Error(`Entry ${index} of the public log cannot be read.`)
  return {
    position: index + 1,
    ...pickFields(read, 'number', 'change', 'at', 'status', 'assurance', 'validFrom', 'validUntil'),
    entry: publicUrl + href('verification', { number: read.number }),
    proof: publicUrl + filePaths.log(`proof/${read.number}.json`),
  }
}
