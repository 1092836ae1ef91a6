import { addJob } from '../../../../database/add-job.ts'
import type { SqlRunner } from '../../../../database/sql.ts'
import { londonDay } from '../../../../domain/london-time.ts'
import type { Services } from '../../../../requests/services.ts'
import type { Visitor } from '../../../../requests/visitor.ts'
import { type Failure, failure } from '../../../../wire/failure.ts'
import { closedRoom } from '../../evidence/server/closed-room.ts'
import { fileLimits, pieceCount, pieceSize, safeFileName } from '../rules.ts'
import type { StartUpload, UploadState } from '../schema.ts'
import { checkKey } from './check-file.ts'
import { isApplicant } from './may-read-file.ts'
import {
  addPiece,
  addUpload,
  findAsked,
  findUpload,
  finishUpload,
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

/** Begins an upload, where the application's limits leave room for it. @returns its id, or why not. */
export async function startUpload(
  { sql, now }: Pick<Services, 'sql' | 'now'>,
  visitor: Visitor,
  { applicationId, criterionId, name, bytes, expiresOn = null }: StartUpload,
): Promise<{ id: string } | Failure> {
  const refused = await refusalOf(sql, visitor, { applicationId, criterionId })
  if (refused) return refused
  if (expiresOn !== null && expiresOn < londonDay(now())) {
    const message = 'This day is over. Send a document that is still valid'
    return failure('invalid', `${message}.`, { fields: [{ field: 'expiresOn', message }] })
  }
  const moment = now().toISOString()
  return await sql.begin(async (transaction) => {
    await lockApplication(transaction, { applicationId })
    const [usage] = await readUsage(transaction, { applicationId, now: moment })
    const full = fullness(usage!, bytes)
    if (full) return failure('conflict', full)
    const upload = { applicationId, criterionId, name: safeFileName(name), bytes, expiresOn, now: moment }
    const [added] = await addUpload(transaction, upload)
    return { id: added!.id }
  })
}

/** Why nothing can be sent for this criterion of this application; null where it can. */
export async function refusalOf(
  sql: SqlRunner,
  visitor: Visitor,
  { applicationId, criterionId }: { applicationId: string; criterionId: string },
): Promise<Failure | null> {
  const [asked] = await findAsked(sql, { applicationId, criterionId })
  const ids = { applicationId, organisationId: asked?.organisation_id ?? '' }
  if (!asked || !(await isApplicant(visitor, ids)))
    return failure('forbidden', 'Only the browser that sent the application can send documents for it.')
  if (asked.is_asked) return await closedRoom(sql, applicationId)
  const message = 'The assessment does not ask for this'
  return failure('invalid', `${message}.`, { fields: [{ field: 'criterionId', message }] })
}

function fullness(usage: { kept: number; of_day: number; unfinished: number }, bytes: number): string | null {
  if (usage.unfinished >= fileLimits.unfinished)
    return `${fileLimits.unfinished} files are on their way already. Wait until one of them has arrived, or cancel one.`
  if (usage.kept + bytes > fileLimits.applicationBytes)
    return 'With this file there would be more than 200 MB for this application. Send a smaller one.'
  if (usage.of_day + bytes > fileLimits.applicationBytes)
    return 'With this file you would have sent more than 200 MB in a day. Send it tomorrow.'
  return null
}

/** Stores one piece. What comes back is stored for good: the statement has been committed. */
export async function takePiece(
  sql: SqlRunner,
  { id, bytes }: Pick<UploadRow, 'id' | 'bytes'>,
  position: number,
  content: Uint8Array,
): Promise<Failure | null> {
  if (position >= pieceCount(bytes)) return failure('conflict', 'This file has no such piece.')
  if (content.length !== pieceSize(bytes, position))
    return failure('conflict', `This piece has to hold ${pieceSize(bytes, position)} bytes.`)
  const stored = await addPiece(sql, { uploadId: id, position, content })
  return stored.length > 0 ? null : failure('conflict', 'This file has arrived already.')
}

/** Ends an upload of which everything is there; its file is then checked by the queue. @returns false where a piece is missing. */
export async function finishWhole({ sql, now }: Pick<Services, 'sql' | 'now'>, uploadId: string): Promise<boolean> {
  return await sql.begin(async (transaction) => {
    const [file] = await finishUpload(transaction, { uploadId, now: now().toISOString() })
    if (file) await addJob(transaction, 'check-evidence-file', { fileId: file.id }, { key: checkKey(file.id) })
    return Boolean(file)
  })
}
