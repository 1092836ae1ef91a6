import { takeRateLimit } from '../../../../database/rate-limit.ts'
import { newReference } from '../../../../domain/new-reference.ts'
import type { Services } from '../../../../services.ts'
import { honeypotName } from '../../../../ui/honeypot-field.tsx'
import type { Visitor } from '../../../../visitor.ts'
import { type Failure, failure } from '../../../../wire/failure.ts'
import { queueMail } from '../../../mail/server/queue-mail.ts'
import type { Complaint } from '../schema.ts'
import { acknowledgementMail, complaintMail } from './complaint-mails.ts'
import { addComplaint } from './queries.ts'

const limit = { name: 'complaint', points: 5, seconds: 3600 }
/**
 * Stores a complaint with the mails that acknowledge it and tell the team, all or nothing. One whose honeypot field is filled comes from a
 * program: it is answered like any other and forgotten.
 *
 * @returns the reference; `too-many` when this visitor has sent five within an hour.
 */
export async function receiveComplaint(
  services: Pick<Services, 'sql' | 'brand' | 'env' | 'now'>,
  visitor: Pick<Visitor, 'address'>,
  complaint: Complaint,
): Promise<{ reference: string } | Failure> {
  const wait = await takeRateLimit(services.sql, limit, visitor.address)
  if (wait !== null) {
    const minutes = Math.ceil(wait / 60)
    const time = minutes === 1 ? 'a minute' : `${minutes} minutes`
    return failure(
      'too-many',
      `Several complaints came from your network. Please wait ${time} and try again, or call us.`,
      {
        retryAfter: wait,
      },
    )
  }
  if (complaint[honeypotName] !== '') return { reference: newReference('C') }
  const { name, email, phone, about, concerns, message } = complaint
  const { sql, brand, now } = services
  return await sql.begin(async (transaction) => {
    for (;;) {
      const reference = newReference('C')
      const at = now().toISOString()
      const [stored] = await addComplaint(transaction, {
        reference,
        name,
        email,
        phone,
        about,
        concerns,
        message,
        now: at,
      })
      if (!stored) continue
      await queueMail(transaction, acknowledgementMail({ id: stored.id, reference }, complaint, brand), services)
      await queueMail(transaction, complaintMail({ id: stored.id, reference }, complaint, brand), services)
      return { reference }
    }
  })
}
