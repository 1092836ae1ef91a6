import pLimit from 'p-limit'
import { addJob } from '../../../../database/add-job.ts'
import { recordChange } from '../../../../database/record-change.ts'
import type { Sql, SqlRunner } from '../../../../database/sql.ts'
import { type Converted, convert } from '../../../../process/convert.ts'
import type { Services } from '../../../../requests/services.ts'
import { fileLimits, safeFileName } from '../rules.ts'
import { dropUpload, findUnchecked, readPiece, setReady, setRefused, setWaiting } from './check-queries.ts'
import { pixelLimits } from './kinds/pixels.ts'
import { type Ending, mediaTypes, recognise } from './kinds/recognise.ts'
import { type RefusalId, refusals } from './kinds/refusals.ts'
import { deleteStoredFile } from './purge-file.ts'
import { storeKey } from './store-key.ts'

const infected = 'The virus scanner found something harmful in this file. It was deleted. Send a clean copy.'
const waiting =
  'We cannot reach the virus scanner at the moment. No one can open the file until it is scanned. We try again automatically.'

type Checked = { kind: Ending; parts: Uint8Array[]; pages: number | null } | { refused: RefusalId }
type Unchecked = { id: string; application_id: string; name: string; bytes: number; uploaded_at: string }

/** A check holds a file of up to 20 MB: this process holds one, and one more job waits for it. */
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
      // The next check would begin beside what this one has left: twenty megabytes, and the texts that they were read and stored by.
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
  const content = await readWhole(sql, file)
  const scanned = scanner ? await scanner.scan([content]) : ({ kind: 'unscanned' } as const)
  if (scanned.kind === 'infected') return await refuseInfected(sql, file, scanned.signature)
  const found = await recognise(content)
  const scan = scanned.kind === 'unavailable' ? 'waiting' : scanned.kind
  if ('refused' in found) return await refuse(sql, file, { scan, reason: refusals[found.refused] })
  if (scanned.kind === 'unavailable') return await waitForScanner(services, file, scanned.reason)
  const checked = await prepare(found, content)
  if ('refused' in checked) return await refuse(sql, file, { scan, reason: refusals[checked.refused] })
  const { kind, parts, pages } = checked
  const mediaType = mediaTypes[kind]
  await files.put(storeKey(fileId), parts, mediaType)
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  const ready = { fileId, name: withEnding(file.name, kind), mediaType, bytes, sha256: digestOf(parts), pages }
  const isKept = await sql.begin(async (transaction) => {
    await dropUpload(transaction, { uploadId: fileId })
    const [set] = await setReady(transaction, { ...ready, scan: scanned.kind })
    return Boolean(set)
  })
  // It was purged meanwhile, or another process has just checked it.
  if (!isKept) await deleteStoredFile({ fileId }, services)
}

/** What takes a decoder: a picture in HEIC becomes a JPEG, and a PDF is opened. */
async function prepare(
  found: Exclude<Awaited<ReturnType<typeof recognise>>, { refused: RefusalId }>,
  content: Buffer<ArrayBuffer>,
): Promise<Checked> {
  if (found.kind === 'heic') {
    const made = await convert({ kind: 'heic-to-jpeg', maxPixels: pixelLimits.all }, content)
    return 'bytes' in made ? { kind: 'jpg', parts: [made.bytes], pages: 1 } : { refused: 'unopened' }
  }
  if (found.kind === 'pdf') {
    const counted = await convert({ kind: 'count-pages' }, content)
    return isPassword(counted) ? { refused: 'password' } : { ...found, pages: pagesOf(counted) }
  }
  return { ...found, pages: found.kind === 'docx' || found.kind === 'xlsx' ? null : 1 }
}

function isPassword(counted: Converted): boolean {
  return 'refused' in counted && counted.refused === 'password'
}

/** A PDF that our program cannot open may open in another: it is kept, and shown as a download alone. */
function pagesOf(counted: Converted): number | null {
  return 'bytes' in counted ? Number(new TextDecoder().decode(counted.bytes)) || null : null
}

/** How much is read at once, in bytes: the driver reads a value as text of twice its length. */
const partBytes = 128 * 1024

/** Read a part at a time into one buffer of the file's size. */
async function readWhole(sql: Sql, { id: uploadId, bytes }: Unchecked): Promise<Buffer<ArrayBuffer>> {
  const whole = Buffer.alloc(bytes)
  for (let at = 0; at < bytes; ) {
    const position = Math.floor(at / fileLimits.pieceBytes)
    const part = { uploadId, position, from: at - position * fileLimits.pieceBytes, bytes: partBytes }
    const [found] = await readPiece(sql, part)
    if (!found?.content.length) throw new Error('A piece of a finished upload is missing.')
    whole.set(found.content, at)
    at += found.content.length
  }
  return whole
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

function digestOf(parts: Uint8Array[]): Uint8Array {
  const hash = new Bun.CryptoHasher('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
