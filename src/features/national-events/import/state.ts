import type { ImportRow } from './server/queries.ts'

export type NationalImportData = {
  /** The import of the address; null for the form. */
  current: ImportRow | null
  latest: Pick<ImportRow, 'id' | 'file_name' | 'state' | 'summary' | 'created_by_name' | 'created_at'>[]
  /** Why the last post was not taken. */
  problem: string | null
}
