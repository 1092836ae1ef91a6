import { companyAddress } from '#domain/company-number.ts'

/**
 * An organiser as a schema.org Organization (https://schema.org/Organization).
 *
 * @param address path of its page. @param publicUrl origin of the site, for absolute addresses.
 */
export function organiserJsonLd(
  organiser: { name: string; address: string; companyNumber: string | null; website: string | null },
  publicUrl: string,
): Record<string, unknown> {
  const { name, address, companyNumber, website } = organiser
  const sameAs = [website, companyNumber && companyAddress(companyNumber)].filter(Boolean)
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    url: publicUrl + address,
    ...(sameAs.length > 0 ? { sameAs } : {}),
    ...(companyNumber
      ? { identifier: { '@type': 'PropertyValue', propertyID: 'Companies House', value: companyNumber } }
      : {}),
  }
}
