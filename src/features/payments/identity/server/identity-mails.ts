import type { Brand } from '#brand.ts'
import type { PublicationWait } from '#domain/application-state.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { paidFor, pounds } from '#domain/money.ts'
import { waitDays } from '#features/payments/identity/rules.ts'
import { listingParts, payerOf, payersFacts, waitWords } from '#features/payments/server/order-mails.ts'
import type { FunnelApplication, Order } from '#features/payments/server/queries.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'

/** What the payer gets when a paid listing is published after it had waited. */
export function listingPublishedMail(
  order: Order,
  application: FunnelApplication,
  brand: Pick<Brand, 'accreditAfter'>,
): MailDraft {
  return {
    kind: 'listing-published',
    causedBy: 'visitor',
    once: `listing-published:${order.id}`,
    to: payerOf(application),
    subject: 'Your event is published',
    body: [
      { kind: 'paragraph', text: 'We now have everything that your listing was waiting for.' },
      { kind: 'facts', facts: payersFacts(order, application) },
      ...listingParts(application, brand),
      { kind: 'button', label: 'See your order', href: href('funnelSuccess', { appId: application.id }) },
    ],
  }
}

/** Reminds the payer of what a listing still waits for. `until`: when it is paid back, ISO time in UTC. `time`: which reminder this is. */
export function waitReminderMail(
  order: Order,
  application: FunnelApplication,
  waits: PublicationWait[],
  until: string,
  time: number,
): MailDraft {
  return {
    kind: 'listing-waits',
    causedBy: 'visitor',
    once: `listing-waits:${order.id}:${until}:${time}`,
    to: payerOf(application),
    subject: 'Your listing is not published yet',
    body: [
      { kind: 'paragraph', text: waitWords(waits) },
      { kind: 'paragraph', text: `The last day is ${londonDateOf(until)}.` },
      { kind: 'facts', facts: payersFacts(order, application) },
      { kind: 'button', label: 'See what we are waiting for', href: href('funnelSuccess', { appId: application.id }) },
    ],
  }
}

/** What the payer gets when a listing has waited too long: it has ended, and what was paid goes back. `mayListAgain`: its application can be paid for as before. */
export function waitEndedMail(order: Order, application: FunnelApplication, mayListAgain: boolean): MailDraft {
  const money = paidFor(order) > 0 ? 'We are refunding what you paid.' : 'You paid nothing for it.'
  return {
    kind: 'listing-wait-ended',
    causedBy: 'visitor',
    once: `listing-wait-ended:${order.id}`,
    to: payerOf(application),
    subject: 'Your listing has ended without being published',
    body: [
      {
        kind: 'paragraph',
        text: `We did not get what it was waiting for within ${waitDays} days. ${money} Nothing renews.${mayListAgain ? ' Your application is still approved, so you can list the event again at any time.' : ''}`,
      },
      { kind: 'facts', facts: payersFacts(order, application) },
      { kind: 'button', label: 'See your order', href: href('funnelSuccess', { appId: application.id }) },
    ],
  }
}

/** What the payer gets when a free listing ends because its code has been used by the same company meanwhile. */
export function codeUsedMail(order: Order, application: FunnelApplication): MailDraft {
  return {
    kind: 'listing-code-used',
    causedBy: 'visitor',
    once: `listing-code-used:${order.id}`,
    to: payerOf(application),
    subject: `The code ${order.coupon_code} has been used before`,
    body: [
      {
        kind: 'paragraph',
        text: `Each organisation can use the code once, and another listing of yours has used it. This order has ended. You were not charged, and nothing renews. You can list this event for ${pounds(order.amount_pence)}.`,
      },
      { kind: 'facts', facts: payersFacts(order, application) },
      { kind: 'button', label: 'List the event', href: href('listingCheckout', { appId: application.id }) },
    ],
  }
}
