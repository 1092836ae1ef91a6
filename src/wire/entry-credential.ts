/**
 * The signed credential of an accredited entry (Open Badges 3.0). Both are the same bytes each time that they are made for the same version of
 * the entry and the same key.
 */
export type EntryCredential = {
  /** JSON with a Data Integrity proof: `credential.json`. */
  json: string
  /** The same credential as a compact JWS (`vc+jwt`): `credential.jwt`. A browser can check it without more than WebCrypto. */
  jws: string
}
