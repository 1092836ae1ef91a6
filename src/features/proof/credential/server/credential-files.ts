import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { pageTags } from '#domain/page-tags.ts'
import { xmlText } from '#domain/xml-text.ts'
import { drawPng } from '#drawing/draw-png.ts'
import { badgeSvg } from '#features/proof/badge/server/badge-svg.ts'
import { badgeFactsOf } from '#features/proof/badge/server.ts'
import { findCertificate } from '#features/register/certificate/server/queries.ts'
import { filePaths } from '#pages.ts'
import { keepDrawings } from '#process/drawings.ts'
import type { FileSite, ServeFile } from '#requests/file-route.ts'
import { isKnown } from '#requests/read-preferences.ts'
import { notSeenYet, type ProvenCredential } from '#wire/entry-proof.ts'
import { findStatusList } from './queries.ts'

/** Within a minute, a revoked credential and a key that ended no longer verify. */
const aMinute = 'public, max-age=60, s-maxage=60, must-revalidate'

export function createCredentialServer({ reading, openFile, edgeTags }: FileSite): ServeFile {
  const { sql, brand, env, now, provenCredentialOf, log } = reading
  const drawn = keepDrawings({ maxBytes: 8 * 1024 * 1024, maxWaiting: 20 })
  return async function serve(asked) {
    const { request, url } = asked
    const { pathname } = url
    if (pathname !== filePaths.issuer() && !credentialPath.test(pathname) && !statusPath.test(pathname)) return null
    return await openFile(asked, 'Not found. Only an accredited entry has a credential.', async (open) => {
      const file = await load(pathname, request.headers.get('accept'))
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

  /** Null when there is no such file; `busy` when too many pictures wait. */
  async function load(path: string, accept: string | null): Promise<CredentialFile | 'busy' | null> {
    const [, number, form] = credentialPath.exec(path) ?? []
    if (number) return await credentialFile(number, form!, accept)
    const [, purpose, list, ending] = statusPath.exec(path) ?? []
    if (purpose) {
      const [found] = await findStatusList(sql, { purpose, list: Number(list) })
      const name = `${purpose}-${list}`
      if (!found) return null
      return ending
        ? { body: found.jws, contentType: asked(jwt, accept), name: `${name}.jwt` }
        : { body: found.json, contentType: asked(json, accept), name: `${name}.json` }
    }
    const { findDidDocument } = await import('./did-document.ts')
    const document = await findDidDocument(sql, { publicUrl: env.publicUrl, name: brand.name, email: brand.email })
    return document && { body: JSON.stringify(document), contentType: 'application/did+json', name: 'did.json' }
  }

  async function credentialFile(
    number: string,
    form: string,
    accept: string | null,
  ): Promise<CredentialFile | 'busy' | null> {
    const credential = await provenCredentialOf(number)
    if (!credential) return null
    const { logProof } = credential
    const name = `credential-${number}.${form}`
    if (form === 'json') return { body: credential.json, contentType: asked(json, accept), name }
    if (form === 'jwt') return { body: credential.jws, contentType: asked(jwt, accept), name }
    if (form === 'tlog-proof')
      return logProof && { body: logProof.text, contentType: 'text/plain; charset=utf-8', name }
    const [row] = await findCertificate(sql, { number })
    if (!row) return null
    const { svg } = badgeSvg(badgeFactsOf(row, now()), { size: 'large', theme: 'light' }, brand)
    if (form === 'svg')
      return { body: bakeSvg(svg, credential.jws, logProof), contentType: 'image/svg+xml; charset=utf-8', name }
    const version = createHash('sha256').update(svg).digest('hex')
    const picture = await drawn(version, async () => await drawPng(svg)).catch((problem) => {
      log.error('picture of a credential failed', {}, problem)
      return 'busy' as const
    })
    if (picture === 'busy') return picture
    return { body: bakePng(picture, credential.jws, logProof), contentType: 'image/png', name }
  }
}

type CredentialFile = { body: string | Uint8Array<ArrayBuffer>; contentType: string; name: string }

/** The first is sent unless another is asked for by name (Open Badges 3.0, 5.2). */
const json = ['application/json', 'application/ld+json', 'application/vc', 'application/vc+ld+json']
const jwt = ['text/plain', 'application/vc+jwt', 'application/jwt']
const credentialPath = /^\/credentials\/([\w-]{1,40})\.(json|jwt|png|svg|tlog-proof)$/
const statusPath = /^\/credentials\/status\/(revocation|suspension)\/([1-9]\d{0,6})(\.jwt)?$/

/** A wildcard names none. */
function asked(types: string[], accept: string | null): string {
  const named = (accept ?? '').split(',').map((part) => part.split(';')[0]!.trim().toLowerCase())
  return types.find((type) => named.includes(type)) ?? types[0]!
}

/** Open Badges 3.0, 5.3.2. */
const svgNamespace = 'https://purl.imsglobal.org/ob/v3p0'
const proofNamespace = 'https://c2sp.org/tlog-proof'

/** Signature, then length, name, 13 bytes and checksum of IHDR. */
const headerBytes = 8 + 8 + 13 + 4

type LogProof = ProvenCredential['logProof']

/** As iTXt chunks after the header (Open Badges 3.0, 5.3.1, and of the proof of the public log). */
export function bakePng(png: Uint8Array, jws: string, logProof: LogProof = null): Uint8Array<ArrayBuffer> {
  const chunks = [textChunk('openbadgecredential', jws)]
  if (logProof) chunks.push(textChunk('tlog-proof', logProof.text))
  if (logProof && !logProof.isWitnessed) chunks.push(textChunk('Comment', notSeenYet))
  return new Uint8Array(Buffer.concat([png.subarray(0, headerBytes), ...chunks, png.subarray(headerBytes)]))
}

function textChunk(keyword: string, text: string): Buffer {
  // After the keyword: not compressed, no language, no translated keyword.
  const data = Buffer.from(`iTXt${keyword}\0\0\0\0\0${text}`)
  const frame = Buffer.alloc(4 + data.length + 4)
  frame.writeUInt32BE(data.length - 4, 0)
  data.copy(frame, 4)
  frame.writeUInt32BE(crc32(data), 4 + data.length)
  return frame
}

/** A JWS needs no escaping in XML. */
function bakeSvg(svg: string, jws: string, logProof: LogProof): string {
  const note = logProof?.isWitnessed ? '' : ` note="${notSeenYet}"`
  const proof = logProof
    ? `<tlog:proof xmlns:tlog="${proofNamespace}"${note}>${xmlText(logProof.text)}</tlog:proof>`
    : ''
  return svg.replace(
    /^<svg ([^>]+)>/,
    (_, attributes) =>
      `<svg xmlns:openbadges="${svgNamespace}" ${attributes}><openbadges:credential verify="${jws}"/>${proof}`,
  )
}
