import { readZip, unpack, type ZipEntry } from './read-zip.ts'
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
  const types = listed.length === 1 ? await contentTypes(listed[0]!) : null
  if (types === null || entries.some(({ name }) => /(^|[/\\])\.\.([/\\]|$)|^[/\\]/.test(name))) return 'damaged'
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

/** Null where it is not one, or hides its words. */
async function contentTypes(entry: ZipEntry): Promise<string | null> {
  const text = await textOf(entry, typesLimit)
  return text?.includes('<Types') && !/&#|<!/.test(text) ? text : null
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
