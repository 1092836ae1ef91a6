import { readContentFlags } from '../../../../database/content-flags.ts'
import { holdPromotionDate, readPromotionDate } from '../../../../database/promotion-dates.ts'
import type { RateLimit } from '../../../../database/rate-limit.ts'
import type { Services } from '../../../../services.ts'
import { honeypotName } from '../../../../ui/honeypot-field.tsx'
import { type Failure, failure } from '../../../../wire/failure.ts'
import { queueMail } from '../../../mail/server/queue-mail.ts'
import { content } from '../content.ts'
import { hasStarted, startedText, startOf } from '../rules.ts'
import type { SignUp } from '../schema.ts'
import { invitationMail } from './invitation-mail.ts'
import { addSignUp, findSignUpByEmail } from './queries.ts'

/** One allowance for the call and for the page's own post. */
export const signUpLimit: RateLimit = { name: 'webinar-sign-ups', points: 60, seconds: 600 }

/**
 * Stores a sign-up and mails the link to join, each once for an address: signing up again changes nothing, mails nothing, and is
 * answered alike, so that nobody learns who has signed up.
 *
 * @returns `conflict` once the webinar has started (the demonstration goes on), and while the admin area has sign-up closed.
 */
export async function signUp(
  services: Pick<Services, 'sql' | 'brand' | 'env' | 'now'>,
  person: SignUp,
): Promise<{ id: string } | Failure> {
  // No person fills in the hidden field: the program is told what it hopes for, and nothing is stored.
  if (person[honeypotName]) return { id: crypto.randomUUID() }
  const announced = await readPromotionDate(services.sql, 'webinar')
  if (hasStarted(startOf(announced), services.now()) && services.env.mode !== 'demo')
    return failure('conflict', startedText(announced))
  if (!(await readContentFlags(services.sql)).webinar) return failure('conflict', content.closed.text)
  return await services.sql.begin(async (transaction) => {
    const date = await holdPromotionDate(transaction, 'webinar')
    const startsAt = startOf(date)
    const [row] = await addSignUp(transaction, { startsAt, name: person.name, email: person.email })
    if (!row) return (await findSignUpByEmail(transaction, { startsAt, email: person.email }))[0]!
    await queueMail(transaction, invitationMail(row.id, date, person.email, services), services)
    return row
  })
}
