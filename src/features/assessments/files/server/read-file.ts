import { type RateLimit, takeRateLimit } from '#database/rate-limit.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import { convert } from '#process/convert.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { fileLimits } from '../rules.ts'
import { mayReadFile } from './may-read-file.ts'
import { storeKey } from './purge-file.ts'
import { findFile } from './queries.ts'

type FileServices = Pick<Services, 'sql' | 'files'>

export type ReadFile =
  | { kind: 'file'; content: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>; mediaType: string; name: string }
  /** The pages of a PDF from `first` to `last`. */
  | { kind: 'pages'; name: string; pages: number; list: number; lists: number; first: number; last: number }
  /** Visitors do not learn whether it is missing, not ready, or not theirs. */
  | { kind: 'not-found' }
  /** It can only be downloaded. */
  | { kind: 'not-shown' }
  | { kind: 'busy' }
  /** In seconds. */
  | { kind: 'limited'; retryAfter: number }

/** Each page of a PDF is drawn. */
const previewLimit: RateLimit = { name: 'evidence-previews', points: 600, seconds: 600 }
const downloadLimit: RateLimit = { name: 'evidence-downloads', points: 100, seconds: 600 }

export async function downloadFile(services: FileServices, visitor: Visitor, fileId: string): Promise<ReadFile> {
  const found = await findReadable(services, visitor, fileId)
  if (!found) return { kind: 'not-found' }
  const retryAfter = await takeRateLimit(services.sql, downloadLimit, found.reader)
  if (retryAfter !== null) return { kind: 'limited', retryAfter }
  const content = await services.files.read(storeKey(fileId))
  if (!content) return { kind: 'not-found' }
  await found.log('downloaded')
  return { kind: 'file', content, mediaType: found.mediaType, name: found.name }
}

/** @param asked.page from 1; null of a PDF for a list of its pages. @param asked.list which list of its pages, from 1. */
export async function previewFile(
  services: FileServices,
  visitor: Visitor,
  fileId: string,
  { page, list }: { page: number | null; list: number },
): Promise<ReadFile> {
  const found = await findReadable(services, visitor, fileId)
  if (!found) return { kind: 'not-found' }
  const { mediaType, name, pages } = found
  if (pages === null) return { kind: 'not-shown' }
  const retryAfter = await takeRateLimit(services.sql, previewLimit, found.reader)
  if (retryAfter !== null) return { kind: 'limited', retryAfter }
  if (page === null && mediaType === 'application/pdf') return listOf({ name, pages }, list)
  const shown = page ?? 1
  const isThere = Number.isInteger(shown) && shown >= 1 && shown <= pages
  const content = isThere ? await services.files.read(storeKey(fileId)) : null
  if (!content) return { kind: 'not-found' }
  const isDrawn = mediaType === 'application/pdf'
  const drawn = isDrawn ? await convert({ kind: 'draw-page', page: shown - 1 }, content) : null
  if (drawn && 'refused' in drawn && drawn.refused === 'busy') return { kind: 'busy' }
  // Not before: a page that was never sent was not looked at.
  await found.log('previewed', shown)
  if (!drawn) return { kind: 'file', content, mediaType, name }
  if ('refused' in drawn) return { kind: 'not-shown' }
  return { kind: 'file', content: drawn.bytes, mediaType: 'image/jpeg', name: `${name}.jpg` }
}

function listOf({ name, pages }: { name: string; pages: number }, list: number): ReadFile {
  const lists = Math.ceil(pages / fileLimits.listedPages)
  if (!Number.isInteger(list) || list < 1 || list > lists) return { kind: 'not-found' }
  const first = (list - 1) * fileLimits.listedPages + 1
  return { kind: 'pages', name, pages, list, lists, first, last: Math.min(pages, first + fileLimits.listedPages - 1) }
}

async function findReadable({ sql }: FileServices, visitor: Visitor, fileId: string) {
  const [file] = await findFile(sql, { fileId })
  if (file?.state !== 'ready' || !file.mediaType) return null
  const reader = await mayReadFile(sql, visitor, file)
  if (!reader) return null
  const { name, mediaType, pages, applicationId } = file
  // Only staff: no row is ever taken out of that log, so no stranger may make it grow.
  const log = async (action: 'downloaded' | 'previewed', page?: number) => {
    if (reader === 'applicant') return
    await recordChange(sql, {
      actor: byPerson(reader),
      subject: { kind: 'evidence', id: fileId },
      action,
      after: { application: applicationId, ...(page === undefined ? {} : { page }) },
    })
  }
  return { name, mediaType, pages, log, reader: reader === 'applicant' ? visitor.address : reader.id }
}
