import { readBodyText } from '#process/read-body.ts'
import { isSameSignature } from '#providers/auth/cookies.ts'
import { ApiError } from './api-error.ts'
import { type Books, openBooks, type SandboxParts } from './books.ts'
import { completeSession, declineSession } from './checkout.ts'
import { checkoutPage, successUrlOf } from './checkout-page.ts'
import { type DashboardKind, dashboardKinds, dashboardPage, pressDashboard } from './dashboard-page.ts'
import { completeUnpaid } from './delayed-payment.ts'
import { documentPdf, type Seller } from './draw-document.ts'
import { hostedPage, html, notFoundPage, stylesheetPath } from './hosted-page.ts'
import { debitSeconds } from './payments-taken.ts'
import { portalOverPage, portalPage } from './portal-page.ts'
import { putTestCardOnFile, setCancelAtPeriodEnd } from './subscriptions.ts'
import type { TypedTaxDetails } from './taxes.ts'

const maxFormBytes = 8 * 1024
const patienceMs = 60_000
const portalSeconds = 60 * 60
const address = new RegExp(
  `^/sandbox/(pay|portal|documents|dashboard/(?:${dashboardKinds.join('|')}))/([A-Za-z0-9_]{1,100})$`,
)

/** `/sandbox/pay/…`, `/sandbox/portal/…`, `/sandbox/dashboard/…`, `/sandbox/documents/…` and their stylesheet; null for every other address. */
export function createHostedPages({
  sql,
  publicUrl,
  seconds,
  changed,
  seller,
}: SandboxParts & { seller: Seller }): (request: Request) => Promise<Response | null> {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === stylesheetPath) return stylesheetAnswer()
    const [, kind, id] = address.exec(pathname) ?? []
    if (!kind || !id) return null
    const isPost = request.method === 'POST' && kind !== 'documents'
    if (!isPost && request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD, POST' } })
    }
    if (isPost && !isFromHere(request.headers)) return refusedPage()
    const form = isPost ? await readForm(request) : null
    if (isPost && !form) return refusedPage()
    const response = await sql
      .begin(async (tx) => {
        const books = openBooks(tx, { now: seconds() })
        if (kind === 'documents') return pdfAnswer(await documentPdf(books, id, seller))
        const dashboard = dashboardKinds.find((known) => kind === `dashboard/${known}`)
        if (dashboard) return form ? dashboardPost(books, dashboard, id, form) : dashboardPage(books, dashboard, id)
        if (kind === 'portal') return answerPortal(books, id, form)
        return form ? payPost(books, id, form) : checkoutPage(books, id, { isDeclined: searchParams.has('declined') })
      })
      .catch((problem: unknown) => {
        if (!(problem instanceof ApiError)) throw problem
        return problem.status === 404 ? notFoundPage() : refusedPage()
      })
    changed()
    return response as Response
  }

  async function payPost(books: Books, id: string, form: URLSearchParams): Promise<Response> {
    const { body: session, hidden } = await books.lock('checkout.session', id)
    if (!isSameSignature(String(hidden.token), form.get('token') ?? '')) return refusedPage()
    const here = `/sandbox/pay/${id}`
    const action = form.get('action')
    if (action === 'debit' && session.status === 'open' && session.customer) {
      await completeUnpaid(books, id, books.now + debitSeconds)
      return seeOther(successUrlOf(session))
    }
    if (action !== 'pay' && action !== 'decline') return refusedPage()
    const outcome = action === 'pay' ? await completeSession(books, id, typedIn(form)) : await declineSession(books, id)
    if (outcome === 'not-open') return seeOther(here)
    return seeOther(action === 'pay' ? successUrlOf(session) : `${here}?declined`)
  }

  async function dashboardPost(books: Books, kind: DashboardKind, id: string, form: URLSearchParams) {
    const isDone = await pressDashboard(books, kind, id, form.get('action') ?? '')
    return isDone ? seeOther(`/sandbox/dashboard/${kind}/${id}`) : refusedPage()
  }

  async function answerPortal(books: Books, id: string, form: URLSearchParams | null): Promise<Response> {
    const { body: portal, hidden } = await books.lock('billing_portal.session', id)
    const token = String(hidden.token)
    if (books.now > portal.created + portalSeconds) return portalOverPage(portal)
    if (!form) return portalPage(books, portal, token)
    if (!isSameSignature(token, form.get('token') ?? '')) return refusedPage()
    const subscription = await books.get('subscription', form.get('subscription') ?? '')
    if (subscription.customer !== portal.customer) return refusedPage()
    const action = form.get('action')
    const isRunning = subscription.status !== 'canceled'
    if (isRunning && action === 'card') await putTestCardOnFile(books, portal.customer)
    else if (isRunning && (action === 'cancel' || action === 'resume')) {
      await setCancelAtPeriodEnd(books, subscription.id, action === 'cancel')
    }
    return seeOther(`/sandbox/portal/${id}`)
  }

  /** By its Origin, or where a browser withholds that, by its fetch metadata. */
  function isFromHere(headers: Headers): boolean {
    const origin = headers.get('origin')
    if (origin && origin !== 'null') return origin === new URL(publicUrl()).origin
    return headers.get('sec-fetch-site') === 'same-origin'
  }
}

function typedIn(form: URLSearchParams): TypedTaxDetails {
  const read = (name: string) => form.get(name)?.replaceAll(/\s/g, '').toUpperCase().slice(0, 30) || undefined
  return { taxId: read('tax_id'), country: read('country')?.slice(0, 2) }
}

function pdfAnswer(bytes: Uint8Array): Response {
  const headers = { 'content-type': 'application/pdf', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
  return new Response(bytes as BodyInit, { headers: { ...headers, 'x-content-type-options': 'nosniff' } })
}

/** Null where it is too long, too slow or no form. */
async function readForm(request: Request): Promise<URLSearchParams | null> {
  if (!request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')) return null
  const text = await readBodyText(request, { bytes: maxFormBytes, signal: AbortSignal.timeout(patienceMs) })
  return text === null ? null : new URLSearchParams(text)
}

function refusedPage(): Response {
  const content = html`<p>This did not come from the page itself, so nothing was done. Open the page again and use its buttons.</p>`
  return hostedPage({ title: 'Not accepted', content, status: 403 })
}

function seeOther(location: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'same-origin' },
  })
}

function stylesheetAnswer(): Response {
  const headers = {
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
  }
  return new Response(stylesheet, { headers })
}

/** At an address of its own, because the content security policy allows no inline style. */
const stylesheet = `
:root {
  color-scheme: light dark;
  --ground: #f7f4ec; --sheet: #fffdf8; --ink: #14241c; --quiet: #4b5a51; --line: #cfcabb;
  --action: #0b4a33; --action-text: #ffffff; --notice: #f3d98b; --notice-ink: #2b2206; --error: #a11616; --focus: #8a5a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e1713; --sheet: #16221c; --ink: #eef2ec; --quiet: #b3bfb6; --line: #3d4c43;
    --action: #8fd3b2; --action-text: #06231a; --notice: #5a4710; --notice-ink: #fff3cf; --error: #ff9d93; --focus: #f0c75e;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
.notice { margin: 0; padding: .75rem 1rem; background: var(--notice); color: var(--notice-ink); text-align: center; }
main { max-width: 38rem; margin: 1.5rem auto; padding: 1.5rem 1.25rem 2rem; background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem; }
h1 { font: 600 1.625rem/1.25 Georgia, serif; margin: 0 0 1rem; }
h2 { font: 600 1.25rem/1.3 Georgia, serif; margin: 2rem 0 .75rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
th + td, td + td, th + th { padding-left: 1rem; }
.amount { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
tfoot .total th, tfoot .total td { border-bottom: 0; font-size: 1.1875rem; font-weight: 700; }
.quiet { color: var(--quiet); }
.error { margin: 0 0 1rem; padding: .75rem 1rem; border-left: .3125rem solid var(--error); color: var(--error); font-weight: 600; }
form { margin: 1.25rem 0 0; }
button, .button { display: block; width: 100%; min-height: 2.75rem; margin: .75rem 0 0; padding: .625rem 1rem; border: 2px solid var(--action); border-radius: .375rem; background: transparent; color: var(--action); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button.main, .button.main { background: var(--action); color: var(--action-text); }
a { color: var(--action); }
button:hover, .button:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
section + section { margin-top: 2rem; }
@media (max-width: 40rem) { main { margin: 0; border: 0; border-radius: 0; } }
@media print { button, .button, form { display: none; } }
`
