import type { Services } from '#requests/services.ts'
import { allPages } from './all-pages.ts'

export function wellKnownTexts({
  env,
  brand,
  now,
}: Pick<Services, 'env' | 'brand' | 'now'>): Record<string, () => string> {
  return {
    '/robots.txt': () =>
      [
        'User-agent: *',
        ...blockedPrefixes().map((prefix) => `Disallow: ${prefix}`),
        ...allowedPaths().map((path) => `Allow: ${path}`),
        '',
        `Sitemap: ${env.publicUrl}/sitemap.xml`,
        '',
      ].join('\n'),
    // RFC 9116 recommends less than a year.
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

/** Public pages that begin as a blocked one does: the longest rule counts (RFC 9309, 2.2.2). */
function allowedPaths(): string[] {
  const blocked = blockedPrefixes()
  return Object.values(allPages)
    .filter(({ cache, path }) => cache && blocked.some((prefix) => path.startsWith(prefix)))
    .map(({ path }) => path)
}

function blockedPrefixes(): string[] {
  const personal = Object.values(allPages)
    .filter(({ cache }) => !cache)
    .map(({ path }) => path.split(':')[0]!)
  const all = ['/api/', '/sandbox/', ...new Set(personal)]
  return all.filter((prefix) => !all.some((other) => other !== prefix && prefix.startsWith(other))).sort()
}
