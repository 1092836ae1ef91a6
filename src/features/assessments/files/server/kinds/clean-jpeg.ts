/** As the header says, before anything is decoded. */
export const pixelLimits = { side: 12_000, all: 60_000_000 }

export type Size = { width: number; height: number }

export function isTooLarge({ width, height }: Size): boolean {
  return Math.max(width, height) > pixelLimits.side || width * height > pixelLimits.all
}

const markers = { scan: 0xda, end: 0xd9, exif: 0xe1, comment: 0xfe }
/** The APPn segments that say how colours are meant. */
const keptSegments: Record<number, string> = { 224: 'JFIF\0', 226: 'ICC_PROFILE\0', 238: 'Adobe' }

/** Leaves out Exif but for the orientation, XMP, thumbnails, comments, and what follows its end. @returns null for a damaged file. */
export function cleanJpeg(bytes: Buffer): (Size & { parts: Uint8Array[] }) | null {
  const parts: Uint8Array[] = []
  let size: Size | null = null
  let orientation = 1
  let hasScan = false
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1]!
    // Any number of fill bytes may come before a marker.
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === markers.end) break
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2
      continue
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || end < at + 4) return null
    if (isFrame(marker) && end >= at + 9)
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    if (marker === markers.exif) orientation = orientationOf(bytes.subarray(at + 4, end)) ?? orientation
    if (marker === markers.scan) {
      const next = endOfScan(bytes, end)
      parts.push(bytes.subarray(at, next))
      hasScan = true
      at = next
      continue
    }
    if (isKept(marker, bytes.subarray(at + 4, end))) parts.push(segmentOf(bytes.subarray(at, end)))
    at = end
  }
  if (!size || size.width === 0 || size.height === 0 || !hasScan) return null
  const turned = orientation > 1 ? [orientationSegment(orientation)] : []
  return { ...size, parts: [Buffer.from([0xff, 0xd8]), ...turned, ...parts, Buffer.from([0xff, markers.end])] }
}

/** C0 to CF without those for tables (C4, CC) and extensions (C8). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function isKept(marker: number, content: Buffer): boolean {
  if (marker === markers.comment) return false
  if (marker < 0xe0 || marker > 0xef) return true
  const name = keptSegments[marker]
  return name !== undefined && content.subarray(0, name.length).toString('latin1') === name
}

/** JFIF may have a thumbnail behind its fourteen bytes. */
function segmentOf(segment: Buffer): Buffer {
  if (segment[1] !== 0xe0 || segment.length <= 18) return segment
  const bare = Buffer.from(segment.subarray(0, 18))
  bare.writeUInt16BE(16, 2)
  bare.writeUInt16BE(0, 16)
  return bare
}

/** At the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) break
    if (next !== 0x00 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

/** Exif's tag 0x0112: from 1 (upright) to 8. */
function orientationOf(content: Buffer): number | null {
  if (content.subarray(0, 6).toString('latin1') !== 'Exif\0\0' || content.length < 14) return null
  const tiff = content.subarray(6)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const first = long(4)
  if (first + 2 > tiff.length) return null
  const count = short(first)
  for (let entry = first + 2; entry + 12 <= tiff.length && entry < first + 2 + count * 12; entry += 12) {
    if (short(entry) !== 0x0112) continue
    const value = short(entry + 8)
    return value >= 1 && value <= 8 ? value : null
  }
  return null
}

function orientationSegment(orientation: number): Buffer {
  const directory = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  const tiff = [...Buffer.from('MM\0*\0\0\0\b', 'latin1'), ...directory]
  return Buffer.from([0xff, markers.exif, 0, 2 + 6 + tiff.length, ...Buffer.from('Exif\0\0', 'latin1'), ...tiff])
}
