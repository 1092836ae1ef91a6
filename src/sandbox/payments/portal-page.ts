import type Stripe from 'stripe'
import { endsWithPeriod, idOf } from '#providers/payments/stripe-shapes.ts'
import type { Books } from './books.ts'
import { day, hostedPage, html, type Markup, money, rhythm } from './hosted-page.ts'

const statusWords: Record<string, string> = {
  active: 'Active',
  canceled: 'Ended',
  open: 'To be paid',
  paid: 'Paid',
  past_due: 'Payment overdue',
}

export async function portalPage(books: Books, portal: Stripe.BillingPortal.Session, token: string): Promise<Response> {
  const where = { customer: portal.customer }
  const customer = await books.get('customer', portal.customer)
  const subscriptions = (await books.list('subscription', { limit: 100, where })).data
  const invoices = (await books.list('invoice', { limit: 100, where })).data
  const parts = await Promise.all(
    subscriptions.map(async (each) => subscriptionPart(each, await productsOf(books, each), token)),
  )
  const content = html`
<p>${customer.name ?? customer.email}</p>
<h2>Subscriptions</h2>
${subscriptions.length === 0 && html`<p>There are no subscriptions.</p>`}
${parts}
<h2>Invoices</h2>
${invoices.length === 0 ? html`<p>There are no invoices.</p>` : invoiceTable(invoices)}
${portal.return_url && html`<a class="button" href="${portal.return_url}">Go back</a>`}`
  return hostedPage({ title: 'Billing', content })
}

export function portalOverPage(portal: Stripe.BillingPortal.Session): Response {
  const content = html`
<p>This billing page was open for too long. Open it again from where you came.</p>
${portal.return_url && html`<a class="button main" href="${portal.return_url}">Go back</a>`}`
  return hostedPage({ title: 'This page has expired', content })
}

function subscriptionPart(subscription: Stripe.Subscription, name: string, token: string): Markup {
  const ended = subscription.status === 'canceled'
  const button = (action: string, label: string) =>
    html`<button name="action" value="${action}">${label}<span class="quiet"> (${name})</span></button>`
  return html`<section>
<p><strong>${name}</strong><br>
${subscription.items.data.map((item) => html`${money(item.price.unit_amount ?? 0)} ${rhythm(item.price)} `)}<br>
${statusWords[subscription.status] ?? subscription.status}<br>
<span class="quiet">${timing(subscription)}</span></p>
${
  !ended &&
  html`<form method="post">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="subscription" value="${subscription.id}">
${endsWithPeriod(subscription) ? button('resume', 'Resume') : button('cancel', 'Cancel at the end of the period')}
${(!subscription.default_payment_method || subscription.status === 'past_due') && button('card', 'Use the test card')}
</form>`
}
</section>`
}

function timing(subscription: Stripe.Subscription): string {
  const end = day(subscription.items.data[0]!.current_period_end)
  if (subscription.status === 'canceled') return `Ended on ${day(subscription.ended_at ?? 0)}`
  if (endsWithPeriod(subscription)) return `Ends on ${end}; it does not renew`
  return subscription.default_payment_method ? `Renews on ${end}` : `Renews on ${end}; no card is on file yet`
}

function invoiceTable(invoices: Stripe.Invoice[]): Markup {
  return html`<table>
<thead><tr><th scope="col">Invoice</th><th scope="col">State</th><th scope="col" class="amount">Amount</th></tr></thead>
<tbody>
${invoices.map(
  (invoice) => html`<tr><th scope="row">${invoice.number}, ${day(invoice.created)}</th>
<td>${statusWords[invoice.status ?? ''] ?? invoice.status}</td><td class="amount">${money(invoice.total)}</td></tr>
`,
)}</tbody>
</table>`
}

async function productsOf(books: Books, { items }: Stripe.Subscription): Promise<string> {
  const ids = items.data.map((item) => idOf(item.price.product as string)!)
  return (await Promise.all(ids.map((id) => books.get('product', id)))).map(({ name }) => name).join(', ')
}
