/** What brings a document, a program or a template with it, whether it lies within or elsewhere: the last words of a relationship's type. */
const embedding =
  /\/(oleObject|package|aFChunk|attachedTemplate|subDocument|frame|control|externalLink\w*|xlExternalLink\w*|webextension\w*)$/i
const hyperlinks = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink',
  'http://purl.oclc.org/ooxml/officeDocument/relationships/hyperlink',
]

const element = /<(?:[^\s<>/:="']+:)?Relationship(?=[\s/>])/g
const wholeElement = /<(?:[^\s<>/:="']+:)?Relationship((?:\s+[^\s<>/="']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/g
const attribute = /([^\s<>/="']+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g

/**
 * Whether the relationships of an office document fetch nothing and embed nothing: a program that opens it follows them by itself, links
 * to pages excepted.
 *
 * @param text of a list of relationships.
 * @returns null where there is nothing against it.
 */
export function readRelations(text: string): 'linked' | 'damaged' | null {
  // What hides its words from us may say them to the program that opens it.
  const encoding = /^\ufeff?<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)/.exec(text)?.[1] ?? 'utf-8'
  if (!/<(?:[^\s<>/:="']+:)?Relationships[\s/>]/.test(text) || /<!/.test(text) || !/^(utf-8|us-ascii)$/i.test(encoding))
    return 'damaged'
  const found = [...text.matchAll(wholeElement)]
  if (found.length !== (text.match(element)?.length ?? 0)) return 'damaged'
  for (const [, attributes = ''] of found) {
    const named = new Map([...attributes.matchAll(attribute)].map(([, name, one, other]) => [name, one ?? other ?? '']))
    const type = named.get('Type') ?? ''
    const isInside = /^(internal)?$/i.test(named.get('TargetMode') ?? '')
    // Nobody writes the letters of a type as numbers but to hide it.
    if (type.includes('&') || embedding.test(type) || !(isInside || hyperlinks.includes(type))) return 'linked'
  }
  return null
}
