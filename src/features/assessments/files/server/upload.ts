import { addJob } from '#database/add-job.ts'
import { type CamelSql, camel } from '#database/camel.ts'
import { takePoints } from '#database/rate-limit.ts'
import type { SqlRunner, Transaction } from '#database/sql.ts'
import type { Day, Instant } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import { mailboxKey } from '#domain/mail-address.ts'
import { closedEvidence } from '#features/assessments/evidence/server/queries.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import { dayMissing, dayOver, fileLimits, noDayGiven, pieceCount, pieceSize, safeFileName } from '../rules.ts'
import type { StartUpload, UploadState } from '../schema.ts'
import { checkKey } from './check-file.ts'
import { spaceProblem } from './document-space.ts'
import { isApplicant } from './may-read-file.ts'
import { noteStored } from './note-stored.ts'
import {
  addPiece,
  addUpload,
  dropAbandoned,
  findAsked,
  findUpload,
  lockApplication,
  readUsage,
  type UploadRow,
} from './queries.ts'

/** What is known of an upload whose sender this browser may act for; null for every other. */
export async function ownUpload(sql: SqlRunner, uploadId: string, visitor: Visitor): Promise<UploadRow | null> {
  const [row] = await findUpload(sql, { uploadId })
  const own =
    row && (await isApplicant(visitor, { applicationId: row.application_id, organisationId: row.organisation_id }))
  return own ? row : null
}

export function uploadState({ id, bytes, positions }: UploadRow): UploadState {
  const there = new Set(positions)
  const toSend = Array.from({ length: pieceCount(bytes) }, (_, position) => position).filter((at) => !there.has(at))
  return { id, pieceBytes: fileLimits.pieceBytes, received: toSend[0] ?? pieceCount(bytes), toSend }
}

/**
 * Begins an upload, where the application's limits leave room for it.
 *
 * @param options.lastDayLater whether a last day that is missing may be said once the document has arrived.
 * @param options.wrongDay whether one was given that cannot be taken, so that it is asked for again.
 * @returns its id, and whether its last day is still wanted; or why not.
 */
export async function startUpload(
  { sql, now, env }: Pick<Services, 'sql' | 'now' | 'env'>,
  visitor: Visitor,
  { applicationId, criterionId, name, bytes, expiresOn = null, noLastDay = false }: StartUpload,
  { lastDayLater = false, wrongDay = false } = {},
): Promise<{ id: string; wantsLastDay: boolean } | Failure> {
  const asked = await askedFor(sql, visitor, { applicationId, criterionId })
  if (isFailure(asked)) return asked
  const wantsLastDay = wrongDay || (asked.has_last_day && expiresOn === null && !noLastDay)
  const problem = wantsLastDay && !lastDayLater ? noDayGiven : pastDay(expiresOn, now())
  if (problem) return lastDayFailure(problem)
  const moment = now().toISOString()
  return await sql.begin(async (transaction) => {
    await lockApplication(transaction, { applicationId })
    const [usage] = await readUsage(transaction, { applicationId, now: moment })
    const full = fullness(usage!, bytes)
    if (full) return failure('conflict', full)
    const crowded = await spaceProblem(transaction, env, bytes)
    if (crowded) return crowded
    const sent = await takeBytes(transaction, [visitor.address, mailboxKey(asked.email)], bytes)
    if (sent) return sent
    const upload = { applicationId, criterionId, name: safeFileName(name), bytes, expiresOn, wantsLastDay, now: moment }
    const [added] = await addUpload(transaction, upload)
    return { id: added!.id, wantsLastDay }
  })
}

/** Why a document's own last day is not taken; null where it is. */
export function pastDay(expiresOn: string | null, now: Date): string | null {
  return expiresOn !== null && expiresOn < londonDay(now) ? dayOver : null
}

function lastDayFailure(message: string): Failure {
  return failure('invalid', `${message}.`, { fields: [{ field: 'expiresOn', message }] })
}

/** Takes the last day of a document that has arrived without it, which is then checked. @returns its criterion, or why not. */
export async function sayLastDay(
  sql: CamelSql & { raw: Transaction },
  input: { applicationId: string; uploadId: string; expiresOn: Day | null; noLastDay: boolean; now: Instant },
): Promise<{ criterionId: string } | Failure> {
  const { applicationId, uploadId, expiresOn, noLastDay, now } = input
  const problem = expiresOn === null && !noLastDay ? dayMissing : pastDay(expiresOn, new Date(now))
  if (problem) return lastDayFailure(problem)
  // No row where it has been said, or the document is gone.
  const [set] = await sql<{ id: string; criterionId: string }[]>`
    update evidence_uploads set expires_on = ${expiresOn}::date, wants_last_day = false
    where id = ${uploadId}::uuid and application_id = ${applicationId}::uuid and wants_last_day and finished_at is null
    returning id, criterion_id`
  if (!set || !(await finishWithin(sql.raw, set.id, now)))
    return failure('conflict', 'This document is not here any more.')
  return { criterionId: set.criterionId }
}

/** What an assessment asks of documents for this criterion of this application, or why nothing can be sent for it. */
async function askedFor(
  sql: SqlRunner,
  visitor: Visitor,
  { applicationId, criterionId }: { applicationId: string; criterionId: string },
): Promise<{ email: string; has_last_day: boolean } | Failure> {
  const [asked] = await findAsked(sql, { applicationId, criterionId })
  const ids = { applicationId, organisationId: asked?.organisation_id ?? '' }
  if (!asked || !(await isApplicant(visitor, ids)))
    return failure('forbidden', 'Only the browser that sent the application can send documents for it.')
  if (asked.is_asked) return (await closedEvidence(camel(sql), applicationId)) ?? asked
  const message = 'The assessment does not ask for this'
  return failure('invalid', `${message}.`, { fields: [{ field: 'criterionId', message }] })
}

function fullness(usage: { kept: number; of_day: number; unfinished: number }, bytes: number): string | null {
  if (usage.unfinished >= fileLimits.unfinished)
    return `${fileLimits.unfinished} files are already being sent. Wait until one is finished, or cancel one.`
  if (usage.kept + bytes > fileLimits.applicationBytes)
    return 'With this file, the application would have more than 200 MB. Send a smaller one.'
  if (usage.of_day + bytes > fileLimits.applicationBytes)
    return 'With this file, you would send more than 200 MB in a day. Send it tomorrow.'
  return null
}

/** Counts what a network and a mailbox send in a day, in kilobytes: one person may apply as often as they like. */
async function takeBytes(transaction: Transaction, senders: string[], bytes: number): Promise<Failure | null> {
  const limit = { name: 'evidence-kilobytes', points: fileLimits.senderBytes / 1024, seconds: 24 * 3600 }
  for (const sender of senders) {
    const key = new Bun.CryptoHasher('sha256').update(sender).digest('base64url')
    const { isUsedUp } = await takePoints(transaction, limit, key, Math.ceil(bytes / 1024))
    if (isUsedUp) return failure('conflict', 'You have sent more than 400 MB in a day. Send it tomorrow.')
  }
  return null
}

/** Stores one piece. What comes back is stored for good: the statement has been committed. */
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
  noteStored(content.length)
  return stored.length > 0 ? null : failure('conflict', 'We already have this file.')
}

/** Ends an upload of which everything is there; its file is then checked by the queue. @returns false where a piece is missing. */
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

/** Deletes the uploads that were begun too long ago and never finished, with the pieces that have arrived of them. */
export async function deleteUnfinishedUploads(
  _: Record<string, never>,
  { sql, now }: Pick<Services, 'sql' | 'now'>,
): Promise<void> {
  const before = new Date(now().getTime() - fileLimits.unfinishedHours * 3_600_000).toISOString()
  await dropAbandoned(sql, { before })
}
