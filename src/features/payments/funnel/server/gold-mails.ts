import { londonDateOf } from '#domain/london-time.ts'
import { goldDays, goldWaitWords } from '#features/payments/rules.ts'
import { payerOf, payersFacts } from '#features/payments/server/order-mails.ts'
import type { FunnelApplication, Order } from '#features/payments/server/queries.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'

/** The receipt of an award that waits, with what it waits for. `until`: ISO time in UTC. */
export function withGoldWords(receipt: MailDraft, until: string, minScore: number): MailDraft {
  const paragraph = { kind: 'paragraph' as const, text: goldWaitWords(minScore, londonDateOf(until)) }
  return { ...receipt, body: [...receipt.body.slice(0, -1), paragraph, ...receipt.body.slice(-1)] }
}

/** What the buyer gets when the Gold award is given. */
export function awardGivenMail(order: Order, application: FunnelApplication): MailDraft {
  return {
    kind: 'award-given',
    causedBy: 'system',
    once: `award-given:${order.id}`,
    to: payerOf(application),
    subject: 'Your event has the Gold award',
    body: [
      {
        kind: 'paragraph',
        text: 'Your event reached the score for Gold, and the register now shows it as Gold. We will make the trophy and the framed certificate, and ask you where to send them.',
      },
      { kind: 'facts', facts: payersFacts(order, application) },
      { kind: 'button', label: 'See your order', href: href('funnelSuccess', { appId: application.id }) },
    ],
  }
}

/** What the buyer gets when a Gold award that cost nothing ends without being given. */
export function awardEndedMail(order: Order, application: FunnelApplication): MailDraft {
  return {
    kind: 'award-ended',
    causedBy: 'system',
    once: `award-ended:${order.id}`,
    to: payerOf(application),
    subject: 'Your Gold award has ended',
    body: [
      {
        kind: 'paragraph',
        text: `Your event did not reach the score for Gold within ${goldDays} days, so you do not get the award. You paid nothing for it.`,
      },
      { kind: 'facts', facts: payersFacts(order, application) },
      { kind: 'button', label: 'See your order', href: href('funnelSuccess', { appId: application.id }) },
    ],
  }
}
