import { loadLogFile } from '../features/proof/server/load-log-file.ts'
import { filePaths } from '../pages.ts'
import type { Services } from '../requests/services.ts'
import { chooseEncoding, compress } from './compress.ts'
import { otherMethod, readMethods } from './methods.ts'
import type { Security } from './security.ts'
import type { PageServer } from './serve-page.ts'

const below = filePaths.log('')
const pattern = /^(?:checkpoint|key|proof\/.+|tile\/.+)$/

/**
 * Answers the files of the public log. Any site's script may read them: whoever watches the log has no page here. Hashes are sent as they are,
 * since they do not compress.
 */
export function createLogFiles({
  services,
  security,
  pages,
}: {
  services: Services
  security: Security
  pages: Pick<PageServer, 'refuseTooMany'>
}) {
  return async function serve(request: Request, reference: string): Promise<Response | null> {
    const { pathname } = new URL(request.url)
    const path = pathname.slice(below.length + 1)
    if (!pattern.test(path)) return null
    const open = {
      ...security.headers,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    }
    const other = otherMethod(request, readMethods, open, reference)
    if (other) return other
    const refused = await pages.refuseTooMany(request, reference)
    if (refused) return refused
    const file = await loadLogFile(services.sql, path)
    const headers = { ...open, 'content-type': file?.contentType ?? 'text/plain', vary: 'accept-encoding' }
    if (!file) {
      // What is not there yet may be in a second.
      return new Response('Not found.', { status: 404, headers: { ...headers, 'cache-control': 'no-store' } })
    }
    const isHashes = /^tile\/\d/.test(path)
    const body = typeof file.body === 'string' ? new TextEncoder().encode(file.body) : file.body
    const encoding = isHashes ? 'identity' : chooseEncoding(request.headers.get('accept-encoding'))
    return new Response(compress(body, encoding) as Uint8Array<ArrayBuffer>, {
      headers: {
        ...headers,
        'cache-control': file.cacheControl,
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      },
    })
  }
}
