import { byPerson, recordChange } from '../../../../database/record-change.ts'
import { convert } from '../../../../process/convert.ts'
import type { Services } from '../../../../requests/services.ts'
import type { Visitor } from '../../../../requests/visitor.ts'
import { mayReadFile } from './may-read-file.ts'
import { findFile } from './queries.ts'
import { storeKey } from './store-key.ts'

type Needed = Pick<Services, 'sql' | 'files'>

export type ReadFile =
  | { kind: 'file'; content: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>; mediaType: string; name: string }
  /** A PDF: pictures of so many pages, each to be asked for. */
  | { kind: 'pages'; name: string; pages: number }
  /** There is no such file, it is not ready, or it is not this visitor's to read: they are not told which. */
  | { kind: 'not-found' }
  /** It can be downloaded, and not be shown. */
  | { kind: 'not-shown' }
  /** Too many pages are being drawn. */
  | { kind: 'busy' }

/** The document itself, for its applicant and for assessors. Who reads it is written into the audit log before the first byte leaves. */
export async function downloadFile(services: Needed, visitor: Visitor, fileId: string): Promise<ReadFile> {
  const found = await findReadable(services, visitor, fileId)
  if (!found) return { kind: 'not-found' }
  const content = await services.files.read(storeKey(fileId))
  if (!content) return { kind: 'not-found' }
  await found.log('downloaded')
  return { kind: 'file', content, mediaType: found.mediaType, name: found.name }
}

/**
 * A picture of the document: a picture itself, or a page of a PDF as it was drawn here; likewise logged.
 *
 * @param page from 1; null of a PDF for the list of its pages.
 */
export async function previewFile(
  services: Needed,
  visitor: Visitor,
  fileId: string,
  page: number | null,
): Promise<ReadFile> {
  const found = await findReadable(services, visitor, fileId)
  if (!found) return { kind: 'not-found' }
  const { mediaType, name, pages } = found
  if (pages === null) return { kind: 'not-shown' }
  if (page === null && mediaType === 'application/pdf') return { kind: 'pages', name, pages }
  const shown = page ?? 1
  const isThere = Number.isInteger(shown) && shown >= 1 && shown <= pages
  const content = isThere ? await services.files.read(storeKey(fileId)) : null
  if (!content) return { kind: 'not-found' }
  await found.log('previewed', shown)
  if (mediaType !== 'application/pdf') return { kind: 'file', content, mediaType, name }
  const drawn = await convert({ kind: 'draw-page', page: shown - 1 }, content)
  if ('refused' in drawn) return { kind: drawn.refused === 'busy' ? 'busy' : 'not-shown' }
  return { kind: 'file', content: drawn.bytes, mediaType: 'image/jpeg', name: `${name}.jpg` }
}

async function findReadable({ sql }: Needed, visitor: Visitor, fileId: string) {
  const [file] = await findFile(sql, { fileId })
  if (file?.state !== 'ready' || !file.mediaType) return null
  const reader = await mayReadFile(sql, visitor, file)
  if (!reader) return null
  const { name, mediaType, pages, applicationId } = file
  const log = async (action: 'downloaded' | 'previewed', page?: number) =>
    await recordChange(sql, {
      actor: reader === 'applicant' ? { kind: 'applicant', name: 'applicant' } : byPerson(reader),
      subject: { kind: 'evidence', id: fileId },
      action,
      after: { application: applicationId, ...(page === undefined ? {} : { page }) },
    })
  return { name, mediaType, pages, log }
}
