import { loadLogFile } from '#features/proof/server/load-log-file.ts'
import { filePaths } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { chooseEncoding, compress } from './compress.ts'
import type { OpenFile } from './open-file.ts'

const below = filePaths.log('')
const pattern = /^(?:checkpoint|key|proof\/.+|tile\/.+)$/

/** Answers the files of the public log: whoever watches the log has no page here. Hashes are sent as they are, since they do not compress. */
export function createLogFiles(services: Services, openFile: OpenFile) {
  return async function serve(request: Request, reference: string): Promise<Response | null> {
    const { pathname } = new URL(request.url)
    const path = pathname.slice(below.length + 1)
    if (!pattern.test(path)) return null
    return await openFile(request, reference, 'Not found.', async (headers) => {
      const file = await loadLogFile(services.sql, path)
      if (!file) return null
      const isHashes = /^tile\/\d/.test(path)
      const body = typeof file.body === 'string' ? new TextEncoder().encode(file.body) : file.body
      const encoding = isHashes ? 'identity' : chooseEncoding(request.headers.get('accept-encoding'))
      return new Response(compress(body, encoding) as Uint8Array<ArrayBuffer>, {
        headers: {
          ...headers,
          'content-type': file.contentType,
          vary: 'accept-encoding',
          'cache-control': file.cacheControl,
          ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
        },
      })
    })
  }
}
