/** W3C CCG did:web, 3.1: the colon before a port is written `%3A`. */
export function didOf(publicUrl: string): string {
  return `did:web:${encodeURIComponent(new URL(publicUrl).host)}`
}

export const keyIds = (did: string, name: string) => ({ multikey: `${did}#${name}`, jsonWebKey: `${did}#${name}-jwk` })

/** W3C Bitstring Status List 1.0, 2.1. */
export const statusPurposes = ['revocation', 'suspension'] as const
export type StatusPurpose = (typeof statusPurposes)[number]

/** The least that the specification allows, so that a place tells nothing of its credential. */
export const listPlaces = 131_072

export type VerificationMethod = {
  id: string
  type: 'Multikey' | 'JsonWebKey'
  controller: string
  publicKeyMultibase?: string
  publicKeyJwk?: { kty: 'OKP'; crv: 'Ed25519'; alg: 'EdDSA'; use: 'sig'; kid: string; x: string }
  /** When the key was retired (`expires`), or may have become known to others (`revoked`). */
  expires?: string
  revoked?: string
}

/** DID Core 1.0, Controlled Identifiers 1.0. */
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

/** What a verifier needs of the document. */
export type IssuerKeys = Pick<DidDocument, 'id' | 'verificationMethod' | 'assertionMethod'>

/** `at`: when it was signed, in milliseconds, as the signature says. */
export function findKey(
  { verificationMethod, assertionMethod }: IssuerKeys,
  { id, type, at }: { id: unknown; type: VerificationMethod['type']; at: number },
): VerificationMethod | 'unknown' | 'leaked-key' | 'ended-key' {
  const method = verificationMethod.find((each) => each.id === id && each.type === type)
  if (!method) return 'unknown'
  if (method.revoked || !assertionMethod.includes(method.id)) return 'leaked-key'
  return method.expires && !(at <= Date.parse(method.expires)) ? 'ended-key' : method
}
