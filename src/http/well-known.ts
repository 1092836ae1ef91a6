import type { Services } from '../services.ts'

/** Texts for machines: what crawlers leave alone, and where to report a weakness. */
export function wellKnownTexts({
  env,
  brand,
  now,
}: Pick<Services, 'env' | 'brand' | 'now'>): Record<string, () => string> {
  return {
    '/robots.txt': () =>
      [
        'User-agent: *',
        ...[
          '/admin',
          '/review/',
          '/checkout',
          '/upsell/',
          '/funnel/',
          '/accreditation/',
          '/application-approved',
          '/pre-approved',
          '/sandbox/',
          '/api/',
        ].map((path) => `Disallow: ${path}`),
        '',
        `Sitemap: ${env.publicUrl}/sitemap.xml`,
        '',
      ].join('\n'),
    // RFC 9116: Contact and Expires are required; a date less than a year away is recommended.
    '/.well-known/security.txt': () =>
      [
        `Contact: mailto:${brand.email}`,
        `Expires: ${new Date(now().getTime() + 180 * 86_400_000).toISOString()}`,
        'Preferred-Languages: en',
        `Canonical: ${env.publicUrl}/.well-known/security.txt`,
        '',
      ].join('\n'),
  }
}
