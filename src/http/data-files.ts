import { pageTags } from '../domain/page-tags.ts'
import { loadDataFile } from '../features/proof/open-data/files/server/load-data-file.ts'
import { filePaths } from '../pages.ts'
import type { Services } from '../requests/services.ts'
import type { EdgeHeaders } from './edge-headers.ts'
import { otherMethod, readMethods } from './methods.ts'
import { isKnown, readQualities } from './read-preferences.ts'
import type { Security } from './security.ts'
import type { PageServer } from './serve-page.ts'

const pattern = /^\/data\/(\d{4}-\d\d-\d\d|latest)\/([a-z-]+\.(?:csv|ndjson)|datapackage\.json)$/
/** What is below a day never changes. */
const forEver = 'public, max-age=31536000, immutable'
const fewMinutes = 'public, max-age=300, s-maxage=300'

/** Answers the daily files of open data. Any site's script may read them. They are stored packed, and sent so to whoever takes gzip. */
export function createDataFiles({
  services,
  security,
  pages,
  edge,
}: {
  services: Services
  security: Security
  pages: Pick<PageServer, 'refuseTooMany'>
  edge: EdgeHeaders | null
}) {
  return async function serve(request: Request, reference: string): Promise<Response | null> {
    const [, day, name] = pattern.exec(new URL(request.url).pathname) ?? []
    if (!day || !name) return null
    const open = {
      ...security.headers,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'accept-encoding',
    }
    const other = otherMethod(request, readMethods, open, reference)
    if (other) return other
    const refused = await pages.refuseTooMany(request, reference)
    if (refused) return refused
    const file = await loadDataFile(services, { day, name })
    if (!file) {
      const headers = { ...open, 'content-type': 'text/plain', 'cache-control': 'no-store' }
      return new Response('Not found. Files are kept for 30 days.', { status: 404, headers })
    }
    if (file.kind === 'redirect') {
      const location = filePaths.data(file.to, name)
      const headers = { ...open, 'cache-control': fewMinutes, location, ...edge?.tags([pageTags.dataFiles]) }
      return new Response(null, { status: 302, headers })
    }
    if (file.kind === 'text') {
      return new Response(file.text, { headers: { ...open, 'content-type': file.mediaType, 'cache-control': forEver } })
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
  }
}
