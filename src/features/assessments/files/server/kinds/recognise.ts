import { cleanJpeg } from './clean-jpeg.ts'
import { cleanPng, pngSignature } from './clean-png.ts'
import { heicSize, isHeic } from './heic-size.ts'
import { isTooLarge } from './pixels.ts'
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

/** What a file is: with what is kept of it, or as a picture in HEIC, which has to be made a JPEG; or why it is refused. */
type Recognised = { kind: Ending; parts: Uint8Array[] } | { kind: 'heic' } | { refused: RefusalId }

/** Says what a file is by its content alone. Only what it is from its first byte on counts: nothing may stand before that. */
export async function recognise(bytes: Buffer): Promise<Recognised> {
  try {
    return await kindOf(bytes)
  } catch (problem) {
    // A length in it leads behind its end.
    if (problem instanceof RangeError) return { refused: 'damaged' }
    throw problem
  }
}

async function kindOf(bytes: Buffer): Promise<Recognised> {
  const begins = (text: string) => bytes.subarray(0, text.length).toString('latin1') === text
  if (begins('%PDF-')) return isWholePdf(bytes) ? { kind: 'pdf', parts: [bytes] } : { refused: 'damaged' }
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

function picture(kind: 'jpg' | 'png', cleaned: ReturnType<typeof cleanJpeg>): Recognised {
  if (!cleaned) return { refused: 'damaged' }
  return isTooLarge(cleaned) ? { refused: 'pixels' } : { kind, parts: cleaned.parts }
}

/** Its end has to be near the end of the file: then it has arrived whole, and is not the beginning of something else. */
function isWholePdf(bytes: Buffer): boolean {
  return bytes.subarray(-2048).includes('%%EOF')
}

const archives = ['PK\x05\x06', 'Rar!', '7z\xbc\xaf', '\x1f\x8b']

/** Words for what people send most often by mistake. */
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
