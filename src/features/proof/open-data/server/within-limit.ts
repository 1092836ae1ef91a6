import { takePoints } from '#database/rate-limit.ts'
import type { Answer, AnswerHeader } from '#requests/command.ts'
import { type Failure, isFailure, tooMany } from '#wire/failure.ts'
import { usageName } from '../keys/server/count-key-uses.ts'
import { type CountedCall, findCaller, limitsWithoutKey } from '../keys/server/find-caller.ts'

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
