import type { Hash } from './merkle.ts'
import type { VerifySignature } from './signed-note.ts'

export const hash: Hash = async (bytes) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))

/** Throws in browsers without Ed25519. */
export const verifyEd25519: VerifySignature = async (publicKey, signature, text) => {
  const raw = publicKey as Uint8Array<ArrayBuffer>
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
  const [bytes, signed] = [signature as Uint8Array<ArrayBuffer>, text as Uint8Array<ArrayBuffer>]
  return await crypto.subtle.verify('Ed25519', key, bytes, signed)
}

/** Older browsers have no Ed25519: that is reported, and the rest is still checked. */
export function verifyWith(signatures: { areChecked: boolean }): VerifySignature {
  return async (...given) => {
    try {
      return await verifyEd25519(...given)
    } catch (problem) {
      if ((problem as Error).name !== 'NotSupportedError') throw problem
      signatures.areChecked = false
      return true
    }
  }
}
