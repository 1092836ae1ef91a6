import { isUuid } from '#domain/is-uuid.ts'
import { downloadFile, previewFile, type ReadFile } from '#features/assessments/files/server/read-file.ts'
import { receiveForm } from '#features/assessments/files/server/receive-form.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { attachmentHeader } from './attachment-header.ts'
import { otherMethod, readMethods } from './methods.ts'
import { type ListedPages, pagesOfDocument, pagesPolicy } from './pages-of-document.ts'
import type { Security } from './security.ts'
import type { PageServer } from './serve-page.ts'

type Context = { services: Services; security: Security; pages: Pick<PageServer, 'notFound' | 'notTaken'> }

const filePath = /^\/evidence\/files\/([^/]+)(\/preview)?$/
const formPath = /^\/evidence\/([^/]+)\/files$/

/**
 * Answers what stands beside the evidence room's page: documents, pictures of them, and the form that brings one without a script.
 *
 * Documents come from strangers. None is shown by the browser on this site's rights: a document is saved, never opened here, and what is
 * shown is a picture, in a sandbox.
 */
export function createEvidenceFiles({ services, security, pages }: Context) {
  /** The answer, or null where nothing of this stands at the address. */
  return async function serve(request: Request, visitor: Visitor, reference: string): Promise<Response | null> {
    const { pathname, searchParams } = new URL(request.url)
    const [, fileId, preview] = filePath.exec(pathname) ?? []
    if (fileId) {
      const other = otherMethod(request, ['GET'], security.headers, reference)
      if (other) return other
      if (!isUuid(fileId)) return await pages.notFound(request)
      const read = preview
        ? await previewFile(services, visitor, fileId, askedFor(searchParams))
        : await downloadFile(services, visitor, fileId)
      return await fileResponse(request, read, preview ? 'inline' : 'attachment')
    }
    const [, appId] = formPath.exec(pathname) ?? []
    if (!appId || readMethods.includes(request.method)) return null
    return (
      otherMethod(request, ['POST'], security.headers, reference) ??
      (await takeForm(request, appId, visitor, reference))
    )
  }

  async function fileResponse(request: Request, read: ReadFile, how: 'inline' | 'attachment'): Promise<Response> {
    if (read.kind === 'not-found') return await pages.notFound(request)
    if (read.kind === 'pages') return pagesResponse(read)
    if (read.kind === 'not-shown') return text('This document cannot be shown here. Download it to read it.', 415)
    if (read.kind === 'busy') return text('Many pages are being prepared. Please try again in a moment.', 503, '10')
    if (read.kind === 'limited')
      return text(
        'You have opened many documents in a short time. Wait a few minutes and try again.',
        429,
        String(read.retryAfter),
      )
    return new Response(read.content as BodyInit, {
      headers: {
        ...fileHeaders(),
        'content-type': read.mediaType,
        'content-disposition': attachmentHeader(read.name, how),
      },
    })
  }

  function pagesResponse(document: ListedPages): Response {
    const headers = {
      ...fileHeaders(),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagesPolicy,
    }
    return new Response(pagesOfDocument(document), { headers })
  }

  function text(sentence: string, status: number, wait?: string): Response {
    const headers = { ...fileHeaders(), 'content-type': 'text/plain; charset=utf-8' }
    return new Response(sentence, { status, headers: wait ? { ...headers, 'retry-after': wait } : headers })
  }

  function fileHeaders(): Record<string, string> {
    return {
      ...security.headers,
      ...security.personal,
      'cache-control': 'private, no-store',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
      'cross-origin-resource-policy': 'same-origin',
    }
  }

  async function takeForm(request: Request, appId: string, visitor: Visitor, reference: string): Promise<Response> {
    const room = href('evidence', { appId })
    if (!isUuid(appId)) return await pages.notFound(request)
    const outcome = security.isSameOrigin(request.headers)
      ? await receiveForm(request, appId, visitor, services)
      : failure('forbidden', 'The form was not sent from this site.')
    if (isFailure(outcome)) {
      const response = await pages.notTaken(request, outcome, reference, room)
      // What still comes of a slow form is for nobody.
      if (outcome.failure === 'unavailable') response.headers.set('connection', 'close')
      return response
    }
    const { criterionId, undated, day } = outcome
    const said = undated ? { undated, day } : { sent: criterionId }
    const location = `${href('evidence', { appId }, said)}#${criterionId}`
    return new Response(null, { status: 303, headers: { ...security.headers, ...security.personal, location } })
  }
}

function askedFor(query: URLSearchParams): { page: number | null; list: number } {
  const page = query.get('page')
  return { page: page === null ? null : Number(page), list: Number(query.get('list') ?? 1) }
}
