import { type } from 'arktype'
import { registerStatusNames } from '#domain/register-status.ts'
import { jwsPattern, type VerdictName, verdicts } from './verdict.ts'

/** Body of `POST /api/credentials/verify`. */
export const verifySchema = type({
  credential: type(jwsPattern)
    .and('string <= 16384')
    .or('object')
    .describe('the credential: as JSON with its Data Integrity proof, or a compact JWS as text')
    .configure({ exact: true }),
})

/** Its answer. */
export const verdictSchema = type({
  verdict: type.enumerated(...(Object.keys(verdicts) as VerdictName[])),
  /** The verdict as a sentence. */
  meaning: 'string',
  number: 'string | null',
  issuer: 'string | null',
  /** What the register says of the number now; null where the signature is not ours. */
  register: type({ status: type.enumerated(...registerStatusNames), answer: 'string', reason: 'string | null' }).or(
    'null',
  ),
})
