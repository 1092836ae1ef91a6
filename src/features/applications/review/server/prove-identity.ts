import { camel } from '#database/camel.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Admin } from '#domain/permissions.ts'
import {
  type Publishing,
  publishIfProven,
  publishWaiting,
} from '#features/payments/fulfilment/server/publish-listing.ts'
import { isFreeMailDomain, registeredDomain } from '#features/payments/identity/server/check-identity.ts'
import { addIdentityWaiver, confirmDomain, readFacts } from '#features/payments/identity/server/queries.ts'
import type { Services } from '#requests/services.ts'
import { lockApplication } from '../queries.ts'

type PublishingServices = Publishing & Pick<Services, 'sql'>
type Review = { applicationId: string; admin: Admin }

/** Accepts an identity that could not be proven otherwise, permanently. Accepted before, it changes nothing. */
export async function waiveIdentityCheck(
  services: PublishingServices,
  { applicationId, admin, reason }: Review & { reason: string },
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

/** Proves every application of this company number from an address of the domain. @param domain as the reviewer has seen it. */
export async function confirmCompanyDomain(
  services: PublishingServices,
  { applicationId, admin, domain }: Review & { domain: string },
): Promise<'done' | 'not-found' | 'changed' | 'free-mail' | 'no-company'> {
  const outcome = await services.sql.begin(async (tx) => {
    const [application] = await lockApplication(camel(tx), { id: applicationId })
    const [facts] = application ? await readFacts(camel(tx), { applicationId }) : []
    if (!facts) return 'not-found'
    if (!facts.companyKey) return 'no-company'
    const own = await registeredDomain(facts.email)
    if (own === null || (await isFreeMailDomain(own))) return 'free-mail'
    if (own !== domain) return 'changed'
    const at = services.now().toISOString()
    const [added] = await confirmDomain(tx, {
      companyKey: facts.companyKey,
      domain: own,
      personId: admin.id,
      personName: admin.name,
      now: at,
    })
    if (added) {
      const subject = { kind: 'application', id: applicationId }
      await recordChange(tx, { actor: byPerson(admin), subject, action: 'domain-confirmed' })
    }
    return { companyKey: facts.companyKey }
  })
  if (typeof outcome === 'string') return outcome
  await publishWaiting(services, outcome)
  return 'done'
}
