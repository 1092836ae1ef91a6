import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { cleanJpeg } from './clean-jpeg.ts'
import { heicWithPlace, jpegWithPlace, pngWithPlace } from './pictures-fixture.ts'
import { recognise } from './recognise.ts'
import type { RefusalId } from './refusals.ts'
import { officeOf, zipOf } from './zip-fixture.ts'

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\nstartxref\n9\n%%EOF\n')

async function refusalOf(bytes: string | Buffer): Promise<RefusalId | null> {
  const found = await recognise(Buffer.from(bytes as string))
  return 'refused' in found ? found.refused : null
}
async function keptOf(bytes: Buffer): Promise<Buffer> {
  const found = await recognise(bytes)
  if (!('parts' in found)) throw new Error(JSON.stringify(found))
  return Buffer.concat(found.parts)
}

/** A PNG that says it has these sides. */
function pngOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(pngWithPlace)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

function jpegOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(jpegWithPlace)
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

function heicOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(heicWithPlace)
  const size = bytes.indexOf('ispe') + 8
  bytes.writeUInt32BE(width, size)
  bytes.writeUInt32BE(height, size + 4)
  return bytes
}

test.each([
  ['pdf', pdf],
  ['jpg', jpegWithPlace],
  ['png', pngWithPlace],
  ['heic', heicWithPlace],
  ['docx', officeOf('docx')],
  ['xlsx', officeOf('xlsx')],
])('a file is recognised by its content: %s', async (kind, bytes) => {
  expect(await recognise(bytes)).toMatchObject({ kind })
})

const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (type: string, target: string, more = '') =>
  `<Relationship Id="r1" Type="${officeRelations}/${type}" Target="${target}" ${more}/>`
const relationsOf = (part: string, relations: string) => ({
  name: part.replace(/([^/]*)$/, '$1.rels'),
  content: `<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations}</Relationships>`,
})
const ofSettings = (relations: string) => [relationsOf('word/_rels/settings.xml', relations)]
const external = 'TargetMode="External"'

/** What a reader would fetch, or open as a program of its own. */
const fetched: [string, { name: string; content: string | Buffer }[]][] = [
  ['a remote template', ofSettings(relation('attachedTemplate', 'https://evil.example/a.dotm', external))],
  ['a remote picture', ofSettings(relation('image', 'https://evil.example/a.png', external))],
  [
    'one behind a link that is allowed',
    ofSettings(
      relation('hyperlink', 'https://good.example/?a>b', external) +
        relation('frame', 'https://evil.example/', external),
    ),
  ],
  [
    'one in other marks',
    ofSettings(
      `<Relationship Id='r1' TargetMode = 'External' Type='${officeRelations}/oleObject' Target='\\\\evil.example\\a'></Relationship>`,
    ),
  ],
  [
    'one whose words are written as characters',
    ofSettings(relation('image', 'https://evil.example/a.png', 'TargetMode="&#69;xternal"')),
  ],
  [
    'one in a namespace of its own',
    ofSettings(
      `<x:Relationship xmlns:x="a" Type="${officeRelations}/image" Target="http://evil.example" ${external}/>`,
    ),
  ],
  ['an embedded object', [{ name: 'word/embeddings/oleObject1.bin', content: 'x' }]],
  ['an embedded object under another name', ofSettings(relation('oleObject', 'media/picture.bin'))],
  ['an embedded document', ofSettings(relation('package', 'media/sheet.bin'))],
  ['a page of HTML within', ofSettings(relation('aFChunk', 'media/page.html'))],
]

test('links to pages are no reason to refuse a document', async () => {
  const links = relation('hyperlink', 'https://good.example/?a>b&amp;c=1', external) + relation('image', 'media/a.png')
  expect(await recognise(officeOf('docx', ofSettings(links)))).toMatchObject({ kind: 'docx' })
  const strict = links.replaceAll(officeRelations, 'http://purl.oclc.org/ooxml/officeDocument/relationships')
  expect(await recognise(officeOf('docx', ofSettings(strict)))).toMatchObject({ kind: 'docx' })
})

describe('hostile and mistaken files are refused', () => {
  const html = '<!doctype html><script>alert(1)</script>'
  const bomb = { name: 'word/media/bomb.xml', content: Buffer.alloc(30 * 1024 * 1024) }
  test.each<[string, string | Buffer, RefusalId]>([
    ['an HTML page', html, 'markup'],
    ['an HTML page that is a PDF further down', Buffer.concat([Buffer.from(html), pdf]), 'markup'],
    ['a PDF behind a blank', Buffer.concat([Buffer.from('\n'), pdf]), 'unknown'],
    ['an SVG', '<?xml version="1.0"?><svg onload="alert(1)"/>', 'markup'],
    ['half a PDF', pdf.subarray(0, 40), 'damaged'],
    ['a PNG of 30,000 pixels', pngOf(30_000, 30_000), 'pixels'],
    ['a PNG of 70 megapixels', pngOf(7000, 10_001), 'pixels'],
    ['a JPEG of 60,000 pixels', jpegOf(60_000, 10), 'pixels'],
    ['a HEIC of 30,000 pixels', heicOf(30_000, 30_000), 'pixels'],
    ['half a PNG', pngWithPlace.subarray(0, 300), 'damaged'],
    ['half a JPEG', jpegWithPlace.subarray(0, 200), 'damaged'],
    ['half a HEIC', heicWithPlace.subarray(0, 60), 'damaged'],
    ['a zip bomb that is honest about it', officeOf('docx', Array(7).fill(bomb)), 'unpacked'],
    ['a zip bomb that lies', officeOf('docx', [{ ...bomb, declared: 1000 }]), 'unpacked'],
    ['a document shorter than it says', officeOf('docx', [{ name: 'a.xml', content: 'a', declared: 5 }]), 'damaged'],
    ['an archive', zipOf([{ name: 'run.exe', content: 'MZ' }]), 'archive'],
    ['a document with macros', officeOf('docm'), 'macros'],
    ['macros in disguise', officeOf('docx', [{ name: 'word/vbaProject.bin', content: 'x' }]), 'macros'],
    ['macros of Excel 4', officeOf('xlsx', [{ name: 'xl/macrosheets/sheet1.xml', content: 'x' }]), 'macros'],
    ...fetched.map(([what, parts]): [string, Buffer, RefusalId] => [what, officeOf('docx', parts), 'linked']),
    [
      'a workbook that is filled from another',
      officeOf('xlsx', [
        relationsOf('xl/_rels/workbook.xml', relation('externalLink', 'externalLinks/externalLink1.xml')),
      ]),
      'linked',
    ],
    [
      'relationships in words that another reader may read otherwise',
      officeOf('docx', [
        { name: 'word/_rels/settings.xml.rels', content: Buffer.from('\ufeff<Relationships/>', 'utf16le') },
      ]),
      'damaged',
    ],
    [
      'relationships with a declaration of their own',
      officeOf('docx', [
        { name: 'word/_rels/settings.xml.rels', content: '<!DOCTYPE a [<!ENTITY e "External">]><Relationships/>' },
      ]),
      'damaged',
    ],
    ['a part outside of its folder', officeOf('docx', [{ name: '../../evil.xml', content: 'x' }]), 'damaged'],
    ['an encrypted part', officeOf('docx', [{ name: 'a.xml', content: 'x', isEncrypted: true }]), 'damaged'],
    ['two lists of types', zipOf(Array(2).fill({ name: '[Content_Types].xml', content: '<Types/>' })), 'damaged'],
    ['a document behind a program', Buffer.concat([Buffer.from('PK\x03\x04MZ'), officeOf('docx')]), 'damaged'],
    ['a document before a program', Buffer.concat([officeOf('docx'), Buffer.from('MZ')]), 'damaged'],
    ['half a document', officeOf('docx').subarray(0, 300), 'damaged'],
    ['an old or locked Word file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'oldOffice'],
    ['a GIF', 'GIF89a', 'picture'],
    ['a WebP', 'RIFF1234WEBPVP8 ', 'picture'],
    ['a program', 'MZ\x90\x00', 'unknown'],
    ['nothing', '', 'unknown'],
  ])('%s', async (_, bytes, refused) => {
    expect(await refusalOf(bytes)).toBe(refused)
  })
})

test('entries that share their bytes are no document', async () => {
  const bytes = officeOf('docx', [{ name: 'a.xml', content: 'x'.repeat(500) }])
  const last = bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
  const before = bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'), last - 1)
  bytes.copy(bytes, last + 42, before + 42, before + 46)
  expect(await refusalOf(bytes)).toBe('damaged')
})

describe('what a picture tells beside itself goes', () => {
  const secrets = ['secret place', 'Invented', 'Whitby', 'GPS', 'ns.adobe.com']

  test('from a JPEG, which keeps its pixels and how it is turned', async () => {
    const kept = await keptOf(jpegWithPlace)
    for (const secret of secrets) expect(kept.includes(secret)).toBe(false)
    // What is decoded is the same, byte for byte.
    const scan = Buffer.from([0xff, 0xda])
    expect(kept.subarray(kept.indexOf(scan))).toEqual(jpegWithPlace.subarray(jpegWithPlace.indexOf(scan)))
    const exif = kept.indexOf('Exif\0\0')
    expect(kept.subarray(exif + 14, exif + 28).toString('hex')).toBe('0001011200030000000100060000'.slice(0, 28))
    expect(kept.indexOf('Exif\0\0', exif + 1)).toBe(-1)
    expect(await keptOf(kept)).toEqual(kept)
  })

  test('from a PNG', async () => {
    const kept = await keptOf(pngWithPlace)
    for (const secret of secrets) expect(kept.includes(secret)).toBe(false)
    for (const chunk of ['IHDR', 'IDAT', 'IEND']) expect(kept.includes(chunk)).toBe(true)
    expect(await keptOf(kept)).toEqual(kept)
  })

  test('and what follows its end, which may be another file', async () => {
    const tail = Buffer.from('PK\x03\x04<script>')
    expect((await keptOf(Buffer.concat([jpegWithPlace, tail]))).includes('<script>')).toBe(false)
    expect((await keptOf(Buffer.concat([pngWithPlace, tail]))).includes('<script>')).toBe(false)
  })
})

test('segments that lie about their length end the reading of a JPEG, whatever they say', () => {
  for (let at = 2; at < jpegWithPlace.length - 1; at++) {
    const bytes = Buffer.from(jpegWithPlace)
    bytes.writeUInt16BE(0xffff, at)
    expect(() => cleanJpeg(bytes)).not.toThrow()
  }
})

test.each([
  ['pdf', pdf],
  ['jpg', jpegWithPlace],
  ['png', pngWithPlace],
  ['heic', heicWithPlace],
  ['docx', officeOf('docx')],
])(
  'whatever bytes of a %s are changed or cut off, it is recognised or refused, and nothing is thrown',
  async (_, whole) => {
    const change = fc.record({ at: fc.nat(whole.length - 1), to: fc.nat(255) })
    const damage = fc.record({
      changes: fc.array(change, { maxLength: 6 }),
      length: fc.integer({ min: 4, max: whole.length }),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ changes, length }) => {
        const bytes = Buffer.from(whole)
        for (const { at, to } of changes) bytes[at] = to
        await recognise(bytes.subarray(0, length))
      }),
      { numRuns: 300, seed: 20_261 },
    )
  },
)
