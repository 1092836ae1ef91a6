import type { Brand } from '#brand.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Admin } from '#domain/permissions.ts'
import { closePaymentPages, endOpenOrders } from '#features/payments/checkout/server/end-open-orders.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { DecidedApplication } from '#mail/told-application.ts'
import type { Services } from '#requests/services.ts'
import { lockApplication, withdraw } from './queries.ts'
import { closeSample } from './sample-queries.ts'

export type Withdrawal =
  | 'withdrawn'
  | 'not-found'
  /** It is not approved, or no longer. */
  | 'not-approved'
  /** Something was paid: the entry can be suspended. */
  | 'paid'
  /** It is being paid for by a slow method, or the provider cannot say whether it is. */
  | 'payment-unclear'

/**
 * Takes back an approval that was a mistake: the application is submitted again, the applicant is told why, and the payment pages
 * that are open for it are closed. Only until something was paid.
 *
 * Payments of the last moment are booked first, and bar the way. The application's row is then locked, as every checkout does, so
 * that no page opens meanwhile. A page that is paid all the same is booked, publishes nothing, and is a finding for a person
 * (`fulfilCheckout`).
 */
export async function withdrawApproval(
  services: Services,
  { applicationId, reason, admin }: { applicationId: string; reason: string; admin: Admin },
): Promise<Withdrawal> {
  const { sql, now, brand, payments } = services
  if (!(await closePaymentPages(services, applicationId))) return 'payment-unclear'
  const left: string[] = []
  const outcome = await sql.begin(async (tx): Promise<Withdrawal> => {
    const [application] = await lockApplication(tx, { applicationId })
    if (!application) return 'not-found'
    if (application.status !== 'approved') return 'not-approved'
    const ended = await endOpenOrders(tx, applicationId)
    if (!ended) return 'paid'
    left.push(...ended)
    const told = reason.trim()
    const [withdrawn] = await withdraw(tx, {
      applicationId,
      personId: admin.id,
      personName: admin.name,
      reason: told,
      now: now().toISOString(),
    })
    const person = { personId: admin.id, personName: admin.name }
    await closeSample(tx, { applicationId, outcome: 'withdrawn', ...person, now: now().toISOString() })
    const { decision_id: decision, reference, title, contact_name: contactName, email } = withdrawn!
    const about = { applicationId, decision, reference, title, contactName, email }
    await queueMail(tx, approvalWithdrawnMail(about, told, brand), services)
    await recordChange(tx, {
      actor: byPerson(admin),
      subject: { kind: 'application', id: applicationId },
      action: 'approval-withdrawn',
      before: { status: 'approved' },
      after: { status: 'submitted' },
    })
    return 'withdrawn'
  })
  if (outcome === 'withdrawn') for (const session of left) await payments.expireCheckoutSession(session)
  return outcome
}

/** To who has applied: the approval was a mistake, why, and that the application is looked at again. */
function approvalWithdrawnMail(application: DecidedApplication, reason: string, brand: Brand): MailDraft {
  const { applicationId, decision, reference, title, contactName, email } = application
  return {
    kind: 'approval-withdrawn',
    causedBy: 'staff',
    once: `application-decided:${applicationId}:${decision}`,
    to: { name: contactName, email },
    subject: `The approval of your application ${reference} has been withdrawn`,
    body: [
      { kind: 'paragraph', text: `Hello ${contactName},` },
      {
        kind: 'paragraph',
        text: `We approved your application for ${title} by mistake, and have withdrawn the approval. We are reviewing the application again. You cannot pay for the listing until we have decided. We will write to you about the decision.`,
      },
      { kind: 'paragraph', text: `The reason: ${reason}` },
      {
        kind: 'paragraph',
        text: `If you disagree, or we have missed something, email ${brand.complianceEmail} and quote ${reference}.`,
      },
    ],
  }
}
