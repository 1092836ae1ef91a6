import { addJob } from '#database/add-job.ts'
import { type CamelTransaction, camel } from '#database/camel.ts'
import { takePoints } from '#database/rate-limit.ts'
import type { SqlRunner, Transaction } from '#database/sql.ts'
import type { Day, Instant } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import { mailboxKey } from '#domain/mail-address.ts'
import { closedEvidence } from '#features/assessments/evidence/server/queries.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import {
  dayMissing,
  dayOver,
  fileLimits,
  mailedCriterion,
  noDayGiven,
  pieceCount,
  pieceSize,
  safeFileName,
} from '../rules.ts'
import type { StartUpload, UploadState } from '../schema.ts'
import { checkKey } from './check-file.ts'
import { spaceProblem } from './document-space.ts'
import { addPiece } from './queries.ts'

const collectAfterBytes = 16 * 1024 * 1024
let storedBytes = 0

/** The driver copies a value as text of twice its length; left alone, the collector lets five times what was stored pile up first. */
export function collectAfterStoring(bytes: number): void {
  storedBytes += bytes
  if (storedBytes < collectAfterBytes) return
  storedBytes = 0
  Bun.gc(true)
}

type UploadRow = {
  id: string
  applicationId: string
  organisationId: string
  bytes: number
  finishedAt: Instant | null
  /** Of the pieces that are stored. */
  positions: number[]
}

/** Null for an upload of another browser too. */
export async function ownUpload(sql: SqlRunner, uploadId: string, visitor: Visitor): Promise<UploadRow | null> {
  const [row] = await camel(sql)<UploadRow[]>`
    select u.id, u.application_id, a.organisation_id, u.bytes, u.finished_at,
      array(select position from evidence_upload_pieces p where p.upload_id = u.id order by position) as positions
    from evidence_uploads u join applications a on a.id = u.application_id
    where u.id = ${uploadId}::uuid`
  return row && (await visitor.isOwnerOf(row.applicationId, row.organisationId)) ? row : null
}

export function uploadState({ id, bytes, positions }: UploadRow): UploadState {
  const there = new Set(positions)
  const toSend = Array.from({ length: pieceCount(bytes) }, (_, position) => position).filter((at) => !there.has(at))
  return { id, pieceBytes: fileLimits.pieceBytes, received: toSend[0] ?? pieceCount(bytes), toSend }
}

/**
 * @param options.lastDayLater a missing last day may be given once the document has arrived. @param options.wrongDay one was given that cannot be
 *   taken, so it is asked for again.
 */
export async function startUpload(
  { sql, now, env }: Pick<Services, 'sql' | 'now' | 'env'>,
  visitor: Visitor,
  { applicationId, criterionId, name, bytes, expiresOn = null, noLastDay = false }: StartUpload,
  { lastDayLater = false, wrongDay = false } = {},
): Promise<{ id: string; wantsLastDay: boolean } | Failure> {
  const asked = await askedFor(sql, visitor, { applicationId, criterionId })
  if (isFailure(asked)) return asked
  const wantsLastDay = wrongDay || (asked.hasLastDay && expiresOn === null && !noLastDay)
  const problem = wantsLastDay && !lastDayLater ? noDayGiven : pastDay(expiresOn, now())
  if (problem) return lastDayFailure(problem)
  const moment = now().toISOString()
  return await sql.begin(async (transaction) => {
    // Nobody else begins an upload for the application until the transaction ends.
    await transaction<{ id: string }[]>`select id from applications where id = ${applicationId}::uuid for no key update`
    const full = await fullProblem(transaction, env, { applicationId, bytes, moment })
    if (full) return full
    const sent = await takeBytes(transaction, [visitor.address, mailboxKey(asked.email)], bytes)
    if (sent) return sent
    const [added] = await transaction<{ id: string }[]>`
      insert into evidence_uploads (application_id, criterion_id, name, bytes, expires_on, wants_last_day, begun_at)
      values (${applicationId}::uuid, ${criterionId}::text, ${safeFileName(name)}::text, ${bytes}::integer,
        ${expiresOn}::date, ${wantsLastDay}::boolean, ${moment}::timestamptz)
      returning id`
    return { id: added!.id, wantsLastDay }
  })
}

/** An attachment of an email that came in, which goes the way of every document. @returns why it is not taken, in a sentence. */
export async function storeMailedFile(
  transaction: Transaction,
  file: { applicationId: string; mailId: string; name: string; content: Uint8Array },
  { now, env }: Pick<Services, 'now' | 'env'>,
): Promise<string | null> {
  const { applicationId, mailId, name, content } = file
  const moment = now().toISOString()
  const bytes = content.length
  await transaction<{ id: string }[]>`select id from applications where id = ${applicationId}::uuid for no key update`
  const full = await fullProblem(transaction, env, { applicationId, bytes, moment })
  if (full) return full.message
  const [added] = await transaction<{ id: string }[]>`
    insert into evidence_uploads (application_id, criterion_id, name, bytes, begun_at)
    values (${applicationId}::uuid, ${mailedCriterion}::text, ${safeFileName(name)}::text, ${bytes}::integer, ${moment}::timestamptz)
    returning id`
  const { id: uploadId } = added!
  for (let position = 0; position < pieceCount(bytes); position++) {
    const piece = content.subarray(position * fileLimits.pieceBytes, (position + 1) * fileLimits.pieceBytes)
    await addPiece(transaction, { uploadId, position, content: piece })
  }
  collectAfterStoring(bytes)
  await finishWithin(transaction, uploadId, moment)
  await transaction`update evidence_files set mail_id = ${mailId}::uuid where id = ${uploadId}::uuid`
  return null
}

/** Null where the last day can be taken. */
export function pastDay(expiresOn: string | null, now: Date): string | null {
  return expiresOn !== null && expiresOn < londonDay(now) ? dayOver : null
}

function lastDayFailure(message: string): Failure {
  return failure('invalid', `${message}.`, { fields: [{ field: 'expiresOn', message }] })
}

/** For a document that has arrived without its last day; it is then checked. */
export async function sayLastDay(
  sql: CamelTransaction,
  input: { applicationId: string; uploadId: string; expiresOn: Day | null; noLastDay: boolean; now: Instant },
): Promise<{ criterionId: string } | Failure> {
  const { applicationId, uploadId, expiresOn, noLastDay, now } = input
  const problem = expiresOn === null && !noLastDay ? dayMissing : pastDay(expiresOn, new Date(now))
  if (problem) return lastDayFailure(problem)
  const [set] = await sql<{ id: string; criterionId: string }[]>`
    update evidence_uploads set expires_on = ${expiresOn}::date, wants_last_day = false
    where id = ${uploadId}::uuid and application_id = ${applicationId}::uuid and wants_last_day and finished_at is null
    returning id, criterion_id`
  if (!set || !(await finishWithin(sql.raw, set.id, now)))
    return failure('conflict', 'This document is not here any more.')
  return { criterionId: set.criterionId }
}

type AskedRow = { organisationId: string; email: string; isAsked: boolean; hasLastDay: boolean }

/** What the latest assessment asks of documents for a criterion or a condition, or why nothing can be sent for it. */
async function askedFor(
  sql: SqlRunner,
  visitor: Visitor,
  { applicationId, criterionId }: { applicationId: string; criterionId: string },
): Promise<AskedRow | Failure> {
  const [asked] = await camel(sql)<AskedRow[]>`
    select a.organisation_id, o.email, c.criterion is not null or exists (
        select from assessment_conditions n join assessments s on s.id = n.assessment_id
        where s.application_id = a.id and n.met_at is null and 'condition-' || n.id = ${criterionId}::text
      ) as is_asked, coalesce((c.criterion -> 'expires')::boolean, false) as has_last_day
    from applications a join organisations o on o.id = a.organisation_id left join lateral (
      select criterion from assessments s join criteria_versions v on v.version = s.criteria_version
      cross join jsonb_array_elements(v.criteria) as criterion
      where s.application_id = a.id and criterion ->> 'id' = ${criterionId}::text
      order by s.opened_at desc limit 1
    ) c on true
    where a.id = ${applicationId}::uuid`
  if (!asked || !(await visitor.isOwnerOf(applicationId, asked.organisationId)))
    return failure('forbidden', 'Only the browser that sent the application can send documents for it.')
  if (asked.isAsked) return (await closedEvidence(camel(sql), applicationId)) ?? asked
  const message = 'The assessment does not ask for this'
  return failure('invalid', `${message}.`, { fields: [{ field: 'criterionId', message }] })
}

/** The limits of an application, which has to be locked, and of the space for documents: `kept` or being sent, and those `ofDay`, in bytes. */
async function fullProblem(
  transaction: Transaction,
  env: Services['env'],
  { applicationId, bytes, moment }: { applicationId: string; bytes: number; moment: Instant },
): Promise<Failure | null> {
  const [usage] = await camel(transaction)<{ kept: number; ofDay: number; unfinished: number }[]>`
    select
      (select coalesce(sum(bytes), 0) from evidence_files f where f.application_id = a.id and f.state in ('checking', 'ready'))
        + u.bytes as kept,
      (select coalesce(sum(bytes), 0) from evidence_files f where f.application_id = a.id
        and f.uploaded_at > ${moment}::timestamptz - interval '1 day') + u.bytes as of_day,
      u.count as unfinished
    from applications a cross join lateral (
      select count(*) as count, coalesce(sum(bytes), 0) as bytes from evidence_uploads
      where application_id = a.id and finished_at is null
    ) u
    where a.id = ${applicationId}::uuid`
  const { kept, ofDay, unfinished } = usage!
  const full = (sentence: string) => failure('conflict', sentence)
  if (unfinished >= fileLimits.unfinished)
    return full(`${fileLimits.unfinished} files are already being sent. Wait until one is finished, or cancel one.`)
  if (kept + bytes > fileLimits.applicationBytes)
    return full('With this file, the application would have more than 200 MB. Send a smaller one.')
  if (ofDay + bytes > fileLimits.applicationBytes)
    return full('With this file, you would send more than 200 MB in a day. Send it tomorrow.')
  return await spaceProblem(transaction, env, bytes)
}

/** One person may apply as often as they like, so a network and a mailbox are counted. */
async function takeBytes(transaction: Transaction, senders: string[], bytes: number): Promise<Failure | null> {
  const limit = { name: 'evidence-kilobytes', points: fileLimits.senderBytes / 1024, seconds: 24 * 3600 }
  for (const sender of senders) {
    const key = new Bun.CryptoHasher('sha256').update(sender).digest('base64url')
    const { isUsedUp } = await takePoints(transaction, limit, key, Math.ceil(bytes / 1024))
    if (isUsedUp) return failure('conflict', 'You have sent more than 400 MB in a day. Send it tomorrow.')
  }
  return null
}

export async function takePiece(
  sql: SqlRunner,
  { id, bytes }: Pick<UploadRow, 'id' | 'bytes'>,
  position: number,
  content: Uint8Array,
): Promise<Failure | null> {
  if (position >= pieceCount(bytes)) return failure('conflict', 'This file has no such part.')
  if (content.length !== pieceSize(bytes, position))
    return failure('conflict', `This part must have ${pieceSize(bytes, position)} bytes.`)
  const stored = await addPiece(sql, { uploadId: id, position, content })
  collectAfterStoring(content.length)
  return stored.length > 0 ? null : failure('conflict', 'We already have this file.')
}

/** The queue then checks the file. @returns false where a piece is missing. */
export async function finishWhole({ sql, now }: Pick<Services, 'sql' | 'now'>, uploadId: string): Promise<boolean> {
  return await sql.begin(async (transaction) => await finishWithin(transaction, uploadId, now().toISOString()))
}

async function finishWithin(transaction: Transaction, uploadId: string, now: Instant): Promise<boolean> {
  const [file] = await transaction<{ id: string }[]>`
    with finished as (
      update evidence_uploads u set finished_at = ${now}::timestamptz
      where u.id = ${uploadId}::uuid and u.finished_at is null
        and u.bytes = (select sum(octet_length(content)) from evidence_upload_pieces p where p.upload_id = u.id)
      returning id, application_id, criterion_id, name, bytes, expires_on
    )
    insert into evidence_files (id, application_id, criterion_id, name, bytes, expires_on, uploaded_at)
    select id, application_id, criterion_id, name, bytes, expires_on, ${now}::timestamptz from finished
    returning id`
  if (file) await addJob(transaction, 'check-evidence-file', { fileId: file.id }, { key: checkKey(file.id) })
  return file !== undefined
}

export async function deleteUnfinishedUploads(
  _: Record<string, never>,
  { sql, now }: Pick<Services, 'sql' | 'now'>,
): Promise<void> {
  const before = new Date(now().getTime() - fileLimits.unfinishedHours * 3_600_000).toISOString()
  await sql`delete from evidence_uploads where begun_at < ${before}::timestamptz and finished_at is null`
}
