import { jwsPattern, largestCredential } from './verdict.ts'

/** A credential as it was found in a file: a compact JWS, or JSON with a proof. */
export type FoundCredential = string | Record<string, unknown>

/** Larger files are not ours; a certificate has about 300 KB. In bytes. */
export const largestFile = 20 * 1024 * 1024

const pngKeyword = 'openbadgecredential\0'

/** Finds the credential in a certificate (PDF), a picture (PNG, SVG), or in its own file (JSON, JWS). Null where there is none. */
export async function readCredential(bytes: Uint8Array<ArrayBuffer>): Promise<FoundCredential | null> {
  // One letter for each byte, so that places in the text are places in the file.
  const letters = new TextDecoder('latin1').decode(bytes)
  if (letters.startsWith('PNG', 1)) return readText(textOfPng(bytes, letters))
  if (letters.startsWith('%PDF')) return await readPdf(bytes, letters)
  const text = new TextDecoder().decode(bytes)
  return text.includes('<openbadges:credential') ? readText(textOfSvg(text)) : readText(text)
}

function readText(text: string | null): FoundCredential | null {
  const trimmed = text?.trim() ?? ''
  if (jwsPattern.test(trimmed)) return trimmed
  if (!trimmed.startsWith('{') || trimmed.length > largestCredential) return null
  try {
    const value = JSON.parse(trimmed) as Record<string, unknown>
    return Array.isArray(value.type) ? value : null
  } catch {
    return null
  }
}

/** The text of the first chunk `iTXt` with the keyword of Open Badges (PNG, 11.3.3.4): not compressed. */
function textOfPng(bytes: Uint8Array, letters: string): string | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const from = at + 8
    if (letters.startsWith('iTXt', at + 4) && letters.startsWith(pngKeyword, from)) {
      // Behind the keyword: two bytes of compression, then language and translated keyword, each with a zero behind it.
      const language = letters.indexOf('\0', from + pngKeyword.length + 2)
      const translated = letters.indexOf('\0', language + 1)
      return new TextDecoder().decode(bytes.subarray(translated + 1, from + length))
    }
    at = from + length + 4
  }
  return null
}

function textOfSvg(text: string): string | null {
  const [, jws] = /<openbadges:credential\b[^>]*\bverify="([\w.-]+)"/.exec(text) ?? []
  const [, json] = /<openbadges:credential\b[^>]*>\s*<!\[CDATA\[([\s\S]*?)\]\]>/.exec(text) ?? []
  return jws ?? json ?? null
}

/** The first embedded file of a PDF that is a credential (ISO 32000-2, 7.11.4). A stream always stands in the file itself, with its dictionary before it. */
async function readPdf(bytes: Uint8Array<ArrayBuffer>, letters: string): Promise<FoundCredential | null> {
  for (let at = letters.indexOf('/EmbeddedFile'); at >= 0; at = letters.indexOf('/EmbeddedFile', at + 1)) {
    const head = /^[\s\S]{0,600}?stream\r?\n/.exec(letters.slice(at, at + 700))
    if (!head || head[0].includes('endobj')) continue
    const from = at + head[0].length
    const dictionary = letters.slice(Math.max(letters.lastIndexOf(' obj', at), 0), from)
    // A length that stands elsewhere in the file is found by the end of the stream; before it is one line end.
    const [, length] = /\/Length (\d+)(?! \d+ R)\b/.exec(dictionary) ?? []
    const end = length
      ? from + Number(length)
      : letters.slice(0, letters.indexOf('endstream', from)).replace(/\r?\n$/, '').length
    const packed = bytes.subarray(from, end)
    const isPacked = dictionary.includes('/FlateDecode')
    const found = readText(new TextDecoder().decode(isPacked ? await inflate(packed) : packed))
    if (found) return found
  }
  return null
}

/** As much of a zlib stream as a credential can have; nothing of one that is broken. */
async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  const out: number[] = []
  try {
    while (out.length <= largestCredential * 4) {
      const { done, value } = await reader.read()
      if (done) break
      out.push(...value)
    }
    await reader.cancel()
  } catch {
    return new Uint8Array()
  }
  return Uint8Array.from(out)
}
