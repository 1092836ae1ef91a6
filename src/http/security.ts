import { createHash } from 'node:crypto'
import type { Env } from '#env.ts'
import { loadScript } from '#shell/load-script.ts'
import { themeScript } from '#shell/theme.ts'

/** Headers of every answer, and the check of where a changing call comes from. */
export type Security = {
  headers: Record<string, string>
  /** Headers of answers that belong to one person. */
  personal: Record<string, string>
  /** Of the one answer whose inline scripts and styles carry this nonce. */
  nonceHeaders: (nonce: string) => Record<string, string>
  /** Whether a changing call comes from one of our own pages (Fetch Metadata, or Origin where a browser does not send it). */
  isSameOrigin: (headers: Headers) => boolean
}

export function createSecurity(env: Env): Security {
  const secure = env.publicUrl.startsWith('https:')
  const inlineScripts = [themeScript, loadScript].map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  // A form post without JavaScript is redirected to the payment page, and browsers check that too.
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
      // The mailbox shows a mail's HTML in a frame; no other answer of ours may be framed.
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
    },
    nonceHeaders: (nonce) => ({ 'content-security-policy': policy(` 'nonce-${nonce}'`) }),
    personal: {
      'cache-control': 'no-store',
      'referrer-policy': saysWhereFrom(env.publicUrl) ? 'no-referrer' : 'same-origin',
      'x-robots-tag': 'noindex',
    },
    isSameOrigin: (headers) => {
      const site = headers.get('sec-fetch-site')
      if (site !== null) return site === 'same-origin' || site === 'none'
      const origin = headers.get('origin')
      if (origin !== null) return origin === env.publicUrl
      // No browser of today leaves out both. What remains is a program, and it carries nobody's cookies.
      return !headers.has('cookie')
    },
  }
}

/**
 * Whether browsers send Fetch Metadata to the site: to https and to this machine alone (W3C Secure Contexts, 3.1). Elsewhere a form
 * tells by its Origin where it comes from, which a page without any referrer makes `null` (Fetch, 3.2): nobody could sign in.
 */
function saysWhereFrom(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}
