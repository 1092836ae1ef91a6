import { createHash } from 'node:crypto'
import { pageTags } from '#domain/page-tags.ts'
import type { FileSite, ServeFile } from '#requests/file-route.ts'
import { isKnown } from '#requests/read-preferences.ts'
import { createCredentialFiles } from './load-credential-file.ts'

/** A status list says within a minute that a credential is revoked, and a key that ended does not verify for longer. */
const aMinute = 'public, max-age=60, s-maxage=60, must-revalidate'

/** Answers the credentials of entries, the status lists and the issuer's keys: whoever checks a credential has no page here. */
export function createCredentialServer({ reading, openFile, edgeTags }: FileSite): ServeFile {
  const files = createCredentialFiles(reading)
  return async function serve(asked) {
    const { request, url } = asked
    if (!files.isFile(url.pathname)) return null
    return await openFile(asked, 'Not found. Only an accredited entry has a credential.', async (open) => {
      const file = await files.load(url.pathname, request.headers.get('accept'))
      if (file === 'busy') {
        const headers = { ...open, 'content-type': 'text/plain', 'retry-after': '10', 'cache-control': 'no-store' }
        return new Response('Busy. Please try again.', { status: 429, headers })
      }
      if (!file) return null
      const etag = `"${createHash('sha256').update(file.body).digest('base64url').slice(0, 22)}"`
      const headers = {
        ...open,
        'content-type': file.contentType,
        'content-disposition': `inline; filename="${file.name}"`,
        'cache-control': aMinute,
        ...edgeTags([pageTags.credentials]),
        vary: 'accept',
        etag,
        // As an address of its own: nothing in it runs.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      }
      const hasIt = isKnown(request.headers.get('if-none-match'), etag)
      return new Response(hasIt ? null : file.body, { status: hasIt ? 304 : 200, headers })
    })
  }
}
