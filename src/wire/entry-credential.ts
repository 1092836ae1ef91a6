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
