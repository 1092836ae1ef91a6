import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'

export type ZipEntry = {
  name: string
  /** Unpacked, as the archive declares it. */
  bytes: number
  packed: Buffer
  isDeflated: boolean
}

const signatures = { entry: 0x04034b50, directory: 0x02014b50 }
const maxEntries = 5000

/** @returns null for an archive that is damaged, encrypted or made to deceive: with bytes before its entries, or shared between them. */
export function readZip(bytes: Buffer): ZipEntry[] | null {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + 22 + bytes.readUInt16LE(end + 20) !== bytes.length) return null
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count === 0 || count > maxEntries) return null
  const entries: ZipEntry[] = []
  const spans: [from: number, to: number][] = []
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== signatures.directory) return null
    const [flags, method] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10)]
    const [size, declared] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
    const nameBytes = bytes.readUInt16LE(at + 28)
    const begin = bytes.readUInt32LE(at + 42)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameBytes)
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    const isEncrypted = (flags & 1) !== 0
    if (isEncrypted || (method !== 0 && method !== 8) || begin + 30 > end) return null
    if (bytes.readUInt32LE(begin) !== signatures.entry) return null
    const from = begin + 30 + bytes.readUInt16LE(begin + 26) + bytes.readUInt16LE(begin + 28)
    if (from + size > end || (method === 0 && size !== declared)) return null
    spans.push([begin, from + size])
    entries.push({ name, bytes: declared, packed: bytes.subarray(from, from + size), isDeflated: method === 8 })
  }
  spans.sort(([one], [other]) => one - other)
  const isApart = spans.every(([from], index) => index === 0 || from >= spans[index - 1]![1])
  return isApart && spans[0]![0] === 0 ? entries : null
}

/** @returns its bytes; Infinity as soon as they are more than it declares; null where it cannot be unpacked. */
export async function unpack(entry: ZipEntry, keep?: (piece: Buffer) => void): Promise<number | null> {
  if (!entry.isDeflated) {
    keep?.(entry.packed)
    return entry.packed.length
  }
  let size = 0
  const inflate = createInflateRaw()
  const source = Readable.from(slices(entry.packed))
  source.pipe(inflate)
  try {
    for await (const piece of inflate) {
      size += piece.length
      if (size > entry.bytes) return Number.POSITIVE_INFINITY
      keep?.(piece)
    }
    return size
  } catch {
    return null
  } finally {
    source.destroy()
    inflate.destroy()
  }
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
