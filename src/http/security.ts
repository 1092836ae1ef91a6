import { createHash } from 'node:crypto'
import type { Env } from '#env.ts'
import { loadScript } from '#shell/load-script.ts'
import { themeScript } from '#shell/theme.ts'

export type Security = ReturnType<typeof createSecurity>

export function createSecurity(env: Env) {
  const secure = env.publicUrl.startsWith('https:')
  const inlineScripts = [themeScript, loadScript].map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  // A form post without a script is redirected to the payment page, which browsers check too.
  const payments = env.sandbox.has('payments') ? '' : ' https://checkout.stripe.com https://billing.stripe.com'
  const policy = (nonce = '') =>
    [
      "default-src 'none'",
      `script-src 'self' ${inlineScripts.join(' ')}${nonce}`,
      `style-src 'self'${nonce}`,
      "img-src 'self' data: https:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      // The mailbox shows a mail's HTML in a frame.
      "frame-src 'self'",
      `form-action 'self'${payments}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
      ...(secure ? ['upgrade-insecure-requests'] : []),
    ].join('; ')
  return {
    headers: {
      'content-security-policy': policy(),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      'cross-origin-opener-policy': 'same-origin',
      ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    } as Record<string, string>,
    nonceHeaders: (nonce: string): Record<string, string> => ({
      'content-security-policy': policy(` 'nonce-${nonce}'`),
    }),
    personal: {
      'cache-control': 'no-store',
      'referrer-policy': saysWhereFrom(env.publicUrl) ? 'no-referrer' : 'same-origin',
      'x-robots-tag': 'noindex',
    } as Record<string, string>,
    /** By Fetch Metadata, or by Origin where a browser does not send it. */
    isSameOrigin: (headers: Headers) => {
      const site = headers.get('sec-fetch-site')
      if (site !== null) return site === 'same-origin' || site === 'none'
      const origin = headers.get('origin')
      if (origin !== null) return origin === env.publicUrl
      // A program: every current browser sends one of the two.
      return !headers.has('cookie')
    },
  }
}

/**
 * Browsers send Fetch Metadata only to https and to this machine (W3C Secure Contexts, 3.1). Elsewhere Origin decides, which is `null` from a page
 * without a referrer (Fetch, 3.2): nobody could sign in.
 */
function saysWhereFrom(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}
