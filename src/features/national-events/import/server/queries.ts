import { query } from '../../../../database/query.ts'
import type { ImportSummary } from '../../server/import-national-events.ts'
import type { ImportState } from '../rules.ts'

export type Found = {
  /** Rows of the file, refused ones too. */
  rows: number
  refused: number
  /** The first of the refused, by line. */
  problems: { line: number; reason: string }[]
  /** Columns that mean nothing to us. */
  ignored: string[]
}

export type ImportRow = {
  id: string
  file_name: string
  pieces: number
  state: ImportState
  rows_read: number
  found: Found | null
  summary: ImportSummary | null
  problem: string | null
  created_by_name: string
  created_at: string
  finished_at: string | null
}

export const addImport = query<
  [fileName: string, pieces: number, personId: string, personName: string, now: string],
  { id: string }
>('national-import/add-import')
export const addPiece = query<[importId: string, position: number, content: string], { position: number }>(
  'national-import/add-piece',
)
export const beginCheck = query<[importId: string], { id: string }>('national-import/begin-check')
export const beginImport = query<[importId: string], { id: string; file_name: string }>('national-import/begin-import')
export const readImport = query<[importId: string], ImportRow>('national-import/read-import')
export const listImports = query<
  [],
  Pick<ImportRow, 'id' | 'file_name' | 'state' | 'summary' | 'created_by_name' | 'created_at'>
>('national-import/list-imports')
export const readPiece = query<[importId: string, position: number], { content: string }>('national-import/read-piece')
export const noteProgress = query<[importId: string, rowsRead: number]>('national-import/note-progress')
export const settleImport = query<
  [
    importId: string,
    state: ImportState,
    found: Found | null,
    summary: ImportSummary | null,
    problem: string | null,
    now: string,
  ]
>('national-import/settle-import')
