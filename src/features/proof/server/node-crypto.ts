import { createHash, createPublicKey, verify } from 'node:crypto'
import type { Hash } from '#features/proof/merkle.ts'
import type { VerifySignature } from '#features/proof/signed-note.ts'

/** How an Ed25519 public key begins in DER (RFC 8410, section 4). */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')

export const sha256: Hash = (bytes) => createHash('sha256').update(bytes).digest()

export const verifyEd25519: VerifySignature = (publicKey, signature, text) => {
  const key = createPublicKey({ key: Buffer.concat([derPrefix, publicKey]), format: 'der', type: 'spki' })
  return verify(null, text, key, signature)
}

export const ways = { hash: sha256, verify: verifyEd25519 }
