/** Open Badges 3.0. The same bytes for the same version of the entry and the same key. */
export type EntryCredential = {
  /** With a Data Integrity proof: `credential.json`. */
  json: string
  /** A compact JWS (`vc+jwt`), which a browser can check with WebCrypto alone: `credential.jwt`. */
  jws: string
}
