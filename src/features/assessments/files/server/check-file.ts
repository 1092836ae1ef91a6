import pLimit from 'p-limit'
import { addJob } from '#database/add-job.ts'
import { camel } from '#database/camel.ts'
import { recordChange } from '#database/record-change.ts'
import type { Sql } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { type Content, convert } from '#process/convert.ts'
import type { Services } from '#requests/services.ts'
import { fileLimits, safeFileName } from '../rules.ts'
import type { EvidenceFile } from '../schema.ts'
import { type Ending, mediaTypes } from './kinds/recognise.ts'
import { type RefusalId, refusals } from './kinds/refusals.ts'
import { deleteStoredFile, storeKey } from './purge-file.ts'
import { dropUpload } from './queries.ts'

const infected = 'The virus scanner found something harmful in this file. It was deleted. Send a clean copy.'
const waiting =
  'We cannot reach the virus scanner at the moment. No one can open the file until it is scanned. We try again automatically.'

type UncheckedFile = { id: string; applicationId: string; name: string; bytes: number; uploadedAt: Instant }

/** A check reads a file of up to 20 MB several times: this process checks one, and one more job waits for it. */
const oneAtATime = pLimit(1)

/** A job that is added again takes the place of the first. */
export function checkKey(fileId: string): string {
  return `evidence ${fileId}`
}

/** Scans, recognises and cleans a file that has arrived, and stores it: until then nobody can read it. */
export async function checkEvidenceFile({ fileId }: { fileId: string }, services: Services): Promise<void> {
  if (oneAtATime.pendingCount === 0) {
    return await oneAtATime(async () => {
      await check(fileId, services)
      // Otherwise the next check begins beside the texts by which the driver has read and stored this file.
      Bun.gc(true)
    })
  }
  // A job that waited here would keep mails and the rest of the queue waiting.
  const runAt = new Date(services.now().getTime() + 2000 + Math.random() * 4000).toISOString()
  await addJob(services.sql, 'check-evidence-file', { fileId }, { key: checkKey(fileId), runAt })
}

async function check(fileId: string, services: Services): Promise<void> {
  const { sql, scanner, files } = services
  const [file] = await camel(sql)<UncheckedFile[]>`
    select f.id, f.application_id, f.name, u.bytes, f.uploaded_at
    from evidence_files f join evidence_uploads u on u.id = f.id
    where f.id = ${fileId}::uuid and f.state = 'checking'`
  if (!file) return
  // Read again part by part for each use, so that it is never held whole.
  const content = () => partsOf(sql, file)
  const scanned = scanner ? await scanner.scan(content()) : ({ kind: 'unscanned' } as const)
  if (scanned.kind === 'infected')
    return await refuse(sql, file, { scan: 'infected', reason: infected }, scanned.signature)
  const read = await readDocument(content())
  const scan = scanned.kind === 'unavailable' ? 'waiting' : scanned.kind
  if ('refused' in read) return await refuse(sql, file, { scan, reason: refusals[read.refused] })
  if (scanned.kind === 'unavailable') return await waitForScanner(services, file, scanned.reason)
  const { kind, pages } = read
  const mediaType = mediaTypes[kind]
  const hash = new Bun.CryptoHasher('sha256')
  let bytes = 0
  const counted = async function* () {
    for await (const part of read.isAsSent ? content() : [read.kept]) {
      hash.update(part)
      bytes += part.length
      yield part
    }
  }
  await files.put(storeKey(fileId), counted(), mediaType)
  const [name, sha256] = [withEnding(file.name, kind), hash.digest()]
  const isKept = await sql.begin(async (transaction) => {
    await dropUpload(transaction, { uploadId: fileId })
    const [set] = await transaction<{ id: string }[]>`
      update evidence_files set state = 'ready', name = ${name}::text, media_type = ${mediaType}::text, bytes = ${bytes}::integer,
        sha256 = ${sha256}::bytea, pages = ${pages}::integer, scan = ${scanned.kind}::text, reason = ''
      where id = ${fileId}::uuid and state = 'checking'
      returning id`
    return Boolean(set)
  })
  // It was purged in the meantime, or another process has just checked it.
  if (!isKept) await deleteStoredFile({ fileId }, services)
}

/** In bytes: the driver reads a value as text of twice its length. */
const partBytes = 128 * 1024

async function* partsOf(sql: Sql, { id, bytes }: UncheckedFile): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes; ) {
    const position = Math.floor(at / fileLimits.pieceBytes)
    const from = at - position * fileLimits.pieceBytes
    const [found] = await sql<{ content: Uint8Array }[]>`
      select substring(content from ${from}::integer + 1 for ${partBytes}::integer) as content
      from evidence_upload_pieces where upload_id = ${id}::uuid and position = ${position}::integer`
    if (!found?.content.length) throw new Error('A piece of a finished upload is missing.')
    yield found.content
    at += found.content.length
  }
}

/** @param signature of a virus: goes into the audit log. */
async function refuse(
  sql: Sql,
  { id, applicationId: application }: UncheckedFile,
  { scan, reason }: Pick<EvidenceFile, 'scan' | 'reason'>,
  signature?: string,
): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`
      update evidence_files set state = 'refused', scan = ${scan}::text, reason = ${reason}::text
      where id = ${id}::uuid and state = 'checking'`
    await dropUpload(transaction, { uploadId: id })
    if (signature !== undefined)
      await recordChange(transaction, {
        actor: { kind: 'job', name: 'check-evidence-file' },
        subject: { kind: 'evidence', id },
        action: 'infected',
        after: { application, signature },
      })
  })
}

/** Asks again after half of the time that the file has waited: from half a minute to a quarter of an hour. */
async function waitForScanner({ sql, log, now }: Services, file: UncheckedFile, why: string): Promise<void> {
  log.error('scanner unavailable', { reason: why })
  const waited = (now().getTime() - Date.parse(file.uploadedAt)) / 1000
  const runAt = new Date(now().getTime() + Math.min(Math.max(waited / 2, 30), 900) * 1000).toISOString()
  await sql.begin(async (transaction) => {
    await transaction`
      update evidence_files set reason = ${waiting}::text where id = ${file.id}::uuid and state = 'checking'`
    await addJob(transaction, 'check-evidence-file', { fileId: file.id }, { key: checkKey(file.id), runAt })
  })
}

/** Programs open a file by its ending. */
function withEnding(name: string, kind: Ending): string {
  const endings: Record<Ending, RegExp> = {
    pdf: /\.pdf$/i,
    jpg: /\.jpe?g$/i,
    png: /\.png$/i,
    docx: /\.docx$/i,
    xlsx: /\.xlsx$/i,
  }
  if (endings[kind].test(name)) return name
  return safeFileName(`${name.replace(/\.(hei[cf]|jpe?g|png|pdf|docx|xlsx)$/i, '')}.${kind}`)
}

/** `isAsSent`: it is stored as it was sent. */
export type ReadDocument = { kind: Ending; pages: number | null; isAsSent: boolean } | { refused: RefusalId }

/** Recognises, cleans and opens a document in a process of its own. @returns `kept` is empty where it is stored as it was sent. */
async function readDocument(content: Content): Promise<ReadDocument & { kept: Uint8Array }> {
  const made = await convert({ kind: 'read' }, content)
  // It took too long or too much memory, so it may harm a program that opens it.
  if ('refused' in made) return { refused: 'damaged', kept: new Uint8Array() }
  const end = made.bytes.indexOf(0x0a)
  const result = JSON.parse(new TextDecoder().decode(made.bytes.subarray(0, end))) as ReadDocument
  return { ...result, kept: made.bytes.subarray(end + 1) }
}
