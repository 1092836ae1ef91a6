import pLimit from 'p-limit'
import { addJob } from '#database/add-job.ts'
import { recordChange } from '#database/record-change.ts'
import type { Sql, SqlRunner } from '#database/sql.ts'
import type { Services } from '#requests/services.ts'
import { fileLimits, safeFileName } from '../rules.ts'
import { dropUpload, findUnchecked, readPiece, setReady, setRefused, setWaiting } from './check-queries.ts'
import { readDocument } from './kinds/read-document.ts'
import { type Ending, mediaTypes } from './kinds/recognise.ts'
import { refusals } from './kinds/refusals.ts'
import { deleteStoredFile } from './purge-file.ts'
import { storeKey } from './store-key.ts'

const infected = 'The virus scanner found something harmful in this file. It was deleted. Send a clean copy.'
const waiting =
  'We cannot reach the virus scanner at the moment. No one can open the file until it is scanned. We try again automatically.'

type Unchecked = { id: string; application_id: string; name: string; bytes: number; uploaded_at: string }

/** A check reads a file of up to 20 MB several times: this process checks one, and one more job waits for it. */
const oneAtATime = pLimit(1)

/** Files by whose job they are known to the queue: added again, it takes the place of the first. */
export function checkKey(fileId: string): string {
  return `evidence ${fileId}`
}

/**
 * Checks a file that has arrived: asks the scanner, recognises it by its content, takes out what it says beside its picture, and stores
 * it. Until then it lies apart and nobody can read it. Done again, it does nothing more.
 */
export async function checkEvidenceFile({ fileId }: { fileId: string }, services: Services): Promise<void> {
  if (oneAtATime.pendingCount === 0) {
    return await oneAtATime(async () => {
      await check(fileId, services)
      // The next check would begin beside what this one has left: the texts that twenty megabytes were read and stored by.
      Bun.gc(true)
    })
  }
  // Whoever waited here would keep mails and the rest of the queue waiting.
  const runAt = new Date(services.now().getTime() + 2000 + Math.random() * 4000).toISOString()
  await addJob(services.sql, 'check-evidence-file', { fileId }, { key: checkKey(fileId), runAt })
}

async function check(fileId: string, services: Services): Promise<void> {
  const { sql, scanner, files } = services
  const [file] = await findUnchecked(sql, { fileId })
  if (!file) return
  // Read anew for each use, part by part: it is never held whole.
  const content = () => partsOf(sql, file)
  const scanned = scanner ? await scanner.scan(content()) : ({ kind: 'unscanned' } as const)
  if (scanned.kind === 'infected') return await refuseInfected(sql, file, scanned.signature)
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
  const ready = { fileId, name: withEnding(file.name, kind), mediaType, bytes, sha256: hash.digest(), pages }
  const isKept = await sql.begin(async (transaction) => {
    await dropUpload(transaction, { uploadId: fileId })
    const [set] = await setReady(transaction, { ...ready, scan: scanned.kind })
    return Boolean(set)
  })
  // It was purged meanwhile, or another process has just checked it.
  if (!isKept) await deleteStoredFile({ fileId }, services)
}

/** How much is read at once, in bytes: the driver reads a value as text of twice its length. */
const partBytes = 128 * 1024

async function* partsOf(sql: Sql, { id: uploadId, bytes }: Unchecked): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes; ) {
    const position = Math.floor(at / fileLimits.pieceBytes)
    const part = { uploadId, position, from: at - position * fileLimits.pieceBytes, bytes: partBytes }
    const [found] = await readPiece(sql, part)
    if (!found?.content.length) throw new Error('A piece of a finished upload is missing.')
    yield found.content
    at += found.content.length
  }
}

async function refuse(
  sql: Sql,
  { id }: Unchecked,
  why: { scan: 'waiting' | 'clean' | 'unscanned'; reason: string },
): Promise<void> {
  await sql.begin(async (transaction) => await drop(transaction, id, why))
}

async function refuseInfected(
  sql: Sql,
  { id, application_id: application }: Unchecked,
  signature: string,
): Promise<void> {
  await sql.begin(async (transaction) => {
    await drop(transaction, id, { scan: 'infected', reason: infected })
    await recordChange(transaction, {
      actor: { kind: 'job', name: 'check-evidence-file' },
      subject: { kind: 'evidence', id },
      action: 'infected',
      after: { application, signature },
    })
  })
}

async function drop(
  transaction: SqlRunner,
  fileId: string,
  why: { scan: 'waiting' | 'clean' | 'infected' | 'unscanned'; reason: string },
): Promise<void> {
  await setRefused(transaction, { fileId, ...why })
  await dropUpload(transaction, { uploadId: fileId })
}

/** Asks again: half a minute later at first, and after half as long again as it has waited, at most a quarter of an hour. */
async function waitForScanner({ sql, log, now }: Services, file: Unchecked, why: string): Promise<void> {
  log.error('scanner unavailable', { reason: why })
  const waited = (now().getTime() - Date.parse(file.uploaded_at)) / 1000
  const runAt = new Date(now().getTime() + Math.min(Math.max(waited / 2, 30), 900) * 1000).toISOString()
  await sql.begin(async (transaction) => {
    await setWaiting(transaction, { fileId: file.id, reason: waiting })
    await addJob(transaction, 'check-evidence-file', { fileId: file.id }, { key: checkKey(file.id), runAt })
  })
}

/** The name with the ending of what the file is: what a program opens it with goes by that. */
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
