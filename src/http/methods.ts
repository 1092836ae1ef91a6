import { failure } from '#wire/failure.ts'
import { failureResponse, newReference } from './failure-response.ts'

/** Otherwise the router assumes that host names have at least four letters. */
export const routing = { strictPath: true, handler: { standardHostname: false } }

export const readMethods = ['GET', 'HEAD']

/** For OPTIONS 204, for a method that an address does not take 405 (RFC 9110, 9.3.7 and 15.5.6); null for one that it takes. */
export function otherMethod(
  request: Request,
  taken: readonly string[],
  securityHeaders: Record<string, string>,
  reference = newReference(),
): Response | null {
  if (taken.includes(request.method)) return null
  const response =
    request.method === 'OPTIONS'
      ? new Response(null, { status: 204, headers: { ...securityHeaders, 'cache-control': 'no-store' } })
      : failureResponse(
          failure('wrong-method', 'This method cannot be used with this address.'),
          reference,
          securityHeaders,
        )
  response.headers.set('allow', [...taken, 'OPTIONS'].join(', '))
  return response
}
