import { takeRateLimit } from '../../database/rate-limit.ts'
import type { Services } from '../../services.ts'
import type { Visitor } from '../../visitor.ts'
import { type Failure, failure } from '../../wire/failure.ts'
import { addEnquiry } from './queries.ts'
import { trapField } from './rules.ts'
import type { Enquiry } from './schema.ts'

/** A person who has forgotten something writes again; nobody writes six times in ten minutes. */
const limit = { name: 'contact', points: 5, seconds: 600 }

/**
 * Stores an enquiry. One whose trap field is filled comes from a program: it is answered like any other and forgotten.
 *
 * @returns null when it is done; `too-many` when this visitor has written too often.
 */
export async function receiveEnquiry(
  { sql }: Pick<Services, 'sql'>,
  visitor: Pick<Visitor, 'address'>,
  enquiry: Enquiry,
): Promise<Failure | null> {
  const wait = await takeRateLimit(sql, limit, Bun.hash(visitor.address).toString(36))
  if (wait !== null) {
    const minutes = Math.ceil(wait / 60)
    const time = minutes === 1 ? 'a minute' : `${minutes} minutes`
    return failure('too-many', `You have sent several messages. Please wait ${time} and try again.`, {
      retryAfter: wait,
    })
  }
  if (enquiry[trapField] !== '') return null
  const { name, email, company, phone, subject, message } = enquiry
  await addEnquiry(sql, name, email, company, phone, subject, message)
  return null
}
