import { takePoints } from '../../../database/rate-limit.ts'
import type { Answer, AnswerHeader, Call } from '../../../requests/command.ts'
import { type Failure, isFailure, tooMany } from '../../../wire/failure.ts'
import { addressLimit } from '../limits.ts'

/** Headers of every call that is counted here. */
export const countedHeaders: AnswerHeader[] = ['RateLimit', 'RateLimit-Policy']

/**
 * Counts a call of the open data, answers it while its caller has calls left, and says how many in its headers
 * (draft-ietf-httpapi-ratelimit-headers-10).
 *
 * @param cost how many calls it counts for.
 */
export async function withinLimit<Done extends Answer>(
  { visitor, services }: Pick<Call<unknown, unknown, unknown>, 'visitor' | 'services'>,
  cost: number,
  run: () => Promise<Done | Failure>,
): Promise<Done | Failure> {
  const policy = 'address'
  const limit = addressLimit
  const { isUsedUp, left, seconds } = await takePoints(services.sql, limit, visitor.address, cost)
  const headers = {
    'ratelimit-policy': `"${policy}";q=${limit.points};w=${limit.seconds}`,
    ratelimit: `"${policy}";r=${left};t=${seconds}`,
  }
  const done = isUsedUp ? tooMany(seconds) : await run()
  return isFailure(done) ? { ...done, headers } : { ...done, headers: { ...done.headers, ...headers } }
}
