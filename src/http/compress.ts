import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { readOnce, readQualities } from './read-preferences.ts'

export type Encoding = 'zstd' | 'br' | 'gzip' | 'identity'

/** The best encoding that both ends know. zstd level 1 takes a third of the time of gzip 6 for the same size. */
export function chooseEncoding(acceptEncoding: string | null): Encoding {
  return acceptEncoding ? choose(acceptEncoding) : 'identity'
}

const choose = readOnce((header): Encoding => {
  const qualities = readQualities(header)
  const ours: Encoding[] = ['zstd', 'br', 'gzip']
  const wanted = Math.max(...ours.map((name) => qualities.get(name) ?? 0))
  if (wanted === 0 || (qualities.get('identity') ?? 0) > wanted) return 'identity'
  return ours.find((name) => qualities.get(name) === wanted) ?? 'identity'
})

/** Whether what is packed while it is sent, which is gzip alone, can be read at the other end. */
export function takesGzip(acceptEncoding: string | null): boolean {
  return acceptEncoding !== null && readsGzip(acceptEncoding)
}

const readsGzip = readOnce((header) => (readQualities(header).get('gzip') ?? 0) > 0)

/** Compresses at the level that suits an answer made now. */
export function compress(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  if (encoding === 'zstd') return Bun.zstdCompressSync(bytes as Uint8Array<ArrayBuffer>, { level: 1 })
  if (encoding === 'br') return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  if (encoding === 'gzip') return gzipSync(bytes, { level: 6 })
  return bytes
}

/** The plain bytes of what was compressed with zstd. */
export function decompress(bytes: Uint8Array): Uint8Array {
  return Bun.zstdDecompressSync(bytes as Uint8Array<ArrayBuffer>)
}
