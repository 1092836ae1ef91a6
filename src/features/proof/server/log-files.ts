import { filePaths } from '#pages.ts'
import { chooseEncoding, compress } from '#requests/compress.ts'
import type { FileSite, ServeFile } from '#requests/file-route.ts'
import { loadLogFile } from './load-log-file.ts'

const below = filePaths.log('')

/** Answers the files of the public log: whoever watches the log has no page here. Hashes are sent as they are, since they do not compress. */
export function createLogFiles({ reading, openFile }: FileSite): ServeFile {
  return (asked) =>
    openFile(asked, 'Not found.', async (headers) => {
      const path = asked.url.pathname.slice(below.length + 1)
      const file = await loadLogFile(reading.sql, path)
      if (!file) return null
      const isHashes = /^tile\/\d/.test(path)
      const body = typeof file.body === 'string' ? new TextEncoder().encode(file.body) : file.body
      const encoding = isHashes ? 'identity' : chooseEncoding(asked.request.headers.get('accept-encoding'))
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
