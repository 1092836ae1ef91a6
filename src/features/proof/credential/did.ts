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
