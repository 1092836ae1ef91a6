import type { Brand } from '#brand.ts'

/**
 * The authority as a schema.org Organization (https://schema.org/Organization): a private body, so nothing here says otherwise.
 *
 * @param publicUrl origin of the site.
 */
export function organisationJsonLd(brand: Brand, publicUrl: string): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${publicUrl}/#organisation`,
    name: brand.name,
    alternateName: brand.shortName,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icon-512.png`,
    email: brand.email,
    telephone: brand.phoneLink,
    address: brand.address.join(', '),
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer service', email: brand.email, areaServed: 'GB' },
  }
}
