import { camel } from '#database/camel.ts'
import type { Transaction } from '#database/sql.ts'
import { normaliseMailAddress } from '#domain/mail-address.ts'
import { createAccessLink } from '#features/applications/access/server/create-access-link.ts'
import { queueAddressConfirmation } from '#mail/queue-address-confirmation.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { applicationApprovedMail, applicationReceivedMail } from '../mails.ts'
import { type ApplicationRow, findOrganisation, type OrganisationRow } from './queries.ts'

/** An unconfirmed address gets only the link that confirms it, and nothing that was typed; the rest follows then. */
export async function mailNewApplication(
  transaction: Transaction,
  organisation: OrganisationRow,
  application: ApplicationRow,
  services: Pick<Services, 'brand' | 'env' | 'now'>,
): Promise<void> {
  const asked = await queueAddressConfirmation(
    transaction,
    { email: organisation.email, reason: 'application' },
    services,
  )
  const isApproved = application.status === 'approved'
  if (asked === 'confirmed') await mailApplicant(transaction, organisation, application, isApproved, services)
  else await transaction`update applications set copy_waits = true where id = ${application.id}::uuid`
}

/** @param email in small letters. */
export async function mailWaitingCopies(
  { sql, ...services }: Pick<Services, 'sql' | 'brand' | 'env'>,
  email: string,
): Promise<void> {
  const waiting = await sql<{ id: string }[]>`
    select a.id
    from organisations as o
    join applications as a on a.organisation_id = o.id
    where lower(o.email) = ${email}::text and a.copy_waits
    order by a.submitted_at`
  for (const { id } of waiting) {
    await sql.begin(async (transaction) => {
      const sql = camel(transaction)
      // The registry has approved it where `isByRegistry`, and nobody was told yet.
      const [application] = await sql<(ApplicationRow & { isByRegistry: boolean })[]>`
        select id, reference, status, submitted_at as created_at, organisation_id, event_draft,
          status = 'approved' and not exists (
            select from application_decisions as d where d.application_id = applications.id and d.decided_by is not null
          ) as is_by_registry
        from applications
        where id = ${id}::uuid and copy_waits
        for update`
      if (!application) return
      const [organisation] = await findOrganisation(transaction, { id: application.organisationId })
      // The organisation may have another address by now.
      if (normaliseMailAddress(organisation!.email) !== email) return
      await transaction`update applications set copy_waits = false where id = ${id}::uuid`
      await mailApplicant(transaction, organisation!, application, application.isByRegistry, services)
    })
  }
}

async function mailApplicant(
  transaction: Transaction,
  organisation: OrganisationRow,
  application: ApplicationRow,
  isApproved: boolean,
  services: Pick<Services, 'brand' | 'env'>,
): Promise<void> {
  const { id: applicationId, reference, eventDraft: event } = application
  const { contactName, email } = organisation
  const received = { applicationId, reference, organisation, event }
  const link = () => createAccessLink(transaction, { applicationId, email, now: new Date(application.createdAt) })
  await queueMail(transaction, applicationReceivedMail(received, await link(), services.brand), services)
  if (!isApproved) return
  const decided = { applicationId, decision: 'registry' as const, reference, title: event.title, contactName, email }
  await queueMail(transaction, applicationApprovedMail(decided, await link(), services.brand), services)
}
