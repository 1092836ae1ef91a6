import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from '#process/public-address.ts'
import { BodyCut, bodyPieces } from '#process/read-body.ts'

export const pictureLimit = 3 * 1024 * 1024
const timeLimit = 5_000

export type PictureNetwork = {
  addressesOf: (host: string) => Promise<string[]>
  /** The certificate must be the host name's. Follows no redirect. */
  ask: (address: string, url: URL, signal: AbortSignal) => Promise<Response>
}

const network: PictureNetwork = {
  addressesOf: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  ask: async (address, url, signal) => {
    const host = isIP(address) === 6 ? `[${address}]` : address
    return await fetch(`https://${host}${url.pathname}${url.search}`, {
      headers: { host: url.hostname, accept: 'image/*' },
      redirect: 'manual',
      signal,
      tls: { serverName: url.hostname },
    })
  },
}

/** Each looked-up address must be public and is itself asked: a name that changes at the second look leads nowhere. @returns a sentence, or null. */
export async function checkPicture(
  address: string,
  { addressesOf, ask }: PictureNetwork = network,
): Promise<string | null> {
  if (/^\/covers\/[a-z]+\/[\w%-]{1,120}\.svg$/.test(address)) return null
  const url = pictureUrl(address)
  if (typeof url === 'string') return url
  try {
    const addresses = await addressesOf(url.hostname)
    if (addresses.length === 0 || !addresses.every(isPublicAddress)) return 'This host is not on the public internet'
    const signal = AbortSignal.timeout(timeLimit)
    const response = await ask(addresses[0]!, url, signal)
    try {
      return await judge(response)
    } finally {
      await response.body?.cancel().catch(() => {})
    }
  } catch {
    return 'The picture could not be fetched from there, so it could not be checked'
  }
}

function pictureUrl(address: string): URL | string {
  const wrong = 'Give the address of a picture that begins with https://'
  if (address.length > 500) return 'The address is longer than 500 characters'
  if (!/^https:\/\/[^\s\\]+$/i.test(address) || !URL.canParse(address)) return wrong
  const url = new URL(address)
  if (url.username || url.password || url.port) return 'The address holds a name, a password or a port'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) || !host.includes('.')) return 'Name the host of the picture, not a number'
  return url
}

async function judge(response: Response): Promise<string | null> {
  if (response.status >= 300 && response.status < 400) return 'The address leads on to another one: give that one'
  if (response.status !== 200) return `The host answers with ${response.status}`
  const type = (response.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
  const signature = signatures[type]
  if (!signature) return 'This is no picture that we show: use JPEG, PNG, WebP or AVIF'
  const tooLarge = `The picture is larger than ${pictureLimit / 1024 / 1024} MB`
  if (Number(response.headers.get('content-length') ?? 0) > pictureLimit) return tooLarge
  let begin = new Uint8Array(0)
  try {
    for await (const piece of bodyPieces(response, { bytes: pictureLimit })) {
      if (begin.length < 16) begin = Buffer.concat([begin, piece]).subarray(0, 16)
    }
  } catch (problem) {
    if (problem instanceof BodyCut) return tooLarge
    throw problem
  }
  return signature(begin) ? null : 'What is there is not the picture that its host says it is'
}

const text = (bytes: Uint8Array, from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1')

/** Supported by every current browser. (SVG can hold scripts.) */
const signatures: Record<string, (begin: Uint8Array) => boolean> = {
  'image/jpeg': (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff,
  'image/png': (bytes) => text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n',
  'image/webp': (bytes) => text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP',
  'image/avif': (bytes) => text(bytes, 4, 8) === 'ftyp' && /^(avif|avis|mif1)$/.test(text(bytes, 8, 12)),
}
