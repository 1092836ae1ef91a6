import { createHash } from 'node:crypto'
import { type RateLimit, takeRateLimit } from '#database/rate-limit.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { href } from '#pages.ts'
import { convert } from '#process/convert.ts'
import type { FileSite, RoutedRequest, ServeFile } from '#requests/file-route.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { fileLimits } from '../rules.ts'
import { mayReadFile } from './may-read-file.ts'
import { storeKey } from './purge-file.ts'
import { findFile } from './queries.ts'
import { receiveForm } from './receive-form.ts'

const tooMany = 'You have opened many documents in a short time. Wait a few minutes and try again.'

const filePath = /^\/evidence\/files\/([^/]+)(\/preview)?$/
const formPath = /^\/evidence\/([^/]+)\/files$/

/** Documents come from strangers: they are downloaded and never opened here, and only pictures of them are shown, in a sandbox. */
export function createEvidenceFiles(site: FileSite): ServeFile {
  const { services, otherMethod } = site

  return async function serve(asked) {
    const { request, visitor, url } = asked
    const [, fileId, preview] = filePath.exec(url.pathname) ?? []
    if (fileId) {
      const other = otherMethod(asked, ['GET'])
      if (other) return other
      if (!isUuid(fileId)) return await site.notFound(request)
      const read = preview
        ? await previewFile(services, visitor, fileId, url.searchParams)
        : await downloadFile(services, visitor, fileId)
      return await fileResponse(request, read, preview ? 'inline' : 'attachment')
    }
    const [, appId] = formPath.exec(url.pathname) ?? []
    if (!appId || request.method === 'GET' || request.method === 'HEAD') return null
    return otherMethod(asked, ['POST']) ?? (await takeForm(asked, appId))
  }

  async function fileResponse(request: Request, read: ReadFile, how: 'inline' | 'attachment'): Promise<Response> {
    if (read.kind === 'not-found') return await site.notFound(request)
    if (read.kind === 'pages')
      return respond(pagesOfDocument(read), 'text/html; charset=utf-8', { 'content-security-policy': pagesPolicy })
    if (read.kind === 'not-shown') return text('This document cannot be shown here. Download it to read it.', 415)
    if (read.kind === 'busy') return text('Many pages are being prepared. Please try again in a moment.', 503, '10')
    if (read.kind === 'limited') return text(tooMany, 429, String(read.retryAfter))
    const disposition = { 'content-disposition': attachmentHeader(read.name, how) }
    return respond(read.content as BodyInit, read.mediaType, disposition)
  }

  function text(sentence: string, status: number, wait?: string): Response {
    return respond(sentence, 'text/plain; charset=utf-8', wait ? { 'retry-after': wait } : {}, status)
  }

  function respond(body: BodyInit, type: string, more: Record<string, string>, status = 200): Response {
    const headers = {
      ...site.headers,
      ...site.personalHeaders,
      'cache-control': 'private, no-store',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
      'cross-origin-resource-policy': 'same-origin',
      'content-type': type,
      ...more,
    }
    return new Response(body, { status, headers })
  }

  async function takeForm({ request, visitor, reference }: RoutedRequest, appId: string): Promise<Response> {
    if (!isUuid(appId)) return await site.notFound(request)
    const outcome = site.isSameOrigin(request.headers)
      ? await receiveForm(request, appId, visitor, services)
      : failure('forbidden', 'The form was not sent from this site.')
    if (isFailure(outcome)) {
      const response = await site.notTaken(request, outcome, reference, href('evidence', { appId }))
      // Nobody reads what a slow form still sends.
      if (outcome.failure === 'unavailable') response.headers.set('connection', 'close')
      return response
    }
    const { criterionId, undated, day } = outcome
    const said = undated ? { undated, day } : { sent: criterionId }
    const location = `${href('evidence', { appId }, said)}#${criterionId}`
    return new Response(null, { status: 303, headers: { ...site.headers, ...site.personalHeaders, location } })
  }
}

const style =
  ':root{color-scheme:light dark}body{margin:1rem auto;padding-inline:1rem;max-width:60rem;font-family:sans-serif;overflow-wrap:anywhere}img{display:block;box-sizing:border-box;max-width:100%;height:auto;margin-block:1rem;border:1px solid gray;background:white}'
const styleHash = createHash('sha256').update(style).digest('base64')

const pagesPolicy = `default-src 'none'; img-src 'self'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`

function pagesOfDocument({ name, pages, list, lists, first, last }: Extract<ReadFile, { kind: 'pages' }>): string {
  const title = Bun.escapeHTML(name)
  const pictures = Array.from({ length: last - first + 1 }, (_, at) => {
    const page = first + at
    return `<img src="?page=${page}" alt="Page ${page} of ${pages}" width="1131" height="1600"${at > 0 ? ' loading="lazy"' : ''}>`
  })
  const isCut = pages === fileLimits.shownPages
  const what = isCut ? `Pictures of the first ${pages} pages` : 'Pictures of the pages'
  const link = (to: number, words: string) => (to >= 1 && to <= lists ? `<a href="?list=${to}">${words}</a>` : '')
  const ways = [link(list - 1, 'Previous pages'), link(list + 1, 'Next pages')].filter(Boolean).join(' ')
  const nav = lists > 1 ? `<nav aria-label="Pages"><p>Pages ${first} to ${last} of ${pages}. ${ways}</p></nav>` : ''
  const below = lists > 1 ? `<p>${ways}</p>` : ''
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${what}. Download the document to search it or copy from it.</p>${nav}${pictures.join('')}${below}</main></body></html>`
}

/** RFC 6266: plain letters for old programs, and the name itself in UTF-8 (RFC 8187). */
function attachmentHeader(name: string, how: 'inline' | 'attachment'): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%;]/g, '_')
    .trim()
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `${how}; filename="${plain || 'document'}"; filename*=UTF-8''${whole}`
}

type FileServices = Pick<Services, 'sql' | 'files'>

type ReadFile =
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

async function downloadFile(services: FileServices, visitor: Visitor, fileId: string): Promise<ReadFile> {
  const found = await findReadable(services, visitor, fileId)
  if (!found) return { kind: 'not-found' }
  const retryAfter = await takeRateLimit(services.sql, downloadLimit, found.reader)
  if (retryAfter !== null) return { kind: 'limited', retryAfter }
  const content = await services.files.read(storeKey(fileId))
  if (!content) return { kind: 'not-found' }
  await found.log('downloaded')
  return { kind: 'file', content, mediaType: found.mediaType, name: found.name }
}

/** @param query `page` from 1; of a PDF without one a list of its pages: which one says `list`, from 1. */
async function previewFile(
  services: FileServices,
  visitor: Visitor,
  fileId: string,
  query: URLSearchParams,
): Promise<ReadFile> {
  const found = await findReadable(services, visitor, fileId)
  if (!found) return { kind: 'not-found' }
  const { mediaType, name, pages } = found
  if (pages === null) return { kind: 'not-shown' }
  const retryAfter = await takeRateLimit(services.sql, previewLimit, found.reader)
  if (retryAfter !== null) return { kind: 'limited', retryAfter }
  const page = query.get('page')
  if (page === null && mediaType === 'application/pdf') return listOf({ name, pages }, Number(query.get('list') ?? 1))
  const shown = Number(page ?? 1)
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
