import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import type { Instant } from '#domain/formats.ts'
import { madeOnce } from '#domain/made-once.ts'
import { carries } from '#domain/permissions.ts'
import { ownershipCookie, readOwnership } from '#requests/ownership.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'

export function createVisitor(headers: Headers, socketAddress: string, services: Services): Visitor {
  const cookie = headers.get('cookie') ?? ''
  const { trustProxy, sessionSecret } = services.env
  const signedIn = madeOnce(async () => (headers.has('cookie') ? await services.auth.admin(headers) : null))
  const ownedIds = madeOnce(() => validOwnership(cookie, services))
  const address = madeOnce(() =>
    createHmac('sha256', sessionSecret)
      .update(`visitor ${networkOf(clientAddress(headers, socketAddress, trustProxy))}`)
      .digest('base64url'),
  )
  return {
    get address() {
      return address()
    },
    owned: async () => new Set((await ownedIds()).keys()),
    isOwnerOf: async (...ids) => {
      const own = await ownedIds()
      return ids.some((id) => own.has(id))
    },
    // A browser that has given everything up gets a new id: its old one grants nothing.
    ownershipCookie: async (added) => ownershipCookie((await ownedIds()).size > 0 ? cookie : '', added, services),
    admin: signedIn,
    holds: async (permission) => {
      const person = await signedIn()
      return person !== null && carries(person.roles, permission)
    },
  }
}

/** After a restored backup (`is_all`, the nil id) nothing older counts: what was given up since is unknown (`deploy/after-restore.sql`). */
async function validOwnership(cookie: string, services: Services): Promise<ReadonlyMap<string, number>> {
  const ownership = readOwnership(cookie, services)
  if (!ownership || ownership.given.size === 0) return new Map()
  const forgotten = await services.sql<{ is_all: boolean; forgotten_at: Instant }[]>`
    select id <> ${ownership.browser}::uuid as is_all, forgotten_at from forgotten_browsers
    where id in (${ownership.browser}::uuid, '00000000-0000-0000-0000-000000000000')`
  if (forgotten.some(({ is_all }) => !is_all)) return new Map()
  const restored = Math.max(...forgotten.map(({ forgotten_at }) => Date.parse(forgotten_at) / 1000))
  return new Map([...ownership.given].filter(([, given]) => given > restored))
}

export function clientAddress(headers: Headers, socketAddress: string, trustProxy: number): string {
  if (trustProxy === 0) return socketAddress
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  return forwarded.at(-trustProxy) || socketAddress
}

/** The first half of an IPv6 address: a connection has at least 2^64 addresses (RFC 6177). */
export function networkOf(given: string): string {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(given)?.[1] ?? given.replace(/^([\d.]+):\d+$/, '$1')
  const address = bare.replace(/%.*$/, '')
  if (isIP(address) !== 6) return address
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  // `::` is as many zeros as are missing, a dotted end two groups.
  const [head = [], tail = []] = address
    .replace(/[\d.]*\.[\d.]*$/, '0:0')
    .split('::')
    .map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  const groups = [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.slice(0, 4).join(':')}::/64`
}
