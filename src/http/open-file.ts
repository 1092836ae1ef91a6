import { otherMethod, readMethods } from './methods.ts'
import type { Security } from './security.ts'
import type { PageServer } from './serve-page.ts'

/**
 * Answers a read of a file that any site's script may read: 405 to what is no read, 429 to whoever reads too much.
 *
 * @param missing what is said where it is not there.
 * @param make gets the headers that every such file has. @returns the file's answer, or null where it is not there.
 */
export type OpenFile = (
  request: Request,
  reference: string,
  missing: string,
  make: (headers: Record<string, string>) => Promise<Response | null>,
) => Promise<Response>

export function createOpenFile(security: Security, pages: Pick<PageServer, 'refuseTooMany'>): OpenFile {
  const headers = {
    ...security.headers,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  }
  return async (request, reference, missing, make) =>
    otherMethod(request, readMethods, headers, reference) ??
    (await pages.refuseTooMany(request, reference)) ??
    (await make(headers)) ??
    // What is not there yet may be in a second.
    new Response(missing, {
      status: 404,
      headers: { ...headers, 'content-type': 'text/plain', 'cache-control': 'no-store' },
    })
}
