import type Stripe from 'stripe'

/** Finished HTML. Made by `html` only, so that text never gets in unescaped. */
export class Markup {
  constructor(readonly text: string) {}
}

type MarkupPart = string | number | Markup | MarkupPart[] | null | false

/** Values are escaped unless they are markup; lists are joined, null and false are left out. */
export function html(strings: TemplateStringsArray, ...parts: MarkupPart[]): Markup {
  return new Markup(strings.map((text, index) => text + (index < parts.length ? render(parts[index]!) : '')).join(''))
}

function render(part: MarkupPart): string {
  if (part === null || part === false) return ''
  if (part instanceof Markup) return part.text
  if (Array.isArray(part)) return part.map(render).join('')
  return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

export const stylesheetPath = '/sandbox/assets/payments.css'

export function hostedPage({
  title,
  content,
  status = 200,
  formTargets = [],
}: {
  title: string
  content: Markup
  status?: number
  formTargets?: string[]
}): Response {
  const page = html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – test payment page</title>
<link rel="stylesheet" href="${stylesheetPath}">
</head>
<body>
<header class="notice"><strong>Test payment page:</strong> no money moves, no card is asked for.</header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`
  return new Response(page.text, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      // A browser applies form-action to where a post is redirected too: the way back to the shop must be named.
      'content-security-policy': [
        "default-src 'none'",
        "style-src 'self'",
        `form-action ${["'self'", ...formTargets.map((target) => new URL(target).origin)].join(' ')}`,
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ].join('; '),
      // Not `no-referrer`: that would send `Origin: null` with our own forms.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  })
}

export function notFoundPage(): Response {
  const content = html`<p>This address belongs to no test payment. It may have been copied incompletely.</p>`
  return hostedPage({ title: 'Page not found', content, status: 404 })
}

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })

export function money(pence: number): string {
  return pounds.format(pence / 100)
}

/** Seconds since 1970 as `21 November 2026`, in London. */
export function day(seconds: number): string {
  return longDate.format(new Date(seconds * 1000))
}

/** `a year`; empty for a price paid once. */
export function rhythm(price: Stripe.Price | null): string {
  return price?.recurring ? `a ${price.recurring.interval}` : ''
}
