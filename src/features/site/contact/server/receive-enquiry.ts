import { takeRateLimit } from '../../../../database/rate-limit.ts'
import { mailboxKey } from '../../../../domain/mail-address.ts'
import type { Services } from '../../../../services.ts'
import { honeypotName } from '../../../../ui/honeypot-field.tsx'
import type { Visitor } from '../../../../visitor.ts'
import { type Failure, failure } from '../../../../wire/failure.ts'
import { queueMail } from '../../../mail/server/queue-mail.ts'
import type { Enquiry } from '../schema.ts'
import { acknowledgementMail } from './acknowledgement-mail.ts'
import { enquiryMail } from './enquiry-mail.ts'
import { addEnquiry } from './queries.ts'

/** A person who has forgotten something writes again; nobody writes six times in ten minutes. */
const limit = { name: 'contact', points: 5, seconds: 600 }
/** How often one address is written an acknowledgement, whoever gives it: the enquiry itself is taken all the same. */
const acknowledgements = { name: 'contact-received', points: 2, seconds: 3600 }

/**
 * Stores an enquiry, mails it to the team and acknowledges it to the sender, all or nothing. One whose honeypot field is filled comes from a program: it is answered like any other and forgotten.
 *
 * @returns null when it is done; `too-many` when this visitor has written too often.
 */
export async function receiveEnquiry(
  services: Pick<Services, 'sql' | 'brand' | 'env'>,
  visitor: Pick<Visitor, 'address'>,
  enquiry: Enquiry,
): Promise<Failure | null> {
  const wait = await takeRateLimit(services.sql, limit, visitor.address)
  if (wait !== null) {
    const minutes = Math.ceil(wait / 60)
    const time = minutes === 1 ? 'a minute' : `${minutes} minutes`
    return failure('too-many', `You have sent several messages. Please wait ${time} and try again.`, {
      retryAfter: wait,
    })
  }
  if (enquiry[honeypotName] !== '') return null
  const { name, email, company, phone, subject, message } = enquiry
  const sender = Bun.hash(mailboxKey(email)).toString(36)
  const isNew = (await takeRateLimit(services.sql, acknowledgements, sender)) === null
  await services.sql.begin(async (transaction) => {
    const [stored] = await addEnquiry(transaction, { name, email, company, phone, subject, message })
    await queueMail(transaction, enquiryMail(stored!.id, enquiry, services.brand), services)
    if (isNew) await queueMail(transaction, acknowledgementMail(stored!.id, email, services.brand), services)
  })
  return null
}
