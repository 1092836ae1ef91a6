import { idOf } from '#providers/payments/stripe-shapes.ts'
import { settlePayout } from './balance.ts'
import type { Books } from './books.ts'
import { settleDelayed } from './delayed-payment.ts'
import { day, hostedPage, html, type Markup, money } from './hosted-page.ts'
import { closeDispute, openDispute } from './payments-taken.ts'
import { settleRenewal } from './subscriptions.ts'

/** As the pages of Stripe's dashboard are named. */
export const dashboardKinds = ['payments', 'customers', 'subscriptions', 'disputes', 'payouts'] as const
export type DashboardKind = (typeof dashboardKinds)[number]

/** What the provider holds, for people of finance; with buttons for what its payers and banks would do. */
export async function dashboardPage(books: Books, kind: DashboardKind, id: string): Promise<Response> {
  const [title, content] = await pages[kind](books, id)
  return hostedPage({ title, content: html`<p class="quiet">${id}</p>${content}` })
}

const pages: Record<DashboardKind, (books: Books, id: string) => Promise<[string, Markup]>> = {
  async payments(books, id) {
    const payment = await books.get('payment_intent', id)
    const charge = payment.latest_charge ? await books.get('charge', idOf(payment.latest_charge)!) : null
    const disputes = (await books.list('dispute', { limit: 10, where: { payment_intent: id } })).data
    const refunds = (await books.list('refund', { limit: 100, where: { payment_intent: id } })).data
    const moved = charge?.balance_transaction
      ? await books.get('balance_transaction', idOf(charge.balance_transaction)!)
      : null
    const { card, bacs_debit: debit } = charge?.payment_method_details ?? {}
    const rows: Row[] = [
      ['Amount', money(payment.amount)],
      ['State', payment.status],
      [
        'Paid with',
        card ? `Card ending in ${card.last4}` : debit ? `Bank debit, account ending in ${debit.last4}` : '',
      ],
      ['Fee', moved ? money(moved.fee) : ''],
      ...refunds.map((refund): Row => [`Refund, ${refund.status}`, money(refund.amount)]),
      ...disputes.map((dispute): Row => [`Dispute, ${dispute.status}`, link('disputes', dispute.id)]),
    ]
    const canDispute = charge?.status === 'succeeded' && !charge.disputed
    return [
      'Payment',
      html`${table(rows)}${canDispute && buttons({ dispute: 'The payer disputes it' })}${
        payment.status === 'processing' && buttons({ arrive: 'The bank debit arrives', fail: 'The bank debit fails' })
      }`,
    ]
  },
  async customers(books, id) {
    const customer = await books.get('customer', id)
    const payments = (await books.list('payment_intent', { limit: 100, where: { customer: id } })).data
    const rows = payments.map(
      (payment): Row => [link('payments', payment.id), `${money(payment.amount)}, ${payment.status}`],
    )
    return [customer.name ?? 'Customer', table(rows)]
  },
  async subscriptions(books, id) {
    const subscription = await books.get('subscription', id)
    const item = subscription.items.data[0]!
    const rows: Row[] = [
      ['State', subscription.status],
      ['Price', money(item.price.unit_amount ?? 0)],
      ['Paid until', day(item.current_period_end)],
      ['Customer', link('customers', idOf(subscription.customer)!)],
    ]
    return ['Subscription', table(rows)]
  },
  async disputes(books, id) {
    const dispute = await books.get('dispute', id)
    const { due_by: due } = dispute.evidence_details
    const rows: Row[] = [
      ['Amount', money(dispute.amount)],
      ['Reason', dispute.reason],
      ['State', dispute.status],
      ['Answer by', due ? day(due) : ''],
      ['Payment', link('payments', idOf(dispute.payment_intent)!)],
    ]
    const isOpen = !['won', 'lost', 'prevented'].includes(dispute.status)
    return ['Dispute', html`${table(rows)}${isOpen && buttons({ won: 'We win', lost: 'We lose' })}`]
  },
  async payouts(books, id) {
    const payout = await books.get('payout', id)
    const parts = (await books.list('balance_transaction', { limit: 100, hidden: { payout: id } })).data
    const rows: Row[] = [
      ['Amount', money(payout.amount)],
      ['State', payout.status],
      ['At the bank', day(payout.arrival_date)],
      ...parts.filter(({ type }) => type !== 'payout').map(({ type, net }): Row => [type, money(net)]),
    ]
    const isSent = payout.status === 'in_transit'
    return ['Payout', html`${table(rows)}${isSent && buttons({ return: 'The bank sends it back' })}`]
  },
}

/** @returns false for a button that the page does not have. */
export async function pressDashboard(books: Books, kind: DashboardKind, id: string, action: string): Promise<boolean> {
  if (kind === 'disputes' && (action === 'won' || action === 'lost')) await closeDispute(books, id, action)
  else if (kind === 'payouts' && action === 'return') await settlePayout(books, id, 'failed')
  else if (kind === 'payments' && action === 'dispute') {
    await openDispute(books, idOf((await books.get('payment_intent', id)).latest_charge) ?? '')
  } else if (kind === 'payments' && (action === 'arrive' || action === 'fail')) {
    const [row] = await books.tx`
      select object, id from sandbox.payment_objects
      where object = 'checkout.session' and hidden ->> 'paymentIntent' = ${id} and body ->> 'payment_status' = 'unpaid'
        or object = 'invoice' and hidden ->> 'debit' = ${id}`
    if (!row) return false
    const settle = row.object === 'invoice' ? settleRenewal : settleDelayed
    await settle(books, row.id, action === 'arrive' ? 'paid' : 'failed')
  } else return false
  return true
}

type Row = [term: string | Markup, details: string | Markup]

function table(rows: readonly Row[]): Markup {
  return html`<table><tbody>
${rows.filter(([, details]) => details !== '').map(([term, details]) => html`<tr><th scope="row">${term}</th><td class="amount">${details}</td></tr>`)}
</tbody></table>`
}

function link(kind: DashboardKind, id: string): Markup {
  return html`<a href="/sandbox/dashboard/${kind}/${id}">${id}</a>`
}

/** @param labels by the action that `pressDashboard` takes. */
function buttons(labels: Record<string, string>): Markup {
  return html`<form method="post">
${Object.entries(labels).map(([action, label]) => html`<button name="action" value="${action}">${label}</button>`)}
</form>`
}
