import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { issue } from '@digitalbazaar/vc'
import type { Signer } from '#features/proof/server/signing-key.ts'
import type { EntryCredential } from '#wire/entry-credential.ts'
import { keyIds } from '../did.ts'
import { loaderOf } from './contexts.ts'

type Unsigned = {
  id: string
  issuer: string | { id: string }
  validFrom: string
  validUntil?: string
  credentialSubject: { id: string }
}

const documentLoader = loaderOf()

/** Data Integrity `eddsa-rdfc-2022` and a compact JWS; the same credential, key and `at` give the same bytes (RFC 8032). */
export async function signCredential(unsigned: Unsigned, signer: Signer, at: string): Promise<EntryCredential> {
  const did = typeof unsigned.issuer === 'string' ? unsigned.issuer : unsigned.issuer.id
  const { multikey, jsonWebKey } = keyIds(did, signer.key.name)
  const created = `${(at > signer.createdAt ? at : signer.createdAt).slice(0, 19)}Z`
  const suite = new DataIntegrityProof({
    cryptosuite,
    date: created,
    signer: { algorithm: 'Ed25519', id: multikey, sign: async ({ data }) => signer.sign(data) },
  })
  const issued = await issue({ credential: { ...unsigned }, suite, documentLoader })
  return {
    // A list, as the schema of Open Badges has it.
    json: JSON.stringify({ ...issued, proof: [issued.proof] }),
    jws: jwsOf(unsigned, { did, kid: jsonWebKey, iat: seconds(created), signer }),
  }
}

/** With the registered claims that Open Badges 3.0 (8.2.4) asks for beside the credential. */
function jwsOf(
  unsigned: Unsigned,
  { did, kid, iat, signer }: { did: string; kid: string; iat: number; signer: Signer },
): string {
  const { id, validFrom, validUntil, credentialSubject } = unsigned
  const exp = validUntil ? { exp: seconds(validUntil) } : {}
  const claims = { iss: did, jti: id, sub: credentialSubject.id, iat, nbf: seconds(validFrom), ...exp }
  const signed = [
    { alg: 'EdDSA', kid },
    { ...unsigned, ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${signed}.${Buffer.from(signer.sign(signed)).toString('base64url')}`
}

const seconds = (time: string) => Math.floor(Date.parse(time) / 1000)
