import type { SqlRunner } from '#database/sql.ts'
import type { Env } from '#env.ts'
import { filePaths } from '#pages.ts'
import { chooseEncoding, compress } from '#requests/compress.ts'
import type { FileSite, ServeFile } from '#requests/file-route.ts'
import { verifierKey } from '../signed-note.ts'
import { bundleOf, readTilePath, tileWidth } from '../tiles.ts'
import { findLogPolicy } from '../witnesses/server/policy-of.ts'
import { findProof } from './find-proof.ts'
import { sha256 } from './node-crypto.ts'
import { findPublicKey, findPublished, listLeaves, listTiles } from './queries.ts'

const below = filePaths.log('')

/** Hashes are sent as they are, since they do not compress. */
export function createLogFiles({ reading, openFile, services: { env } }: FileSite): ServeFile {
  return (asked) =>
    openFile(asked, 'Not found.', async (headers) => {
      const path = asked.url.pathname.slice(below.length + 1)
      const file = await loadLogFile(reading.sql, path, env)
      if (!file) return null
      const isHashes = /^tile\/\d/.test(path)
      const body = typeof file.body === 'string' ? new TextEncoder().encode(file.body) : file.body
      const encoding = isHashes ? 'identity' : chooseEncoding(asked.request.headers.get('accept-encoding'))
      return new Response(compress(body, encoding) as Uint8Array<ArrayBuffer>, {
        headers: {
          ...headers,
          'content-type': file.contentType,
          vary: 'accept-encoding',
          'cache-control': file.cacheControl,
          ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
        },
      })
    })
}

type LogFile = { body: Uint8Array | string; contentType: string; cacheControl: string }

const bytes = 'application/octet-stream'
/** Each checkpoint follows within seconds. */
const fewSeconds = 'public, max-age=2'
/** A tile's path says how wide it is, so its content never changes. */
const forEver = 'public, max-age=31536000, immutable'
const numberPattern = /^proof\/([\w-]{1,40})\.json$/

/** C2SP tlog-tiles, with the key and proofs of entries. `path` is below `/log/`; null without such a file. */
export async function loadLogFile(sql: SqlRunner, path: string, env: Pick<Env, 'witnesses'>): Promise<LogFile | null> {
  const asText = (body: string) => ({ body, contentType: 'text/plain; charset=utf-8', cacheControl: fewSeconds })
  if (path === 'policy') {
    const policy = await findLogPolicy(sql, env)
    return policy === null ? null : asText(policy)
  }
  if (path === 'checkpoint' || path === 'key') {
    const [key] = await findPublicKey(sql, { purpose: 'log' })
    if (!key) return null
    if (path === 'key') return asText(`${await verifierKey(sha256, key)}\n`)
    const [checkpoint] = await findPublished(sql, { origin: key.name })
    return checkpoint ? asText(checkpoint.note) : null
  }
  const [, number] = numberPattern.exec(path) ?? []
  if (number) {
    const proof = await findProof(sql, { number })
    if (!proof || proof === 'broken') return null
    return {
      body: JSON.stringify(proof === 'waiting' ? { waiting: true } : proof),
      contentType: 'application/json',
      cacheControl: fewSeconds,
    }
  }
  const tile = readTilePath(path)
  if (!tile) return null
  const { level, index, width } = tile
  if (level === 'entries') {
    const first = index * tileWidth
    const leaves = await listLeaves(sql, { first, end: first + width })
    if (leaves.length < width) return null
    return { body: bundleOf(leaves.map(({ leaf }) => leaf)), contentType: bytes, cacheControl: forEver }
  }
  const [found] = await listTiles(sql, [{ level, index, width }])
  return found ? { body: found.hashes, contentType: bytes, cacheControl: forEver } : null
}
