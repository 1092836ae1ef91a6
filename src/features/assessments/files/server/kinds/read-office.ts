import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import type { RefusalId } from './refusals.ts'

/** In bytes. */
const unpackedLimit = 200 * 1024 * 1024
const typesLimit = 1024 * 1024
const relationsLimit = 8 * 1024 * 1024

const kinds = [
  { main: 'wordprocessingml.document.main+xml', kind: 'docx' },
  { main: 'spreadsheetml.sheet.main+xml', kind: 'xlsx' },
] as const

const programs = /(^|\/)(vba(project|data)[^/]*|macrosheets\/[^/]*|activex\/[^/]*|dialogsheets\/[^/]*)$/i

const relations = /\.rels$|(^|[/\\])_rels[/\\]/i
const embedded = /(^|[/\\])embeddings[/\\]/i

/** Refuses documents that hold programs or other documents, fetch something, or cannot be unpacked without harm. */
export async function readOffice(bytes: Buffer): Promise<'docx' | 'xlsx' | RefusalId> {
  const entries = readZip(bytes)
  if (!entries) return 'damaged'
  if (entries.reduce((sum, entry) => sum + entry.bytes, 0) > unpackedLimit) return 'unpacked'
  const listed = entries.filter(({ name }) => name === '[Content_Types].xml')
  if (listed.length === 0) return 'archive'
  const types = listed.length === 1 ? await textOf(listed[0]!, typesLimit) : null
  // It is not one, or hides its words.
  if (!types?.includes('<Types') || /&#|<!/.test(types)) return 'damaged'
  if (entries.some(({ name }) => /(^|[/\\])\.\.([/\\]|$)|^[/\\]/.test(name))) return 'damaged'
  if (/macroenabled|vbaproject/i.test(types) || entries.some(({ name }) => programs.test(name))) return 'macros'
  const found = kinds.find(({ main }) => types.includes(`application/vnd.openxmlformats-officedocument.${main}`))
  if (!found) return 'archive'
  // The directory may lie about sizes.
  for (const entry of entries) {
    const size = await unpack(entry)
    if (size !== entry.bytes) return size === Number.POSITIVE_INFINITY ? 'unpacked' : 'damaged'
  }
  if (entries.some(({ name }) => embedded.test(name))) return 'linked'
  for (const entry of entries.filter(({ name }) => relations.test(name))) {
    const text = await textOf(entry, relationsLimit)
    const refused = text === null ? 'damaged' : readRelations(text)
    if (refused) return refused
  }
  return found.kind
}

async function textOf(entry: ZipEntry, limit: number): Promise<string | null> {
  if (entry.bytes > limit) return null
  const pieces: Buffer[] = []
  if ((await unpack(entry, (piece) => pieces.push(piece))) !== entry.bytes) return null
  return Buffer.concat(pieces).toString('utf8')
}

/** The last words of a relationship's type that brings a document, a program or a template with it. */
const embedding =
  /\/(oleObject|package|aFChunk|attachedTemplate|subDocument|frame|control|externalLink\w*|xlExternalLink\w*|webextension\w*)$/i
const hyperlinks = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink',
  'http://purl.oclc.org/ooxml/officeDocument/relationships/hyperlink',
]

const element = /<(?:[^\s<>/:="']+:)?Relationship(?=[\s/>])/g
const wholeElement = /<(?:[^\s<>/:="']+:)?Relationship((?:\s+[^\s<>/="']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/g
const attribute = /([^\s<>/="']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g

/** Programs follow relationships by themselves, except links to pages. @returns null where they fetch and embed nothing. */
function readRelations(text: string): 'linked' | 'damaged' | null {
  // The program that opens it may read what we cannot.
  const encoding = /^\ufeff?<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)/.exec(text)?.[1] ?? 'utf-8'
  if (!/<(?:[^\s<>/:="']+:)?Relationships[\s/>]/.test(text) || /<!/.test(text) || !/^(utf-8|us-ascii)$/i.test(encoding))
    return 'damaged'
  const found = [...text.matchAll(wholeElement)]
  if (found.length !== (text.match(element)?.length ?? 0)) return 'damaged'
  for (const [, attributes = ''] of found) {
    const named = new Map([...attributes.matchAll(attribute)].map(([, name, one, other]) => [name, one ?? other ?? '']))
    const type = named.get('Type') ?? ''
    const isInside = /^(internal)?$/i.test(named.get('TargetMode') ?? '')
    // A character reference in a type is only there to hide it.
    if (type.includes('&') || embedding.test(type) || !(isInside || hyperlinks.includes(type))) return 'linked'
  }
  return null
}

type ZipEntry = {
  name: string
  /** Unpacked, as the archive declares it. */
  bytes: number
  packed: Buffer
  isDeflated: boolean
}

const signatures = { entry: 0x04034b50, directory: 0x02014b50 }
const maxEntries = 5000

/** @returns null for an archive that is damaged, encrypted or made to deceive: with bytes before its entries, or shared between them. */
function readZip(bytes: Buffer): ZipEntry[] | null {
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
async function unpack(entry: ZipEntry, keep?: (piece: Buffer) => void): Promise<number | null> {
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
