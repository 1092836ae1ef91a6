import type { Size } from './pixels.ts'

export const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** The picture and how its colours are meant. Texts, times, Exif and the frames of an animation are left out. */
const kept = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'bKGD', 'pHYs'])

/**
 * A PNG without what it tells beside its picture, and without whatever follows its end.
 *
 * @returns the parts of the cleaned file, or null for one that is damaged.
 */
export function cleanPng(bytes: Buffer): (Size & { parts: Uint8Array[] }) | null {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  const parts: Uint8Array[] = [pngSignature]
  let hasData = false
  for (let at = pngSignature.length; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (kept.has(type)) parts.push(bytes.subarray(at, end))
    hasData ||= type === 'IDAT'
    if (type === 'IEND') return hasData && size.width > 0 && size.height > 0 ? { ...size, parts } : null
    at = end
  }
  return null
}
