import type { SqlRunner } from '#database/sql.ts'
import type { EvidenceFile } from '../schema.ts'

/** Refused and purged ones too. */
export const listEvidence = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  (EvidenceFile & { isAccepted: boolean })[]
>`
  select
    id, criterion_id as "criterionId", name, media_type as "mediaType", bytes, pages, state, scan, reason, expires_on as "expiresOn",
    uploaded_at as "uploadedAt", purged_at as "purgedAt", accepted_at is not null as "isAccepted"
  from evidence_files where application_id = ${applicationId}::uuid order by uploaded_at, id`

/** No row once the upload is finished: what is being checked cannot be exchanged. @param input.position from 0. */
export const addPiece = (
  sql: SqlRunner,
  { uploadId, position, content }: { uploadId: string; position: number; content: Uint8Array },
) => sql<{ position: number }[]>`
  insert into evidence_upload_pieces (upload_id, position, content)
  select u.id, ${position}::integer, ${content}::bytea from (
    select id from evidence_uploads where id = ${uploadId}::uuid and finished_at is null for share
  ) u
  on conflict (upload_id, position) do update set content = excluded.content
  returning position`

export const findFile = (sql: SqlRunner, { fileId }: { fileId: string }) => sql<
  (EvidenceFile & { applicationId: string; organisationId: string })[]
>`
  select
    f.id, f.criterion_id as "criterionId", f.name, f.media_type as "mediaType", f.bytes, f.pages, f.state, f.scan, f.reason,
    f.expires_on as "expiresOn", f.uploaded_at as "uploadedAt", f.purged_at as "purgedAt", f.application_id as "applicationId",
    a.organisation_id as "organisationId"
  from evidence_files f join applications a on a.id = f.application_id
  where f.id = ${fileId}::uuid`

export const dropUnfinished = (sql: SqlRunner, { uploadId }: { uploadId: string }) => sql<{ id: string }[]>`
  delete from evidence_uploads where id = ${uploadId}::uuid and finished_at is null returning id`

/** What was sent goes, with its pieces. */
export const dropUpload = (sql: SqlRunner, { uploadId }: { uploadId: string }) => sql<Record<string, never>[]>`
  delete from evidence_uploads where id = ${uploadId}::uuid`
