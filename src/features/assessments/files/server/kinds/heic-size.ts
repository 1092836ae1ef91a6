import type { Size } from './pixels.ts'

/** The kinds of HEIF files that hold pictures in HEVC, as cameras write them. */
const brands = /^(heic|heix|heim|heis|hevc|hevx)$/

/** Whether a file begins as a picture in HEIC does. */
export function isHeic(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return false
  const end = Math.min(bytes.readUInt32BE(0), 256, bytes.length)
  for (let at = 8; at + 4 <= end; at += 4) if (brands.test(bytes.toString('latin1', at, at + 4))) return true
  return false
}

/** The largest picture that a HEIC file says it holds; null where it says nothing. */
export function heicSize(bytes: Buffer): Size | null {
  const meta = find(bytes, 'meta')
  // A version and flags stand before the boxes in it.
  const properties = meta && find(meta.subarray(4), 'iprp')
  const list = properties && find(properties, 'ipco')
  const sizes = [...boxes(list ?? Buffer.alloc(0))]
    .filter(({ type, content }) => type === 'ispe' && content.length >= 12)
    .map(({ content }) => ({ width: content.readUInt32BE(4), height: content.readUInt32BE(8) }))
  return sizes.toSorted((one, other) => other.width * other.height - one.width * one.height)[0] ?? null
}

function find(bytes: Buffer, wanted: string): Buffer | null {
  for (const { type, content } of boxes(bytes)) if (type === wanted) return content
  return null
}

/** The boxes of an ISO base media file (ISO 14496-12) that stand one after the other. */
function* boxes(bytes: Buffer): Generator<{ type: string; content: Buffer }> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const given = bytes.readUInt32BE(at)
    const isLong = given === 1 && at + 16 <= bytes.length
    const length = given === 0 ? bytes.length - at : isLong ? Number(bytes.readBigUInt64BE(at + 8)) : given
    if (length < (isLong ? 16 : 8) || at + length > bytes.length) return
    yield {
      type: bytes.toString('latin1', at + 4, at + 8),
      content: bytes.subarray(at + (isLong ? 16 : 8), at + length),
    }
    at += length
  }
}
