import { createHash } from 'node:crypto'
import { type Counter, countInMemory } from '#database/count-in-memory.ts'
import { type RateLimit, takePoints } from '#database/rate-limit.ts'
import { londonDay } from '#domain/london-time.ts'
import { newToken } from '#mail/link-token.ts'
import type { Answer, AnswerHeader, Call } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure, isFailure, tooMany } from '#wire/failure.ts'
import { addressLimit, keyLimit, keyPattern, keyPrefix, keysOfAddressLimit } from '../limits.ts'

export const countedHeaders: AnswerHeader[] = ['RateLimit', 'RateLimit-Policy']

export const countedFailures = {
  malformed: 'A key was sent in the address.',
  unauthenticated: 'The key is not known or was revoked.',
  'too-many': 'Too many calls in a minute. `RateLimit-Policy` says how many are allowed.',
} as const

/** draft-ietf-httpapi-ratelimit-headers-10. `cost` is how many calls it counts for. */
export async function withinLimit<Done extends Answer>(
  name: string,
  call: CountedCall,
  cost: number,
  run: () => Promise<Done | Failure>,
): Promise<Done | Failure> {
  const { visitor, services } = call
  const found = await findCaller(call)
  // Guessed keys, and keys in the wrong place, count by address.
  const limits = isFailure(found) ? limitsWithoutKey(visitor.address) : found.limits
  const taken = await Promise.all(
    limits.map(async (each) => ({ ...each, ...(await takePoints(services.sql, each.limit, each.subject, cost)) })),
  )
  // The limit that is reached, or will be first.
  const usedUp = taken.find((each) => each.isUsedUp)
  const { policy, limit, left, seconds } =
    usedUp ?? taken.reduce((least, each) => (each.left < least.left ? each : least))
  const headers = {
    'ratelimit-policy': `"${policy}";q=${limit.points};w=${limit.seconds}`,
    ratelimit: `"${policy}";r=${left};t=${seconds}`,
  }
  if (!isFailure(found) && found.keyId && !usedUp) services.keyUses.count(usageName(found.keyId, name))
  const done = usedUp ? tooMany(seconds) : isFailure(found) ? found : await run()
  return { ...done, headers: { ...done.headers, ...headers } }
}

type CallLimit = { policy: 'address' | 'key' | 'keys-of-address'; limit: RateLimit; subject: string }

function limitsWithoutKey(address: string): CallLimit[] {
  return [{ policy: 'address', limit: addressLimit, subject: address }]
}

export function newKey(): string {
  return keyPrefix + newToken()
}

export function keyHash(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

type CountedCall = Pick<Call<unknown, unknown, unknown>, 'headers' | 'query' | 'visitor' | 'services'>

/** A failure for a key that is unknown, revoked or in the address; without a key, the client's address. */
async function findCaller({
  headers,
  query,
  visitor,
  services,
}: CountedCall): Promise<{ limits: CallLimit[]; keyId: string | null } | Failure> {
  if (Object.values(query as object).some((value) => typeof value === 'string' && keyPattern.test(value))) {
    return failure(
      'malformed',
      'Send the key in the header, as Authorization: Bearer and the key, and never in the address, where others can read it. Revoke this key and ask for another one.',
    )
  }
  const given = headers.get('authorization')
  if (given === null) return { limits: limitsWithoutKey(visitor.address), keyId: null }
  const [, key] = /^bearer +(\S+)$/i.exec(given.trim()) ?? []
  const [known] =
    key && keyPattern.test(key)
      ? await services.sql<{ id: string }[]>`
          select id from api_keys where key_hash = ${keyHash(key)}::text and revoked_at is null`
      : []
  if (!known)
    return failure('unauthenticated', 'This key is not known or was revoked. Without a key the call works too.', {
      headers: { 'www-authenticate': 'Bearer realm="open data"' },
    })
  const limits: CallLimit[] = [
    { policy: 'key', limit: keyLimit, subject: known.id },
    { policy: 'keys-of-address', limit: keysOfAddressLimit, subject: visitor.address },
  ]
  return { limits, keyId: known.id }
}

const usageName = (keyId: string, call: string) => `${keyId} ${call}`

/** Two writes a minute, however many calls there are. */
export function countKeyUses({ sql, now, log }: Pick<Services, 'sql' | 'now' | 'log'>): Counter {
  return countInMemory(
    async (counts) => {
      const uses = [...counts.keys()].map((name) => name.split(' '))
      // In the keys' order, so that two processes never deadlock. Uses of an erased key are dropped.
      await sql`
        insert into api_key_uses as u (key_id, day, call, calls)
        select k.id, ${londonDay(now())}::date, counted.call, counted.number
        from unnest(${uses.map(([id]) => id!)}::uuid[], ${uses.map(([, call]) => call!)}::text[],
          ${[...counts.values()]}::bigint[]) as counted (key_id, call, number)
        join api_keys as k on k.id = counted.key_id order by k.id, counted.call
        on conflict (key_id, day, call) do update set calls = u.calls + excluded.calls`
    },
    { log, failed: 'uses of keys not written' },
  )
}
