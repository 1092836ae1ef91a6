import type { Transaction } from '#database/sql.ts'
import { normaliseMailAddress } from '#domain/mail-address.ts'
import { createAccessLink } from '#features/applications/access/server/create-access-link.ts'
import { queueAddressConfirmation } from '#mail/queue-address-confirmation.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { applicationApprovedMail, applicationReceivedMail } from '../mails.ts'
import {
  type ApplicationRow,
  findOrganisation,
  listWaitingCopies,
  lockWaitingCopy,
  type OrganisationRow,
  setCopyWaits,
} from './queries.ts'

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
  else await setCopyWaits(transaction, { applicationId: application.id, waits: true })
}

/** @param email in small letters. */
export async function mailWaitingCopies(
  services: Pick<Services, 'sql' | 'brand' | 'env'>,
  email: string,
): Promise<void> {
  for (const { id } of await listWaitingCopies(services.sql, { email })) {
    await services.sql.begin(async (transaction) => {
      const [application] = await lockWaitingCopy(transaction, { applicationId: id })
      if (!application) return
      const [organisation] = await findOrganisation(transaction, { id: application.organisationId })
      // The organisation may have another address by now.
      if (normaliseMailAddress(organisation!.email) !== email) return
      await setCopyWaits(transaction, { applicationId: id, waits: false })
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
