import type { SqlRunner } from '#database/sql.ts'

/** A file that waits for its check, with what was sent of it still there. */
export const findUnchecked = (sql: SqlRunner, { fileId }: { fileId: string }) => sql<
  { id: string; application_id: string; name: string; bytes: number; uploaded_at: string }[]
>`
  select f.id, f.application_id, f.name, u.bytes, f.uploaded_at
  from evidence_files f join evidence_uploads u on u.id = f.id
  where f.id = ${fileId}::uuid and f.state = 'checking'`

/** A part of a piece. @param input.position position from 0 @param input.from in bytes, from 0 @param input.bytes at most so many */
export const readPiece = (
  sql: SqlRunner,
  input: { uploadId: string; position: number; from: number; bytes: number },
) => sql<{ content: Uint8Array }[]>`
  select substring(content from ${input.from}::integer + 1 for ${input.bytes}::integer) as content
  from evidence_upload_pieces where upload_id = ${input.uploadId}::uuid and position = ${input.position}::integer`

/** No row for a file that was purged meanwhile. */
export const setReady = (
  sql: SqlRunner,
  input: {
    fileId: string
    name: string
    mediaType: string
    bytes: number
    sha256: Uint8Array
    pages: number | null
    scan: 'clean' | 'unscanned'
  },
) => sql<{ id: string }[]>`
  update evidence_files set state = 'ready', name = ${input.name}::text, media_type = ${input.mediaType}::text,
    bytes = ${input.bytes}::integer, sha256 = ${input.sha256}::bytea, pages = ${input.pages}::integer, scan = ${input.scan}::text,
    reason = ''
  where id = ${input.fileId}::uuid and state = 'checking'
  returning id`

/** No row for a file that was purged meanwhile. */
export const setRefused = (
  sql: SqlRunner,
  input: { fileId: string; scan: 'waiting' | 'clean' | 'infected' | 'unscanned'; reason: string },
) => sql<{ id: string }[]>`
  update evidence_files set state = 'refused', scan = ${input.scan}::text, reason = ${input.reason}::text
  where id = ${input.fileId}::uuid and state = 'checking'
  returning id`

export const setWaiting = (sql: SqlRunner, { fileId, reason }: { fileId: string; reason: string }) => sql<
  Record<string, never>[]
>`
  update evidence_files set reason = ${reason}::text where id = ${fileId}::uuid and state = 'checking'`

/** What was sent goes, with its pieces. */
export const dropUpload = (sql: SqlRunner, { uploadId }: { uploadId: string }) => sql<Record<string, never>[]>`
  delete from evidence_uploads where id = ${uploadId}::uuid`

/** No row for a file that is not there, or purged already. */
export const setPurged = (sql: SqlRunner, input: { fileId: string; by: string; now: string }) => sql<
  { id: string; application_id: string; criterion_id: string }[]
>`
  update evidence_files set state = 'purged', purged_at = ${input.now}::timestamptz, purged_by = ${input.by}::text, reason = ''
  where id = ${input.fileId}::uuid and state <> 'purged'
  returning id, application_id, criterion_id`

/** Whether nothing of a file may be left in the store: it is purged or refused, or its row is gone. */
export const isOver = (sql: SqlRunner, { fileId }: { fileId: string }) => sql<{ is_over: boolean }[]>`
  select not exists (
    select from evidence_files where id = ${fileId}::uuid and state in ('checking', 'ready')
  ) as is_over`
