import { namesTwice } from '#wire/names-twice.ts'
import { fromBase64url } from '../signed-note.ts'
import { logProofHeading } from './log-proof.ts'
import { jwsPattern, largestCredential } from './verdict.ts'

/** A compact JWS, or JSON with a proof. */
export type FoundCredential = string | Record<string, unknown>

/** Ours are smaller: a certificate has about 300 KB. */
export const largestFile = 20 * 1024 * 1024

/** Of the credential, as Open Badges has it, and of the proof of the public log. */
const pngKeywords = ['openbadgecredential\0', 'tlog-proof\0']
const embedded = '/EmbeddedFile'
/** In characters; ours have about 6,000. */
const largestPicture = 512 * 1024
/** How often a PDF may name embedded files; ours do so a few times. */
const maxMentions = 200

/** `logProof` is beside the credential: no signature of ours covers it. */
type FileContent =
  | { credential: FoundCredential; logProof?: string }
  | { verdict: 'no-credential' | 'altered' | 'several' | 'program' | 'proof-alone' }

/** Of several that say the same, as in a certificate, the first; if they differ, none: programs disagree on which counts. */
export async function readCredential(bytes: Uint8Array<ArrayBuffer>): Promise<FileContent> {
  // One letter for each byte, so that places in the text are places in the file.
  const letters = new TextDecoder('latin1').decode(bytes)
  if (letters.startsWith('PNG', 1)) return oneOf(textsOfPng(bytes, letters))
  if (letters.startsWith('%PDF')) return oneOf(await textsOfPdf(bytes, letters))
  const text = new TextDecoder().decode(bytes)
  if (!/<(?:[\w-]+:)?svg\b/.test(text)) return oneOf([text])
  if (text.length > largestPicture) return { verdict: 'no-credential' }
  const content = oneOf(textsOfSvg(text))
  return 'credential' in content && canRun.test(text) ? { verdict: 'program' } : content
}

function oneOf(texts: string[]): FileContent {
  const found = texts.map(readText).filter((each) => each !== null)
  if (found.includes('altered')) return { verdict: 'altered' }
  const credentials = found as Exclude<(typeof found)[number], 'altered'>[]
  const [first] = credentials
  const [logProof, ...proofs] = new Set(texts.filter(isLogProof))
  if (!first) return { verdict: logProof ? 'proof-alone' : 'no-credential' }
  if (new Set(credentials.map(claimsOf)).size > 1 || proofs.length > 0) return { verdict: 'several' }
  return { credential: first.credential, ...(logProof ? { logProof } : {}) }
}

export const isLogProof = (text: string) => text.startsWith(`${logProofHeading}\n`)

/** `altered` when an object has a name twice: programs differ in which one counts, so we sign no such thing. */
function readText(text: string): { credential: FoundCredential } | 'altered' | null {
  const trimmed = text.trim()
  if (jwsPattern.test(trimmed)) return { credential: trimmed }
  if (!trimmed.startsWith('{') || trimmed.length > largestCredential) return null
  try {
    const value = JSON.parse(trimmed) as Record<string, unknown>
    if (!Array.isArray(value.type)) return null
    return namesTwice(trimmed, value) ? 'altered' : { credential: value }
  } catch {
    return null
  }
}

/** Without the proof and the claims that a JWS adds. */
function claimsOf({ credential }: { credential: FoundCredential }): string {
  if (typeof credential !== 'string') return sorted(credential, ['proof'])
  try {
    const bytes = fromBase64url(credential.split('.')[1]!)
    const payload = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
    return sorted(payload, ['iss', 'jti', 'sub', 'iat', 'nbf', 'exp'])
  } catch {
    return credential
  }
}

function sorted(value: Record<string, unknown>, without: string[]): string {
  const kept = Object.entries(value).filter(([name]) => !without.includes(name))
  return JSON.stringify(Object.fromEntries(kept), (_, item) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)))
      : item,
  )
}

/** Chunks `iTXt` with one of the keywords (PNG, 11.3.3.4), not compressed. */
function textsOfPng(bytes: Uint8Array, letters: string): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const texts: string[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const from = at + 8
    const keyword = letters.startsWith('iTXt', at + 4) && pngKeywords.find((each) => letters.startsWith(each, from))
    if (keyword) {
      // After the keyword: two bytes of compression, then language and translated keyword, each ended by a zero.
      const language = letters.indexOf('\0', from + keyword.length + 2)
      const translated = letters.indexOf('\0', language + 1)
      texts.push(new TextDecoder().decode(bytes.subarray(translated + 1, from + length)))
    }
    at = from + length + 4
  }
  return texts
}

/** What runs, brings in HTML or styles, or leads elsewhere; and entities, which could hide any of these. */
const canRun =
  /<(?:[\w-]+:)?(?:script|foreignObject|iframe|handler)\b|<(?:!DOCTYPE|!ENTITY|\?xml-stylesheet)\b|<[^\s<>]+(?:\s+[^\s=<>]+\s*=\s*(?:"[^"]*"|'[^']*'))*?\s+(?:on[a-z]+\s*=|(?:[\w-]+:)?href\s*=\s*["'](?!#))/i

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function textsOfSvg(text: string): string[] {
  const proofs = [...text.matchAll(/<tlog:proof\b[^<>]*>([^<]*)<\/tlog:proof>/g)].map(([, escaped]) =>
    escaped!.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name]!),
  )
  const credentials = [...text.matchAll(/<openbadges:credential\b([^>]*)>(?:\s*<!\[CDATA\[([\s\S]*?)\]\]>)?/g)].flatMap(
    ([, attributes, json]) =>
      [/\bverify="([\w.-]+)"/.exec(attributes!)?.[1], json].filter((each) => each !== undefined),
  )
  return [...proofs, ...credentials]
}

/** ISO 32000-2, 7.11.4. A stream is always in the file itself, after its dictionary. */
async function textsOfPdf(bytes: Uint8Array<ArrayBuffer>, letters: string): Promise<string[]> {
  const texts: string[] = []
  let mentions = 0
  for (let at = letters.indexOf(embedded); at >= 0; at = letters.indexOf(embedded, at + 1)) {
    if (++mentions > maxMentions) return []
    const head = /^[\s\S]{0,600}?stream\r?\n/.exec(letters.slice(at, at + 700))
    if (!head || head[0].includes('endobj')) continue
    const from = at + head[0].length
    const before = letters.slice(Math.max(at - 2000, 0), from)
    const dictionary = before.slice(Math.max(before.lastIndexOf(' obj', before.length - head[0].length), 0))
    // When its length is elsewhere in the file, a stream is found by its end, before which is one line end.
    const [, length] = /\/Length (\d+)(?! \d+ R)\b/.exec(dictionary) ?? []
    const end = length ? from + Number(length) : endOfStream(letters, from)
    const packed = bytes.subarray(from, end)
    texts.push(new TextDecoder().decode(dictionary.includes('/FlateDecode') ? await inflate(packed) : packed))
  }
  return texts
}

function endOfStream(letters: string, from: number): number {
  const end = letters.indexOf('endstream', from)
  if (end < 0) return letters.length
  const lineEnd = /\r?\n$/.exec(letters.slice(end - 2, end))?.[0] ?? ''
  return end - lineEnd.length
}

/** As much as a credential can have; nothing of a broken stream. */
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
