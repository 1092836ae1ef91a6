/** The did:web of a site (W3C CCG did:web, section 3.1): its host, in which the colon before a port is written `%3A`. */
export function didOf(publicUrl: string): string {
  return `did:web:${encodeURIComponent(new URL(publicUrl).host)}`
}

/** A key as a verification method: with its bytes as a Multikey, and for JWS as a JSON Web Key. */
export const keyIds = (did: string, name: string) => ({ multikey: `${did}#${name}`, jsonWebKey: `${did}#${name}-jwk` })

/** The purposes of the status lists (W3C Bitstring Status List 1.0, section 2.1). */
export const statusPurposes = ['revocation', 'suspension'] as const
export type StatusPurpose = (typeof statusPurposes)[number]

/** How many places a status list has: the least that the specification allows, so that a place tells nothing of its credential. */
export const listPlaces = 131_072

export type VerificationMethod = {
  id: string
  type: 'Multikey' | 'JsonWebKey'
  controller: string
  publicKeyMultibase?: string
  publicKeyJwk?: { kty: 'OKP'; crv: 'Ed25519'; alg: 'EdDSA'; use: 'sig'; kid: string; x: string }
  /** When the key ended (ISO 8601 in UTC): of one that was retired, and of one that may be known to others. */
  expires?: string
  revoked?: string
}

/** The issuer's profile and keys (DID Core 1.0, Controlled Identifiers 1.0). */
export type DidDocument = {
  '@context': string[]
  id: string
  type: string[]
  name: string
  url: string
  email: string
  verificationMethod: VerificationMethod[]
  assertionMethod: string[]
}

/**
 * The key that a signature names, if it may have signed then.
 *
 * @param at when it was signed, as the signature says: milliseconds.
 */
export function findKey(
  { verificationMethod, assertionMethod }: DidDocument,
  { id, type, at }: { id: unknown; type: VerificationMethod['type']; at: number },
): VerificationMethod | 'unknown' | 'leaked-key' | 'ended-key' {
  const method = verificationMethod.find((each) => each.id === id && each.type === type)
  if (!method) return 'unknown'
  if (method.revoked || !assertionMethod.includes(method.id)) return 'leaked-key'
  return method.expires && !(at <= Date.parse(method.expires)) ? 'ended-key' : method
}
