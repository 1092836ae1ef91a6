import type { Hash } from './merkle.ts'
import { keyKinds, type NoteCrypto, type NoteKey, type NoteSignature, noteLine, signatureOf } from './signed-note.ts'

/** What a witness signs (C2SP tlog-cosignature, cosignature/v1); `text` is the note's, `seconds` since 1970. */
function cosignedText(text: string, seconds: number): Uint8Array {
  return new TextEncoder().encode(`cosignature/v1\ntime ${seconds}\n${text}`)
}

type CosignOptions = {
  key: NoteKey
  at: Date
  sign: (message: Uint8Array) => Uint8Array
}

/** The line that the witness adds below the note, with its newline. */
export async function cosignatureLine(hash: Hash, text: string, { key, at, sign }: CosignOptions): Promise<string> {
  const seconds = Math.floor(at.getTime() / 1000)
  const signature = sign(cosignedText(text, seconds))
  const bytes = new Uint8Array(8 + signature.length)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(seconds))
  bytes.set(signature, 8)
  return await noteLine(hash, key, keyKinds.cosigner, bytes)
}

/** When the witness saw the note; null when it did not sign it, 'false' for a signature in its name that is not its own. */
export async function openCosignature(
  { text, signatures }: { text: string; signatures: NoteSignature[] },
  key: NoteKey,
  { hash, verify }: NoteCrypto,
): Promise<Date | 'false' | null> {
  const signature = await signatureOf(hash, signatures, key, keyKinds.cosigner)
  if (!signature) return null
  const { bytes } = signature
  if (bytes.length !== 72) return 'false'
  const seconds = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0)
  const at = new Date(Number(seconds) * 1000)
  // A cosignature of a checkpoint always has a time.
  if (seconds === 0n || Number.isNaN(at.getTime())) return 'false'
  const isTrue = await verify(key.publicKey, bytes.subarray(8), cosignedText(text, Number(seconds)))
  return isTrue ? at : 'false'
}
