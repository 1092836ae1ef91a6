import type Stripe from 'stripe'
import type { Books } from './books.ts'
import { lockOpen } from './checkout.ts'
import { day, hostedPage, html, type Markup, money, rhythm } from './hosted-page.ts'
import type { SessionSecrets } from './open-session.ts'
import { endOfPeriod } from './subscriptions.ts'

export async function checkoutPage(books: Books, id: string, { isDeclined }: { isDeclined: boolean }) {
  await lockOpen(books, id)
  const { body: session, hidden } = await books.lock('checkout.session', id)
  const secrets = hidden as SessionSecrets
  const coupon = secrets.coupon ? await books.get('coupon', secrets.coupon) : null
  if (session.status === 'complete') return completePage(session)
  if (session.status === 'expired') return expiredPage(session)
  const targets = [session.success_url!, ...(session.cancel_url ? [session.cancel_url] : [])]
  const content = html`
${isDeclined && html`<p class="error" role="alert">The payment was declined. Nothing was paid. You can try again.</p>`}
${summary(session, secrets, coupon?.name ?? coupon?.id ?? null)}
${renewal(books, secrets)}
<form method="post">
<input type="hidden" name="token" value="${secrets.token}">
${secrets.asksTaxId && taxFields}
<button class="main" name="action" value="pay">${payLabel(session)}</button>
${(session.amount_total ?? 0) > 0 && session.customer !== null && html`<button name="action" value="debit">By bank debit, which takes three days</button>`}
${(session.amount_total ?? 0) > 0 && html`<button name="action" value="decline">Decline the payment</button>`}
</form>
${session.cancel_url && html`<a class="button" href="${session.cancel_url}">Go back without paying</a>`}`
  return hostedPage({ title: 'Your order', content, formTargets: targets })
}

const taxFields = html`<details>
<summary>I am buying as a business</summary>
<p><label>VAT number (optional) <input name="tax_id" maxlength="30" autocomplete="off"></label></p>
<p><label>Country, two letters (optional) <input name="country" maxlength="2" autocomplete="off"></label></p>
</details>`

export function successUrlOf(session: Stripe.Checkout.Session): string {
  return session.success_url!.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

function completePage(session: Stripe.Checkout.Session): Response {
  const content = html`
<p>This order is complete. Nothing more is to be paid here.</p>
<a class="button main" href="${successUrlOf(session)}">Continue</a>`
  return hostedPage({ title: 'Already completed', content })
}

function expiredPage(session: Stripe.Checkout.Session): Response {
  const content = html`
<p>This payment page was closed and cannot be used any more. Nothing was paid.</p>
${session.cancel_url && html`<a class="button main" href="${session.cancel_url}">Go back and start again</a>`}`
  return hostedPage({ title: 'This page has expired', content })
}

function payLabel(session: Stripe.Checkout.Session): string {
  const total = session.amount_total ?? 0
  if (total > 0) return `Pay ${money(total)}`
  return session.mode === 'subscription' ? `Start for ${money(0)}` : `Complete for ${money(0)}`
}

function summary(session: Stripe.Checkout.Session, { lines }: SessionSecrets, coupon: string | null): Markup {
  const discount = session.total_details?.amount_discount ?? 0
  const tax = session.total_details?.amount_tax ?? 0
  return html`<table>
<thead><tr><th scope="col">Item</th><th scope="col" class="amount">Price</th></tr></thead>
<tbody>
${lines.map(
  (line) => html`<tr><th scope="row">${line.description}${(line.quantity ?? 1) > 1 && ` × ${line.quantity}`}</th>
<td class="amount">${money(line.amount_subtotal)} ${rhythm(line.price)}</td></tr>
`,
)}</tbody>
<tfoot>
${discount > 0 && html`<tr><th scope="row">Discount${coupon && ` (${coupon})`}</th><td class="amount">−${money(discount)}</td></tr>`}
${tax > 0 && html`<tr><th scope="row">Including VAT</th><td class="amount">${money(tax)}</td></tr>`}
<tr class="total"><th scope="row">Total today</th><td class="amount">${money(session.amount_total ?? 0)}</td></tr>
</tfoot>
</table>`
}

function renewal(books: Books, { lines }: SessionSecrets): Markup | null {
  const recurring = lines.filter((line) => line.price?.recurring)
  const price = recurring[0]?.price
  if (!price) return null
  const amount = recurring.reduce((sum, line) => sum + line.amount_subtotal, 0)
  const date = day(endOfPeriod(books.now, price.recurring!, books.now))
  return html`<p class="quiet">Renews on ${date} at ${money(amount)} ${rhythm(price)}, until it is cancelled.</p>`
}
