import { byPerson, recordChange } from '../../database/record-change.ts'
import type { Services } from '../../services.ts'
import type { Admin } from '../../visitor.ts'
import { createAccessLink } from '../access/create-access-link.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { applicationApprovedMail } from '../mail/templates/application-approved.ts'
import { applicationRejectedMail } from '../mail/templates/application-rejected.ts'
import { decide, readStatus } from './queries.ts'

export type Decision =
  | { kind: 'decided' }
  | { kind: 'not-found' }
  /** Somebody was faster; the decision stays what it is. */
  | { kind: 'decided-before'; status: string }

/**
 * Decides a submitted application, once: of two people at once, one decides and the other learns what was decided. The applicant
 * is told by mail, which leaves with the decision or not at all; the reason stays with us.
 */
export async function decideApplication(
  services: Pick<Services, 'sql' | 'now' | 'brand' | 'env'>,
  input: { applicationId: string; decision: 'approved' | 'rejected'; reason: string | null; admin: Admin },
): Promise<Decision> {
  const { sql, now, brand } = services
  const { applicationId, decision, admin } = input
  const reason = input.reason?.trim() || null
  const isDecided = await sql.begin(async (tx) => {
    const [decided] = await decide(tx, applicationId, decision, admin.id, admin.name, reason, now().toISOString())
    if (!decided) return false
    const { reference, title, contact_name: contactName, email } = decided
    const told = { applicationId, reference, title, contactName, email }
    const mail =
      decision === 'approved'
        ? applicationApprovedMail(told, await createAccessLink(tx, { applicationId, email, now: now() }))
        : applicationRejectedMail(told, brand)
    await queueMail(tx, mail, services)
    await recordChange(tx, {
      actor: byPerson(admin),
      subject: { kind: 'application', id: applicationId },
      action: decision,
      before: { status: 'submitted' },
      after: { status: decision },
    })
    return true
  })
  if (isDecided) return { kind: 'decided' }
  const [application] = await readStatus(sql, applicationId)
  return application ? { kind: 'decided-before', status: application.status } : { kind: 'not-found' }
}
