import { queueCrmNews } from '#features/applications/crm/server/queue-crm-update.ts'
import { cancelCall } from '#features/assessments/server/change-call.ts'
import { findLastCall } from '#features/assessments/server/queries.ts'
import { closePaymentPages, endOpenOrders } from '#features/payments/checkout/server/end-open-orders.ts'
import { waitForAddress } from '#mail/confirm-address.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { applicationWords, greeting, type ToldApplication } from '#mail/told-application.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import { deleteOpenSample, lockOwn, readChangeable, withdrawOwn } from './queries.ts'
import { withdrawalRefusal } from './refusal.ts'

/**
 * Withdraws an application for its applicant, as long as nobody has begun to review it and nothing is paid: checked again under its lock.
 * Its status is submitted afterwards, in no queue, and nobody decides on it. Its payment pages are closed, its call is cancelled, and the
 * applicant is told by mail.
 *
 * @returns `conflict` where it may not be withdrawn any more.
 */
export async function withdrawApplication(
  services: Services,
  { applicationId, reason }: { applicationId: string; reason: string },
): Promise<null | Failure> {
  const { sql, payments, brand } = services
  const refused = withdrawalRefusal((await readChangeable(sql, { applicationId }))[0], services)
  if (refused) return refused
  if (!(await closePaymentPages(services, applicationId))) {
    return failure('conflict', 'A payment is being made. Please try again when we have received it.')
  }
  const outcome = await sql.begin(async (tx): Promise<string[] | Failure> => {
    await lockOwn(tx, { applicationId })
    const [current] = await readChangeable(tx, { applicationId })
    const overtaken = withdrawalRefusal(current, services)
    if (overtaken) return overtaken
    const left = (await endOpenOrders(tx, applicationId)) ?? []
    const now = services.now().toISOString()
    const [withdrawn] = await withdrawOwn(tx, { applicationId, reason: reason || null, now })
    await deleteOpenSample(tx, { applicationId })
    await queueCrmNews(tx, { applicationId, status: 'application_withdrawn' }, services)
    const { reference, title, contact_name: contactName, email } = withdrawn!
    // What was typed goes to nobody who may be a stranger to it.
    const isConfirmed = await waitForAddress(tx, email)
    const told = { applicationId, reference, title: isConfirmed ? title : null, email }
    const mail = applicationWithdrawnMail(
      { ...told, contactName: isConfirmed ? contactName : '' },
      brand.complianceEmail,
    )
    await queueMail(tx, mail, services)
    return left
  })
  if (isFailure(outcome)) return outcome
  for (const session of outcome) await payments.expireCheckoutSession(session)
  const [call] = await findLastCall(sql, { applicationId })
  // One that is over stays as it was.
  if (call) await sql.begin(async (tx) => await cancelCall(tx, services, call.id))
  return null
}

/** To who has withdrawn an application: that it is done, and what becomes of what was sent. */
function applicationWithdrawnMail(application: ToldApplication, complianceEmail: string): MailDraft {
  const { applicationId, reference, contactName, email } = application
  return {
    kind: 'application-withdrawn',
    causedBy: 'visitor',
    once: `application-withdrawn:${applicationId}`,
    to: { name: contactName, email },
    subject: `Your application ${reference} has been withdrawn`,
    body: [
      { kind: 'paragraph', text: greeting(application) },
      {
        kind: 'paragraph',
        text: `Your ${applicationWords(application)} has been withdrawn, as you asked. We will not make a decision, and you do not have to pay anything. We keep what you sent for a year, then delete it.`,
      },
      {
        kind: 'paragraph',
        text: `If you did not ask for this, email ${complianceEmail} and quote ${reference}. You can apply again at any time.`,
      },
      { kind: 'button', label: 'Apply again', href: href('apply') },
    ],
  }
}
