import type { Brand } from '#brand.ts'
import type { Transaction } from '#database/sql.ts'
import { normaliseMailAddress } from '#domain/mail-address.ts'
import { createAccessLink } from '#features/applications/access/server/create-access-link.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueAddressConfirmation } from '#mail/queue-address-confirmation.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { eventFacts, organisationFacts, type ToldEvent } from '../facts.ts'
import type { Organisation } from '../schema.ts'
import { applicationApprovedMail } from './mails/application-approved.ts'
import {
  type ApplicationRow,
  findOrganisation,
  listWaitingCopies,
  lockWaitingCopy,
  type OrganisationRow,
  setCopyWaits,
} from './queries.ts'

/**
 * Writes the applicant of a new application: a copy of it and, where the registry's word has approved it already, the way on. Whoever's
 * address is not confirmed gets nothing of what was typed, but the link that confirms it; the rest follows then.
 */
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

/** Sends what has waited for an address, in small letters, to be confirmed: once for each application. */
export async function mailWaitingCopies(
  services: Pick<Services, 'sql' | 'brand' | 'env'>,
  email: string,
): Promise<void> {
  for (const { id } of await listWaitingCopies(services.sql, { email })) {
    await services.sql.begin(async (transaction) => {
      const [application] = await lockWaitingCopy(transaction, { applicationId: id })
      if (!application) return
      const [organisation] = await findOrganisation(transaction, { id: application.organisation_id })
      // The address that was confirmed, and no other that stands there by now.
      if (normaliseMailAddress(organisation!.email) !== email) return
      await setCopyWaits(transaction, { applicationId: id, waits: false })
      await mailApplicant(transaction, organisation!, application, application.by_registry, services)
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
  const { id: applicationId, reference, event_draft: event } = application
  const { contactName, email } = organisation
  const received = { applicationId, reference, organisation, event }
  const link = () => createAccessLink(transaction, { applicationId, email, now: new Date(application.submitted_at) })
  await queueMail(transaction, applicationReceivedMail(received, await link(), services.brand), services)
  if (!isApproved) return
  const decided = { applicationId, decision: 'registry' as const, reference, title: event.title, contactName, email }
  await queueMail(transaction, applicationApprovedMail(decided, await link(), services.brand), services)
}

export type ReceivedApplication = {
  applicationId: string
  reference: string
  organisation: Organisation
  event: ToldEvent
}

/** To who has applied: the reference, what is to be done next, the way back (a `link` that works once), and a copy of the answers. */
export function applicationReceivedMail(application: ReceivedApplication, link: string, brand: Brand): MailDraft {
  const { applicationId, reference, organisation, event } = application
  return {
    kind: 'application-received',
    causedBy: 'visitor',
    once: `application-received:${applicationId}`,
    to: { name: organisation.contactName, email: organisation.email },
    // The form can name anybody's address, so nothing that was typed into it stands in the subject.
    subject: `We have your application ${reference}`,
    body: [
      { kind: 'paragraph', text: `Hello ${organisation.contactName},` },
      {
        kind: 'paragraph',
        text: `Thank you for applying for accreditation. Your reference is ${reference}. You will be notified of the outcome by email.`,
      },
      {
        kind: 'paragraph',
        text: 'Next, please send us your documents. Use the button to see your application: its page says what comes next, and has a link to the list of what your event needs, where you can upload your documents.',
      },
      { kind: 'button', label: 'See your application', href: `${link}?to=status` },
      { kind: 'heading', text: 'Organisation' },
      { kind: 'facts', facts: organisationFacts(organisation) },
      { kind: 'heading', text: 'Event' },
      { kind: 'facts', facts: eventFacts(event) },
      {
        kind: 'paragraph',
        text: `If you did not apply, someone entered your address by mistake. Please tell us at ${brand.email}.`,
      },
    ],
  }
}
