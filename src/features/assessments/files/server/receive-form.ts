import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { camel } from '#database/camel.ts'
import { isDay } from '#domain/calendar-day.ts'
import { byteTurns, type Turn } from '#process/byte-turns.ts'
import { bodyPieces } from '#process/read-body.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { checkInput } from '#wire/check-input.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import { fileLimits } from '../rules.ts'
import { type FileForm, fileFormSchema } from '../schema.ts'
import { addPiece, dropUnfinished } from './queries.ts'
import { collectAfterStoring, finishWhole, pastDay, startUpload } from './upload.ts'

/** 20 MB take a quarter of an hour at a quarter of a megabit in a second: a slower form ends where others wait. */
const turns = byteTurns({ max: 16, ofOne: 6, graceMs: 10_000, slowest: 25_000, longestMs: 15 * 60_000 })
/** For the other fields of the form, in bytes. */
const seamBytes = 64 * 1024

/** `undated`: the id of an upload that waits for its last day. `day`: one that was given and cannot be taken. */
type FormOutcome = { criterionId: string; undated: string | null; day: string } | Failure
type FormContext = {
  applicationId: string
  announced: number
  visitor: Visitor
  services: Pick<Services, 'sql' | 'now' | 'env'>
}

const tooLarge = failure('too-large', 'The file is larger than 20 MB. Send a smaller one, or split it in two.')
const unreadable = failure('malformed', 'We did not get the whole form.')

/** Applications whose forms are being read. */
const reading = new Set<string>()

/** One document by a form without a script. Whether it can be taken is known before its file is read, which is stored in pieces as it comes. */
export async function receiveForm(
  request: Request,
  applicationId: string,
  visitor: Visitor,
  services: Pick<Services, 'sql' | 'now' | 'env'>,
): Promise<FormOutcome> {
  const [applicant] = await camel(services.sql)<{ organisationId: string }[]>`
    select organisation_id from applications where id = ${applicationId}::uuid`
  if (!applicant || !(await visitor.isOwnerOf(applicationId, applicant.organisationId)))
    return failure('forbidden', 'Only the browser that sent the application can send documents for it.')
  const { headers } = request
  const type = headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type)) return failure('unsupported', 'There was no file in the form.')
  const length = Number(headers.get('content-length') ?? fileLimits.fileBytes)
  if (length > fileLimits.fileBytes + seamBytes) return tooLarge
  if (reading.has(applicationId)) return busy('Another of your documents is still being sent.')
  reading.add(applicationId)
  try {
    const about = { applicationId, announced: Math.min(length, fileLimits.fileBytes), visitor, services }
    const taken = await turns.take(visitor.address, (turn) => readForm(request, type, about, turn))
    return taken === 'ended' ? busy('Many documents are being sent at the moment.') : taken
  } finally {
    reading.delete(applicationId)
  }
}

function busy(sentence: string): Failure {
  return failure('unavailable', `${sentence} Wait 30 seconds, go back and send it again.`, { retryAfter: 30 })
}

/** Reads no faster than the file is stored. */
async function readForm(
  request: Request,
  type: string,
  about: FormContext,
  { signal, count }: Turn,
): Promise<FormOutcome> {
  const fields: Record<string, string> = Object.create(null)
  const stop = new AbortController()
  let found: { file: BusboyFileStream; taken: Promise<FormOutcome> } | undefined
  try {
    const limits = { files: 1, fields: 10, fieldSize: 1000, fileSize: fileLimits.fileBytes, headerPairs: 20 }
    const parser = new Busboy({ headers: { 'content-type': type }, limits })
    parser.on('field', (name: string, value: string) => {
      fields[name] = value
    })
    parser.on('file', (_, file, name) => {
      // Its reader gets its errors; without a reader they mean nothing.
      file.on('error', () => {})
      const taken = takeFile(about, fields, name, file)
      // Once it is not taken, nobody reads the rest.
      taken.then(
        (outcome) => isFailure(outcome) && stop.abort(),
        () => stop.abort(),
      )
      found = { file, taken }
    })
    const limit = { bytes: fileLimits.fileBytes + seamBytes, signal: AbortSignal.any([stop.signal, signal]), count }
    await pipeline(Readable.from(bodyPieces(request, limit)), parser, { signal: limit.signal })
  } catch {
    found?.file.destroy(new ConnectionLost())
  }
  return (await found?.taken) ?? unreadable
}

class ConnectionLost extends Error {}

/** The fields of a form come before its file. */
async function takeFile(
  { applicationId, announced, visitor, services }: FormContext,
  fields: Record<string, string>,
  name: string,
  file: BusboyFileStream,
): Promise<FormOutcome> {
  const day = (fields.expiresOn ?? '').slice(0, 10)
  // The file would be lost with the form, and a browser does not choose it again by itself.
  const wrongDay = day !== '' && (!isDay(day) || pastDay(day, services.now()) !== null)
  const checked = checkInput(fileFormSchema, wrongDay ? { ...fields, expiresOn: '' } : fields)
  if (isFailure(checked)) return inWords(checked)
  if (!name) return failure('invalid', 'Choose a file first.')
  const form = checked.input as FileForm
  const upload = { ...form, noLastDay: fields.noLastDay === 'on', applicationId, name, bytes: Math.max(1, announced) }
  const begun = await startUpload(services, visitor, upload, { lastDayLater: true, wrongDay })
  if (isFailure(begun)) return inWords(begun)
  const refused = await storeFile(services, begun, file).catch(async (problem) => {
    await dropUnfinished(services.sql, { uploadId: begun.id })
    if (problem instanceof ConnectionLost || file.errored) return unreadable
    throw problem
  })
  if (refused) await dropUnfinished(services.sql, { uploadId: begun.id })
  const { criterionId } = form
  return refused ?? { criterionId, undated: begun.wantsLastDay ? begun.id : null, day: wrongDay ? day : '' }
}

/** @returns why the file is not taken; null once it has arrived whole. */
async function storeFile(
  services: Pick<Services, 'sql' | 'now' | 'env'>,
  { id: uploadId, wantsLastDay }: { id: string; wantsLastDay: boolean },
  file: BusboyFileStream,
): Promise<Failure | null> {
  const piece = Buffer.alloc(fileLimits.pieceBytes)
  let filled = 0
  let position = 0
  const store = async () => {
    await addPiece(services.sql, { uploadId, position: position++, content: piece.subarray(0, filled) })
    collectAfterStoring(filled)
    filled = 0
  }
  for await (const chunk of file as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(piece, filled, at)
      filled += copied
      at += copied
      if (filled === piece.length) await store()
    }
  }
  if (file.truncated) return tooLarge
  const bytes = position * piece.length + filled
  if (bytes === 0) return failure('invalid', 'The file is empty. Choose another one.')
  if (filled > 0) await store()
  await services.sql`
    update evidence_uploads set bytes = ${bytes}::integer where id = ${uploadId}::uuid and finished_at is null`
  return wantsLastDay || (await finishWhole(services, uploadId)) ? null : unreadable
}

/** In the sentence of the first field, for a page that shows no fields. */
function inWords(why: Failure): Failure {
  const [first] = why.fields ?? []
  return first ? { ...why, message: `${first.message.replace(/\.$/, '')}.` } : why
}
