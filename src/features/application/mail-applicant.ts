import type { Transaction } from '../../database/sql.ts'
import type { Services } from '../../services.ts'
import { createAccessLink } from '../access/create-access-link.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { applicationApprovedMail } from '../mail/templates/application-approved.ts'
import { applicationReceivedMail } from '../mail/templates/application-received.ts'
import type { ApplicationRow, OrganisationRow } from './queries.ts'

/** Writes the applicant a copy of a new application and, where the registry's word has approved it already, the way on. */
export async function mailApplicant(
  transaction: Transaction,
  organisation: OrganisationRow,
  application: ApplicationRow,
  services: Pick<Services, 'brand' | 'env'>,
): Promise<void> {
  const { id: applicationId, reference, event_draft: event } = application
  const { name, trading_name, contact_name: contactName, email, phone, website, company_no } = organisation
  const received = {
    applicationId,
    reference,
    organisation: { name, tradingName: trading_name, contactName, email, phone, website, companyNo: company_no },
    event,
  }
  const link = () => createAccessLink(transaction, { applicationId, email, now: new Date(application.submitted_at) })
  await queueMail(transaction, applicationReceivedMail(received, await link(), services.brand), services)
  if (application.status !== 'approved') return
  const decided = { applicationId, decision: 'registry' as const, reference, title: event.title, contactName, email }
  await queueMail(transaction, applicationApprovedMail(decided, await link()), services)
}
