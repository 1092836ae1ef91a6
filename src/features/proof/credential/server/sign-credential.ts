import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { issue } from '@digitalbazaar/vc'
import { createList } from '@digitalbazaar/vc-bitstring-status-list'
import type { Signer } from '#features/proof/server/signing-key.ts'
import { filePaths } from '#pages.ts'
import type { EntryCredential } from '#wire/entry-proof.ts'
import { didOf, keyIds, listPlaces, type StatusPurpose } from '../did.ts'
import { credentialsContext, loaderOf } from './contexts.ts'
import type { Issuer } from './credential-of-entry.ts'

type UnsignedCredential = {
  id: string
  issuer: string | { id: string }
  validFrom: string
  validUntil?: string
  credentialSubject: { id: string }
}

const documentLoader = loaderOf()

/** Data Integrity `eddsa-rdfc-2022` and a compact JWS; the same input gives the same bytes (RFC 8032). */
export async function signCredential(
  unsigned: UnsignedCredential,
  signer: Signer,
  at: string,
): Promise<EntryCredential> {
  const did = typeof unsigned.issuer === 'string' ? unsigned.issuer : unsigned.issuer.id
  const { multikey, jsonWebKey } = keyIds(did, signer.key.name)
  const created = `${(at > signer.createdAt ? at : signer.createdAt).slice(0, 19)}Z`
  const suite = new DataIntegrityProof({
    cryptosuite,
    date: created,
    signer: { algorithm: 'Ed25519', id: multikey, sign: async ({ data }) => signer.sign(data) },
  })
  const issued = await issue({ credential: { ...unsigned }, suite, documentLoader })
  const { id, validFrom, validUntil, credentialSubject } = unsigned
  // The registered claims that Open Badges 3.0 (8.2.4) asks for beside the credential.
  const dates = { iat: seconds(created), nbf: seconds(validFrom), ...(validUntil && { exp: seconds(validUntil) }) }
  const claims = { iss: did, jti: id, sub: credentialSubject.id, ...dates }
  const signed = [
    { alg: 'EdDSA', kid: jsonWebKey },
    { ...unsigned, ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return {
    // A list, as the schema of Open Badges has it.
    json: JSON.stringify({ ...issued, proof: [issued.proof] }),
    jws: `${signed}.${Buffer.from(signer.sign(signed)).toString('base64url')}`,
  }
}

const seconds = (time: string) => Math.floor(Date.parse(time) / 1000)

/** In milliseconds: an old list cannot be shown for longer in place of the present one. */
const listHoldsMs = 24 * 3_600_000
/** What a list still holds when it is signed again. */
export const renewBeforeMs = 18 * 3_600_000
/** How long readers may keep a list. */
const keepMs = 60_000

/** W3C Bitstring Status List 1.0: the bits of `places` are set. */
export async function signStatusList(
  { purpose, list, places }: { purpose: StatusPurpose; list: number; places: number[] },
  { signer, issuer: { publicUrl }, now }: { signer: Signer; issuer: Issuer; now: Date },
): Promise<EntryCredential & { validFrom: string; validUntil: string }> {
  const bits = await createList({ length: listPlaces })
  for (const place of places) bits.setStatus(place, true)
  const id = publicUrl + filePaths.statusList(purpose, list)
  const [validFrom, validUntil] = [now.toISOString(), new Date(now.getTime() + listHoldsMs).toISOString()]
  const unsigned = {
    '@context': [credentialsContext],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: didOf(publicUrl),
    validFrom,
    validUntil,
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: purpose,
      encodedList: await bits.encode(),
      ttl: keepMs,
    },
  }
  return { ...(await signCredential(unsigned, signer, validFrom)), validFrom, validUntil }
}
