import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { isDay } from '#domain/calendar-day.ts'
import { byteTurns, type Turn } from '#process/byte-turns.ts'
import { bodyPieces } from '#process/read-body.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { checkInput } from '#wire/check-input.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import { fileLimits } from '../rules.ts'
import { type FileForm, fileFormSchema } from '../schema.ts'
import { isApplicant } from './may-read-file.ts'
import { noteStored } from './note-stored.ts'
import { addPiece, dropUnfinished, findApplicant, setUploadBytes } from './queries.ts'
import { finishWhole, pastDay, startUpload } from './upload.ts'

/**
 * Forms that are read at the same time, in this process. 20 MB take a quarter of an hour at a quarter of a megabit in a second; whoever
 * sends slower makes room where others wait.
 */
const turns = byteTurns({ most: 16, ofOne: 6, graceMs: 10_000, slowest: 25_000, longestMs: 15 * 60_000 })
/** Of the fields and the seams of a form beside its file, in bytes. */
const seamBytes = 64 * 1024

/** `undated`: it has arrived, and waits for its last day under this id. `day`: what was given as such and cannot be taken. */
type Taken = { criterionId: string; undated: string | null; day: string } | Failure
type About = {
  applicationId: string
  announced: number
  visitor: Visitor
  services: Pick<Services, 'sql' | 'now' | 'env'>
}

const tooLarge = failure('too-large', 'The file is larger than 20 MB. Send a smaller one, or split it in two.')
const unreadable = failure('malformed', 'We did not get the whole form.')

/** Applications whose forms are being read. */
const reading = new Set<string>()

/**
 * Takes the form that brings one document without a script. Whose it is, and whether there is room, is known before its file is read,
 * which is stored piece by piece as it comes.
 *
 * @returns for which criterion the document is, and whether its last day is still wanted, or wanted again; or why it was not taken, and nothing of it is left.
 */
export async function receiveForm(
  request: Request,
  applicationId: string,
  visitor: Visitor,
  services: Pick<Services, 'sql' | 'now' | 'env'>,
): Promise<Taken> {
  const [applicant] = await findApplicant(services.sql, { applicationId })
  if (!applicant || !(await isApplicant(visitor, { applicationId, organisationId: applicant.organisation_id })))
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

/** Reads the parts of the form as they come, and no faster than the file in it is stored. */
async function readForm(request: Request, type: string, about: About, { signal, count }: Turn): Promise<Taken> {
  const fields: Record<string, string> = Object.create(null)
  const stop = new AbortController()
  let found: { file: BusboyFileStream; taken: Promise<Taken> } | undefined
  try {
    const limits = { files: 1, fields: 10, fieldSize: 1000, fileSize: fileLimits.fileBytes, headerPairs: 20 }
    const parser = new Busboy({ headers: { 'content-type': type }, limits })
    parser.on('field', (name: string, value: string) => {
      fields[name] = value
    })
    parser.on('file', (_, file, name) => {
      // Whoever reads it hears of its errors; of one that nobody reads they mean nothing.
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
    found?.file.destroy(new BrokenOff())
  }
  return (await found?.taken) ?? unreadable
}

class BrokenOff extends Error {}

/** Stores the file of a form, whose fields stand before it. */
async function takeFile(
  { applicationId, announced, visitor, services }: About,
  fields: Record<string, string>,
  name: string,
  file: BusboyFileStream,
): Promise<Taken> {
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
    if (problem instanceof BrokenOff || file.errored) return unreadable
    throw problem
  })
  if (refused) await dropUnfinished(services.sql, { uploadId: begun.id })
  return (
    refused ?? {
      criterionId: form.criterionId,
      undated: begun.wantsLastDay ? begun.id : null,
      day: wrongDay ? day : '',
    }
  )
}

/** @returns why it is not a file that is taken; null once it has arrived whole, and is checked unless it waits for its last day. */
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
    noteStored(filled)
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
  await setUploadBytes(services.sql, { uploadId, bytes })
  return wantsLastDay || (await finishWhole(services, uploadId)) ? null : unreadable
}

/** What is wrong, in the sentence of the first field, for a page that shows no fields. */
function inWords(why: Failure): Failure {
  const [first] = why.fields ?? []
  return first ? { ...why, message: `${first.message.replace(/\.$/, '')}.` } : why
}
