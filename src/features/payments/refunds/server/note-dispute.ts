import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import type { MailAddress } from '#domain/mail-address.ts'
import { rolesWith } from '#domain/permissions.ts'
import { movementsOfDispute, writeMovements } from '#features/payments/ledger/server/write-movements.ts'
import { disputeEvidence, disputeReason, disputeWords, hasDisputeEnded } from '#features/payments/rules.ts'
import { amountIn, orderFacts } from '#features/payments/server/order-mails.ts'
import {
  type FunnelApplication,
  type Order,
  readFunnelApplication,
  readOrder,
} from '#features/payments/server/queries.ts'
import { mail } from '#mail/mail.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Dispute } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'

/**
 * Emails those who look after the money: when it is opened (an early warning counts as one of its own), and for each way in which it ends.
 * @param orderId null where the order does not exist here.
 */
export async function noteDispute(
  services: Services,
  orderId: string | null,
  dispute: Dispute & { paymentIntentId: string },
): Promise<void> {
  const { sql, now, brand } = services
  const hasEnded = hasDisputeEnded(dispute.status)
  await sql.begin(async (tx) => {
    // Where a later state is known nothing is written: one that has ended is only opened again by an appeal.
    const [written] = await tx<{ id: string }[]>`
      insert into order_disputes as d (
        id, order_id, payment_intent_id, amount_pence, currency, reason, status, due_by, opened_at, ended_at)
      values (${dispute.id}::text, ${orderId}::uuid, ${dispute.paymentIntentId}::text, ${dispute.amountPence}::int,
        ${dispute.currency}::text, ${dispute.reason}::text, ${dispute.status}::text, ${dispute.dueBy}::timestamptz,
        ${dispute.openedAt}::timestamptz, case when ${hasEnded}::boolean then ${now().toISOString()}::timestamptz end)
      on conflict (id) do update set
        order_id = coalesce(d.order_id, excluded.order_id), amount_pence = excluded.amount_pence, reason = excluded.reason,
        status = excluded.status, due_by = coalesce(excluded.due_by, d.due_by),
        ended_at = case when excluded.ended_at is not null then coalesce(d.ended_at, excluded.ended_at) end
      where d.status not in ('won', 'lost', 'prevented') or excluded.ended_at is not null or excluded.status like 'appeal%'
      returning id`
    await writeMovements(tx, services, await movementsOfDispute(tx, dispute, orderId, now()))
    if (!written) return
    const [order] = orderId ? await readOrder(tx, { orderId }) : []
    const [application] = order ? await readFunnelApplication(tx, { applicationId: order.applicationId }) : []
    const about = order && application ? { order, application } : null
    const team = await tx<MailAddress[]>`
      select name, email from people where roles && ${rolesWith('money')}::text[] and deactivated_at is null order by email`
    // Where nobody has an account for it, the team's own mailbox.
    for (const to of team.length > 0 ? team : [{ name: brand.name, email: brand.email }]) {
      await queueMail(tx, disputeMail(to, dispute, about), services)
    }
  })
}

function disputeMail(
  to: MailAddress,
  dispute: Dispute,
  about: { order: Order; application: FunnelApplication } | null,
): MailDraft {
  const { id, status, dueBy } = dispute
  const isWarning = status.startsWith('warning_')
  const hasEnded = hasDisputeEnded(status)
  const of = about ? about.application.reference : 'an order that does not exist here'
  const what = isWarning ? 'Early warning of a dispute' : 'Payment disputed'
  const answer = !status.endsWith('needs_response')
    ? 'It has been answered, and the bank is deciding.'
    : dueBy
      ? `Answer it at the payment provider by ${londonDateOf(dueBy)}. Without an answer the money is lost.`
      : 'The bank takes no answer to this dispute.'
  const facts = [
    { term: 'Amount', details: amountIn(dispute) },
    { term: 'Reason', details: disputeReason(dispute.reason) },
    { term: 'Answer by', details: !dueBy || !status.endsWith('needs_response') ? null : londonDateOf(dueBy) },
    { term: 'What to send', details: status.endsWith('needs_response') ? disputeEvidence(dispute.reason) : null },
    { term: 'Payment', details: dispute.paymentIntentId },
    { term: 'Dispute', details: id },
  ]
  const state = hasEnded ? status : isWarning ? 'warning' : status.startsWith('appeal') ? 'appeal' : 'open'
  return mail('payment-dispute', {
    causedBy: 'system',
    once: `payment-dispute:${id}:${state}:${to.email}`,
    to,
    subject: hasEnded ? `Dispute ended: ${of}` : `${what}: ${of}`,
  })`
    ${hasEnded ? `The dispute has ended: ${disputeWords(status)}.` : `${openWords(status)} ${answer}`}

    ${about ? orderFacts(about.order, about.application, facts) : [{ kind: 'facts', facts }]}

    [${about ? 'See the order' : 'See the dispute'}](${about ? adminHref('order', { id: about.order.id }) : adminHref('payments', { view: 'disputes' })})`
}

function openWords(status: string): string {
  if (status.startsWith('warning_'))
    return 'A payer’s bank asks about a payment. Without a good answer it becomes a dispute.'
  if (status.startsWith('appeal_')) return 'A dispute that was lost is open again.'
  return 'A payer’s bank disputes a payment. The money is not ours until the bank has decided.'
}
