import { pageTags } from '#domain/page-tags.ts'
import { filePaths } from '#pages.ts'
import type { FileSite, ServeFile } from '#requests/file-route.ts'
import { isKnown, readQualities } from '#requests/read-preferences.ts'
import { loadDataFile } from './load-data-file.ts'

const pattern = /^\/data\/(\d{4}-\d\d-\d\d|latest)\/([a-z-]+\.(?:csv|ndjson)|datapackage\.json)$/
/** What is below a day never changes. */
const forEver = 'public, max-age=31536000, immutable'
const fewMinutes = 'public, max-age=300, s-maxage=300'

/** Answers the daily files of open data. They are stored packed, and sent so to whoever takes gzip. */
export function createDataFiles({ reading, openFile, edgeTags }: FileSite): ServeFile {
  return async function serve(asked) {
    const [, day, name] = pattern.exec(asked.url.pathname) ?? []
    if (!day || !name) return null
    const { request } = asked
    return await openFile(asked, 'Not found. Files are kept for 30 days.', async (shared) => {
      const open = { ...shared, vary: 'accept-encoding' }
      const file = await loadDataFile(reading, { day, name })
      if (!file) return null
      if (file.kind === 'redirect') {
        const location = filePaths.data(file.to, name)
        const headers = { ...open, 'cache-control': fewMinutes, location, ...edgeTags([pageTags.dataFiles]) }
        return new Response(null, { status: 302, headers })
      }
      if (file.kind === 'text') {
        const headers = { ...open, 'content-type': file.mediaType, 'cache-control': forEver }
        return new Response(file.text, { headers })
      }
      const isPacked = (readQualities(request.headers.get('accept-encoding') ?? '').get('gzip') ?? 0) > 0
      const etag = `"${file.etag.slice(0, 32)}${isPacked ? '-gzip' : ''}"`
      const headers = {
        ...open,
        'content-type': file.mediaType,
        'cache-control': forEver,
        etag,
        'content-disposition': `attachment; filename="${name.replace('.', `-${day}.`)}"`,
        ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
      }
      if (request.method === 'HEAD' || isKnown(request.headers.get('if-none-match'), etag)) {
        await file.packed.cancel()
        return new Response(null, { status: request.method === 'HEAD' ? 200 : 304, headers })
      }
      const unpacked = () => file.packed.pipeThrough(new DecompressionStream('gzip') as never) as ReadableStream
      return new Response(isPacked ? file.packed : unpacked(), { headers })
    })
  }
}
