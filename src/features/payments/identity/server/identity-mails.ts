import type { Brand } from '#brand.ts'
import type { PublicationWait } from '#domain/application-state.ts'
import type { Instant } from '#domain/formats.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { paidFor, pounds } from '#domain/money.ts'
import { waitDays } from '#features/payments/identity/rules.ts'
import { entryMail, listingParts, payersFacts, payersMail, waitWords } from '#features/payments/server/order-mails.ts'
import type { FunnelApplication, Order } from '#features/payments/server/queries.ts'
import { href } from '#pages.ts'

export const listingPublishedMail = (
  order: Order,
  application: FunnelApplication,
  brand: Pick<Brand, 'accreditAfter'>,
) =>
  entryMail('listing-published', order.id, application, 'Your event is published', 'visitor')`
    We now have everything that your listing was waiting for.

    ${payersFacts(order, application)}

    ${listingParts(application, brand)}`

/** @param until when it is refunded. @param time which reminder this is. */
export const waitReminderMail = (
  order: Order,
  application: FunnelApplication,
  waits: PublicationWait[],
  until: Instant,
  time: number,
) =>
  payersMail(
    'listing-waits',
    `${order.id}:${until}:${time}`,
    application,
    'Your listing is not published yet',
    'visitor',
  )`
    ${waitWords(waits)}

    The last day is ${londonDateOf(until)}.

    ${payersFacts(order, application)}

    [See what we are waiting for](${href('myApplication', { appId: application.id })})`

/** @param mayListAgain its application can be paid for as before. */
export const waitEndedMail = (order: Order, application: FunnelApplication, mayListAgain: boolean) =>
  entryMail('listing-wait-ended', order.id, application, 'Your listing has ended without being published', 'visitor')`
    We did not get what it was waiting for within ${waitDays} days. ${paidFor(order) > 0 ? 'We are refunding what you paid.' : 'You paid nothing for it.'} Nothing renews.${mayListAgain && ' Your application is still approved, so you can list the event again at any time.'}

    ${payersFacts(order, application)}`

export const codeUsedMail = (order: Order, application: FunnelApplication) =>
  payersMail(
    'listing-code-used',
    order.id,
    application,
    `The code ${order.couponCode} has been used before`,
    'visitor',
  )`
    Each organisation can use the code once, and another listing of yours has used it. This order has ended. You were not charged, and nothing renews. You can list this event for ${pounds(order.amountPence)}.

    ${payersFacts(order, application)}

    [List the event](${href('listingCheckout', { appId: application.id })})`
