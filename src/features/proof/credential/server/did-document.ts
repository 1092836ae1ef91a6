import type { SqlRunner } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { type DidDocument, didOf, keyIds, type VerificationMethod } from '../did.ts'
import { openBadgesContext } from './contexts.ts'
import { type Issuer, profileOf } from './credential-of-entry.ts'

type PublishedKey = { name: string; publicKey: Uint8Array; endedAt: Instant | null; isLeaked: boolean }

/** DID Core 1.0. A retired key's signatures hold; a leaked one verifies nothing. Null without a key. */
export async function findDidDocument(sql: SqlRunner, issuer: Issuer & { email: string }): Promise<DidDocument | null> {
  const keys = await sql<PublishedKey[]>`
    select name, public_key as "publicKey", ended_at as "endedAt", is_leaked as "isLeaked" from signing_keys
    where purpose = 'credential' order by created_at desc, id desc`
  if (keys.length === 0) return null
  const did = didOf(issuer.publicUrl)
  return {
    '@context': [
      'https://www.w3.org/ns/did/v1',
      'https://w3id.org/security/multikey/v1',
      'https://w3id.org/security/jwk/v1',
      openBadgesContext,
    ],
    ...profileOf(issuer),
    email: issuer.email,
    verificationMethod: keys.flatMap((key) => methodsOf(did, key)),
    assertionMethod: keys.filter(({ isLeaked }) => !isLeaked).flatMap(({ name }) => Object.values(keyIds(did, name))),
  }
}

function methodsOf(did: string, { name, publicKey, endedAt, isLeaked }: PublishedKey): VerificationMethod[] {
  const { multikey, jsonWebKey } = keyIds(did, name)
  const end = endedAt ? { expires: endedAt, ...(isLeaked ? { revoked: endedAt } : {}) } : {}
  const x = Buffer.from(publicKey).toString('base64url')
  return [
    { id: multikey, type: 'Multikey', controller: did, publicKeyMultibase: multibaseOf(publicKey), ...end },
    {
      id: jsonWebKey,
      type: 'JsonWebKey',
      controller: did,
      publicKeyJwk: { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid: jsonWebKey, x },
      ...end,
    },
  ]
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Multicodec's two bytes and the key, in base58 after a `z` (Multibase). */
function multibaseOf(publicKey: Uint8Array): string {
  let rest = BigInt(`0xed01${Buffer.from(publicKey).toString('hex')}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = alphabet[Number(rest % 58n)] + text
  return `z${text}`
}
