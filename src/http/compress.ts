import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export type Encoding = 'zstd' | 'br' | 'gzip' | 'identity'

/** The best encoding that both ends know. zstd level 1 takes a third of the time of gzip 6 for the same size. */
export function chooseEncoding(acceptEncoding: string | null): Encoding {
  if (!acceptEncoding) return 'identity'
  let chosen = chosenFor.get(acceptEncoding)
  if (!chosen) {
    chosen = choose(acceptEncoding)
    if (chosenFor.size < mostHeaders) chosenFor.set(acceptEncoding, chosen)
  }
  return chosen
}

/** Browsers send a handful of different headers; whoever makes up more is answered all the same. */
const mostHeaders = 100
const chosenFor = new Map<string, Encoding>()

function choose(acceptEncoding: string): Encoding {
  if (accepts(acceptEncoding, 'zstd')) return 'zstd'
  if (accepts(acceptEncoding, 'br')) return 'br'
  if (accepts(acceptEncoding, 'gzip')) return 'gzip'
  return 'identity'
}

function accepts(header: string, name: string): boolean {
  const at = header.indexOf(name)
  return at !== -1 && !/^\s*;\s*q=0(\.0*)?\s*(,|$)/.test(header.slice(at + name.length))
}

/** Compresses at the level that suits an answer made now. */
export function compress(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  if (encoding === 'zstd') return Bun.zstdCompressSync(bytes as Uint8Array<ArrayBuffer>, { level: 1 })
  if (encoding === 'br') return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  if (encoding === 'gzip') return gzipSync(bytes, { level: 6 })
  return bytes
}

/** The plain bytes of what was compressed with zstd. */
export function unpack(bytes: Uint8Array): Uint8Array {
  return Bun.zstdDecompressSync(bytes as Uint8Array<ArrayBuffer>)
}
