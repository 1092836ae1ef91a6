/** They may have to be erased: the public log holds only their salted hashes. */
export const hashedNames = ['city', 'date', 'organiser', 'reason', 'title', 'venue'] as const
export type HashedName = (typeof hashedNames)[number]
export type HashedValues = Record<HashedName, string>

/** Of the entry's newest change. Bytes are base64. */
export type EntryProof = {
  leaf: string
  index: number
  proof: string[]
  checkpoint: string
  signedAt: string
  salt: string
  register: RegisterFacts
}

export type RegisterFacts = {
  number: string
  status: string
  assurance: string
  assuredOn: string | null
  validFrom: string
  validUntil: string | null
  values: HashedValues
}

/** `waiting`: not signed yet. `broken`: the log lacks what the proof is made of. Null for an unknown number. */
export type FoundProof = EntryProof | 'waiting' | 'broken' | null

/** What a page shows of a proof. */
export function shownProof(proof: FoundProof) {
  return proof && typeof proof === 'object' ? { index: proof.index, signedAt: proof.signedAt } : proof
}

/** Open Badges 3.0. The same bytes for the same version of the entry and the same key. */
export type EntryCredential = {
  /** With a Data Integrity proof: `credential.json`. */
  json: string
  /** A compact JWS (`vc+jwt`), which a browser can check with WebCrypto alone: `credential.jwt`. */
  jws: string
}

/** `logProof`: a C2SP tlog-proof of the same version; null until it is in a checkpoint that was published. */
export type ProvenCredential = EntryCredential & { logProof: { text: string; isWitnessed: boolean } | null }

/** What a file says that holds it too early. */
export const notSeenYet = 'Not enough witnesses have seen this entry in the public log yet.'
