import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import type { MailAddress } from '#domain/mail-address.ts'
import { disputeReason, disputeWords, hasDisputeEnded } from '#features/payments/rules.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import type { Dispute } from '#providers/payments/payments.ts'
import { amountIn, orderFacts } from './order-mails.ts'
import type { FunnelApplication, Order } from './queries.ts'

/** What somebody who looks after the money gets of a dispute, when it is opened and when it has ended. */
export function disputeMail(
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
  return {
    kind: 'payment-dispute',
    causedBy: 'system',
    once: `payment-dispute:${id}:${hasEnded ? status : isWarning ? 'warning' : status.startsWith('appeal') ? 'appeal' : 'open'}:${to.email}`,
    to,
    subject: hasEnded ? `Dispute ended: ${of}` : `${what}: ${of}`,
    body: [
      {
        kind: 'paragraph',
        text: hasEnded ? `The dispute has ended: ${disputeWords(status)}.` : `${openWords(status)} ${answer}`,
      },
      {
        kind: 'facts',
        facts: [
          ...(about ? orderFacts(about.order, about.application) : []),
          { term: 'Amount', details: amountIn(dispute) },
          { term: 'Reason', details: disputeReason(dispute.reason) },
          { term: 'Answer by', details: !dueBy || !status.endsWith('needs_response') ? null : londonDateOf(dueBy) },
          { term: 'Payment', details: dispute.paymentIntentId },
          { term: 'Dispute', details: id },
        ],
      },
      about
        ? { kind: 'button', label: 'See the order', href: adminHref('order', { id: about.order.id }) }
        : { kind: 'button', label: 'See the dispute', href: adminHref('payments', { view: 'disputes' }) },
    ],
  }
}

function openWords(status: string): string {
  if (status.startsWith('warning_'))
    return 'A payer’s bank asks about a payment. Without a good answer it becomes a dispute.'
  if (status.startsWith('appeal_')) return 'A dispute that was lost is open again.'
  return 'A payer’s bank disputes a payment. The money is not ours until the bank has decided.'
}
