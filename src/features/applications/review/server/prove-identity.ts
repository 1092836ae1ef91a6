import { camel } from '#database/camel.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Admin } from '#domain/permissions.ts'
import { type PublishingServices, publishIfProven } from '#features/payments/fulfilment/server/publish-listing.ts'
import { addIdentityWaiver } from '#features/payments/identity/server/queries.ts'
import type { Services } from '#requests/services.ts'
import { lockApplication } from '../queries.ts'

/** Accepts an identity that could not be proven otherwise, permanently. Accepted before, it changes nothing. */
export async function waiveIdentityCheck(
  services: PublishingServices & Pick<Services, 'sql'>,
  { applicationId, admin, reason }: { applicationId: string; admin: Admin; reason: string },
): Promise<'done' | 'not-found' | 'not-approved'> {
  return await services.sql.begin(async (tx) => {
    const [application] = await lockApplication(camel(tx), { id: applicationId })
    if (!application) return 'not-found'
    if (application.status !== 'approved') return 'not-approved'
    const at = services.now().toISOString()
    const [added] = await addIdentityWaiver(tx, {
      applicationId,
      personId: admin.id,
      personName: admin.name,
      reason: reason.trim(),
      now: at,
    })
    if (added) {
      const subject = { kind: 'application', id: applicationId }
      await recordChange(tx, { actor: byPerson(admin), subject, action: 'let-through' })
    }
    await publishIfProven(tx, services, applicationId)
    return 'done'
  })
}
