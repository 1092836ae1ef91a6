import { crc32, deflateRawSync } from 'node:zlib'

type FixtureEntry = {
  name: string
  content: string | Uint8Array
  /** What the directory says of its size; the truth when left out. */
  declared?: number
  isEncrypted?: boolean
}

/** A ZIP archive for tests, as honest as its entries. */
export function zipOf(entries: FixtureEntry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, declared, isEncrypted } of entries) {
    const bytes = Buffer.from(content as Uint8Array)
    const packed = deflateRawSync(bytes)
    const title = Buffer.from(name)
    const facts = Buffer.alloc(22)
    facts.writeUInt16LE(isEncrypted ? 1 : 0, 0)
    facts.writeUInt16LE(8, 2)
    facts.writeUInt32LE(crc32(bytes), 8)
    facts.writeUInt32LE(packed.length, 12)
    facts.writeUInt32LE(declared ?? bytes.length, 16)
    facts.writeUInt16LE(title.length, 20)
    const local = Buffer.concat([Buffer.from('PK\x03\x04\x14\0', 'latin1'), facts, Buffer.alloc(2), title, packed])
    const place = Buffer.alloc(4)
    place.writeUInt32LE(offset)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\0\x14\0', 'latin1'), facts, Buffer.alloc(12), place, title]),
    )
    locals.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...directory, end])
}

const main = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
  docm: 'application/vnd.ms-word.document.macroEnabled.main+xml',
}

/** A Word or Excel document with these parts beside its list of types. */
export function officeOf(kind: keyof typeof main, parts: FixtureEntry[] = []): Buffer {
  const types = `<Types><Override PartName="/word/document.xml" ContentType="${main[kind]}"/></Types>`
  const document = { name: 'word/document.xml', content: '<document>A plan</document>'.repeat(50) }
  return zipOf([{ name: '[Content_Types].xml', content: types }, document, ...parts])
}
