import { failure } from '#wire/failure.ts'
import { failureResponse } from './failure-response.ts'
import { newReference } from './new-reference.ts'

/** How the router reads addresses. Unless it is told, it takes for granted that the name of a host has four letters. */
export const routing = { strictPath: true, handler: { standardHostname: false } }

/** What an address takes that is only read. */
export const readMethods = ['GET', 'HEAD']

/**
 * The answer to OPTIONS (204) and to a method that an address does not take (405), both with what it takes in `Allow`
 * (RFC 9110, 9.3.7 and 15.5.6).
 *
 * @returns null for a method that the address takes.
 */
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
