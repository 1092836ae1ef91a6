import { camel } from '#database/camel.ts'
import { takeRateLimit } from '#database/rate-limit.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { isPaymentsFailure } from '#providers/payments/payments.ts'
import type { FileSite, ServeFile } from '#requests/file-route.ts'
import { documentLimit } from '../rules.ts'
import type { DocumentKind } from './queries.ts'

/** Asks the payment provider where the document is, for those who may read it: its id alone opens nothing. */
export function createPaymentDocuments(site: FileSite): ServeFile {
  const { sql, payments, log } = site.services
  const headers = { ...site.headers, ...site.personalHeaders }

  return async function serve(asked) {
    const { request, visitor, url } = asked
    const other = site.otherMethod(asked, ['GET'])
    if (other) return other
    const documentId = url.pathname.split('/').at(-1)
    const [document] = isUuid(documentId)
      ? await camel(sql)<{ kind: DocumentKind; providerId: string; applicationId: string }[]>`
          select d.kind, d.provider_id, o.application_id
          from payment_documents d join orders o on o.id = d.order_id
          where d.id = ${documentId}::uuid`
      : []
    const isAllowed = document && ((await visitor.isOwnerOf(document.applicationId)) || (await visitor.holds('money')))
    if (!isAllowed) return await site.notFound(request)
    const wait = await takeRateLimit(sql, documentLimit, visitor.address)
    if (wait !== null) return text('You have opened many documents in a short time. Wait a few minutes.', 429, wait)
    const found = await payments.findDocument(document.kind, document.providerId)
    if (!isPaymentsFailure(found))
      return new Response(null, { status: 303, headers: { ...headers, location: found.url } })
    log.error('payment document not opened', { failure: found.failure, code: found.code, request: found.requestId })
    return text('The payment provider does not answer. Try again in a few minutes.', 503, 60)
  }

  function text(sentence: string, status: number, wait: number): Response {
    const type = { 'content-type': 'text/plain; charset=utf-8', 'retry-after': String(wait) }
    return new Response(sentence, { status, headers: { ...headers, ...type } })
  }
}
