import { cleanJpeg, isTooLarge, type Size } from './clean-jpeg.ts'
import { readOffice } from './read-office.ts'
import type { RefusalId } from './refusals.ts'

export const mediaTypes = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type Ending = keyof typeof mediaTypes

/** `parts`: what is kept of it. A picture in HEIC has to be made a JPEG. */
type RecognisedFile = { kind: Ending; parts: Uint8Array[] } | { kind: 'heic' } | { refused: RefusalId }

/** By its content alone, from its first byte on. */
export async function recognise(bytes: Buffer): Promise<RecognisedFile> {
  try {
    return await kindOf(bytes)
  } catch (problem) {
    // A length in it leads beyond its end.
    if (problem instanceof RangeError) return { refused: 'damaged' }
    throw problem
  }
}

async function kindOf(bytes: Buffer): Promise<RecognisedFile> {
  const begins = (text: string) => bytes.subarray(0, text.length).toString('latin1') === text
  // The end of a PDF is near the end of the file: it has arrived whole, and is not the beginning of something else.
  const isWhole = bytes.subarray(-2048).includes('%%EOF')
  if (begins('%PDF-')) return isWhole ? { kind: 'pdf', parts: [bytes] } : { refused: 'damaged' }
  if (begins('\xff\xd8\xff')) return picture('jpg', cleanJpeg(bytes))
  if (bytes.subarray(0, pngSignature.length).equals(pngSignature)) return picture('png', cleanPng(bytes))
  if (isHeic(bytes)) {
    const size = heicSize(bytes)
    if (!size) return { refused: 'damaged' }
    return isTooLarge(size) ? { refused: 'pixels' } : { kind: 'heic' }
  }
  if (begins('PK\x03\x04')) {
    const found = await readOffice(bytes)
    return found === 'docx' || found === 'xlsx' ? { kind: found, parts: [bytes] } : { refused: found }
  }
  return { refused: refusalOf(bytes) }
}

function picture(kind: 'jpg' | 'png', cleaned: ReturnType<typeof cleanJpeg>): RecognisedFile {
  if (!cleaned) return { refused: 'damaged' }
  return isTooLarge(cleaned) ? { refused: 'pixels' } : { kind, parts: cleaned.parts }
}

const archives = ['PK\x05\x06', 'Rar!', '7z\xbc\xaf', '\x1f\x8b']

/** For what people send most often by mistake. */
function refusalOf(bytes: Buffer): RefusalId {
  const begin = bytes.subarray(0, 1024)
  const text = begin.toString('latin1')
  if (begin.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))) return 'oldOffice'
  if (/^(GIF8|BM|II\*\0|MM\0\*)/.test(text) || /^RIFF.{4}WEBP/s.test(text) || /^.{4}ftypavi/s.test(text))
    return 'picture'
  if (archives.some((signature) => text.startsWith(signature))) return 'archive'
  if (/<\s*(!doctype|html|svg|script|body|head|\?xml)/i.test(text)) return 'markup'
  return 'unknown'
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** Texts, times, Exif and the frames of an animation are left out. */
const kept = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'bKGD', 'pHYs'])

/** @returns null for a damaged file. */
function cleanPng(bytes: Buffer): (Size & { parts: Uint8Array[] }) | null {
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

/** The kinds of HEIF files that hold pictures in HEVC, as cameras write them. */
const brands = /^(heic|heix|heim|heis|hevc|hevx)$/

function isHeic(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return false
  const end = Math.min(bytes.readUInt32BE(0), 256, bytes.length)
  for (let at = 8; at + 4 <= end; at += 4) if (brands.test(bytes.toString('latin1', at, at + 4))) return true
  return false
}

/** Of the largest picture in it. */
function heicSize(bytes: Buffer): Size | null {
  const meta = find(bytes, 'meta')
  // A version and flags come before the boxes in it.
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

/** Of an ISO base media file (ISO 14496-12). */
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
