import type { Instant } from '#domain/formats.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { goldDays, goldWaitWords } from '#features/payments/rules.ts'
import { payersFacts, payersMail } from '#features/payments/server/order-mails.ts'
import type { FunnelApplication, Order } from '#features/payments/server/queries.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'

export function withGoldWords(receipt: MailDraft, until: Instant, minScore: number): MailDraft {
  const paragraph = { kind: 'paragraph' as const, text: goldWaitWords(minScore, londonDateOf(until)) }
  return { ...receipt, body: [...receipt.body.slice(0, -1), paragraph, ...receipt.body.slice(-1)] }
}

export const awardGivenMail = (order: Order, application: FunnelApplication) =>
  payersMail('award-given', order.id, application, 'Your event has the Gold award')`
    Your event reached the score for Gold, and the register now shows it as Gold. We will make the trophy and the framed certificate, and ask you where to send them.

    ${payersFacts(order, application)}

    [Go to your entry](${href('myApplication', { appId: application.id })})`

export const awardEndedMail = (order: Order, application: FunnelApplication) =>
  payersMail('award-ended', order.id, application, 'Your Gold award has ended')`
    Your event did not reach the score for Gold within ${goldDays} days, so you do not get the award. You paid nothing for it.

    ${payersFacts(order, application)}

    [Go to your entry](${href('myApplication', { appId: application.id })})`
