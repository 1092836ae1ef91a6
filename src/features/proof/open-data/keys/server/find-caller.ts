import { createHash } from 'node:crypto'
import type { RateLimit } from '#database/rate-limit.ts'
import { addressLimit, keyLimit, keyPattern, keyPrefix, keysOfAddressLimit } from '#features/proof/open-data/limits.ts'
import { newToken } from '#mail/link-token.ts'
import type { Call } from '#requests/command.ts'
import { type Failure, failure } from '#wire/failure.ts'

type CallLimit = { policy: 'address' | 'key' | 'keys-of-address'; limit: RateLimit; subject: string }

type Caller = { limits: CallLimit[]; keyId: string | null }

export function limitsWithoutKey(address: string): CallLimit[] {
  return [{ policy: 'address', limit: addressLimit, subject: address }]
}

const byHeaderAlone =
  'Send the key in the header, as Authorization: Bearer and the key, and never in the address, where others can read it. Revoke this key and ask for another one.'

export function newKey(): string {
  return keyPrefix + newToken()
}

export function keyHash(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

export type CountedCall = Pick<Call<unknown, unknown, unknown>, 'headers' | 'query' | 'visitor' | 'services'>

/** A failure for a key that is unknown, revoked or in the address; without a key, the client's address. */
export async function findCaller({ headers, query, visitor, services }: CountedCall): Promise<Caller | Failure> {
  if (Object.values(query as object).some((value) => typeof value === 'string' && keyPattern.test(value))) {
    return failure('malformed', byHeaderAlone)
  }
  const given = headers.get('authorization')
  if (given === null) return { limits: limitsWithoutKey(visitor.address), keyId: null }
  const [, key] = /^bearer +(\S+)$/i.exec(given.trim()) ?? []
  const [known] =
    key && keyPattern.test(key)
      ? await services.sql<{ id: string }[]>`
          select id from api_keys where key_hash = ${keyHash(key)}::text and revoked_at is null`
      : []
  if (known) {
    const limits: CallLimit[] = [
      { policy: 'key', limit: keyLimit, subject: known.id },
      { policy: 'keys-of-address', limit: keysOfAddressLimit, subject: visitor.address },
    ]
    return { limits, keyId: known.id }
  }
  return failure('unauthenticated', 'This key is not known or was revoked. Without a key the call works too.', {
    headers: { 'www-authenticate': 'Bearer realm="open data"' },
  })
}
