import type { SqlRunner } from '#database/sql.ts'
import type { EvidenceFile } from '../schema.ts'

export type UploadRow = {
  id: string
  application_id: string
  organisation_id: string
  bytes: number
  finished_at: string | null
  /** Positions of the pieces that are there, in their order. */
  positions: number[]
}

/** Every file that was sent for an application, the oldest first; refused and purged ones too. */
export const listEvidence = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<EvidenceFile[]>`
  select
    id, criterion_id as "criterionId", name, media_type as "mediaType", bytes, pages, state, scan, reason, expires_on as "expiresOn",
    uploaded_at as "uploadedAt", purged_at as "purgedAt"
  from evidence_files where application_id = ${applicationId}::uuid order by uploaded_at, id`

/** Until the end of the transaction nobody else begins an upload for this application. No row for one that is not there. */
export const lockApplication = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<{ id: string }[]>`
  select id from applications where id = ${applicationId}::uuid for no key update`

/** Who applied; whether the application's assessment asks for this criterion, and for its documents' last day; no row for an application that is not there. */
export const findAsked = (
  sql: SqlRunner,
  { applicationId, criterionId }: { applicationId: string; criterionId: string },
) => sql<{ organisation_id: string; email: string; is_asked: boolean; has_last_day: boolean }[]>`
  select a.organisation_id, o.email, c.criterion is not null as is_asked, coalesce((c.criterion -> 'expires')::boolean, false) as has_last_day
  from applications a join organisations o on o.id = a.organisation_id left join lateral (
    select criterion from assessments s join criteria_versions v on v.version = s.criteria_version
    cross join jsonb_array_elements(v.criteria) as criterion
    where s.application_id = a.id and criterion ->> 'id' = ${criterionId}::text
    order by s.opened_at desc limit 1
  ) c on true
  where a.id = ${applicationId}::uuid`

/** What an application has taken of its limits: bytes that are kept or on their way, bytes of the last day, unfinished uploads. */
export const readUsage = (sql: SqlRunner, { applicationId, now }: { applicationId: string; now: string }) => sql<
  { kept: number; of_day: number; unfinished: number }[]
>`
  select
    (select coalesce(sum(bytes), 0) from evidence_files f where f.application_id = a.id and f.state in ('checking', 'ready'))
      + u.bytes as kept,
    (select coalesce(sum(bytes), 0) from evidence_files f where f.application_id = a.id
      and f.uploaded_at > ${now}::timestamptz - interval '1 day') + u.bytes as of_day,
    u.count as unfinished
  from applications a cross join lateral (
    select count(*) as count, coalesce(sum(bytes), 0) as bytes from evidence_uploads
    where application_id = a.id and finished_at is null
  ) u
  where a.id = ${applicationId}::uuid`

export const addUpload = (
  sql: SqlRunner,
  input: {
    applicationId: string
    criterionId: string
    name: string
    bytes: number
    expiresOn: string | null
    wantsLastDay: boolean
    now: string
  },
) => sql<{ id: string }[]>`
  insert into evidence_uploads (application_id, criterion_id, name, bytes, expires_on, wants_last_day, begun_at)
  values (${input.applicationId}::uuid, ${input.criterionId}::text, ${input.name}::text, ${input.bytes}::integer,
    ${input.expiresOn}::date, ${input.wantsLastDay}::boolean, ${input.now}::timestamptz)
  returning id`

/** What an upload really holds, where its size was not known before. */
export const setUploadBytes = (sql: SqlRunner, { uploadId, bytes }: { uploadId: string; bytes: number }) => sql<
  Record<string, never>[]
>`
  update evidence_uploads set bytes = ${bytes}::integer where id = ${uploadId}::uuid and finished_at is null`

export const findApplicant = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  { organisation_id: string }[]
>`
  select organisation_id from applications where id = ${applicationId}::uuid`

export const findUpload = (sql: SqlRunner, { uploadId }: { uploadId: string }) => sql<UploadRow[]>`
  select u.id, u.application_id, a.organisation_id, u.bytes, u.finished_at,
    array(select position from evidence_upload_pieces p where p.upload_id = u.id order by position) as positions
  from evidence_uploads u join applications a on a.id = u.application_id
  where u.id = ${uploadId}::uuid`

/**
 * A piece sent again takes the place of the first. No row once the upload is finished: what is being checked can't be exchanged.
 * @param input.position position from 0
 */
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

/** Deletes what was begun before `before` and never finished. */
export const dropAbandoned = (sql: SqlRunner, { before }: { before: string }) => sql<Record<string, never>[]>`
  delete from evidence_uploads where begun_at < ${before}::timestamptz and finished_at is null`
