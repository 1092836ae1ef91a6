import { parse } from 'csv-parse/browser/esm/sync'
import { linesOfRows } from './rules.ts'

/** With commas, semicolons or tabs. Null when it is no CSV. */
export function linesOfCsv(bytes: Uint8Array): string[] | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const head = text.split('\n', 1)[0]!
    const delimiter = [',', ';', '\t'].toSorted((one, other) => head.split(other).length - head.split(one).length)[0]!
    const rows: string[][] = parse(text, { bom: true, delimiter, relax_column_count: true, relax_quotes: true })
    return text.includes('\u0000') ? null : linesOfRows(rows)
  } catch {
    return null
  }
}

/** Null when it is neither CSV nor a workbook. */
export async function linesOfFile(file: File): Promise<string[] | null> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (!isArchive) return linesOfCsv(bytes)
  try {
    const { readSheet } = await import('read-excel-file/universal')
    return linesOfRows(await readSheet(bytes.buffer))
  } catch {
    return null
  }
}
