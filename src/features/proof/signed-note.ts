import { type Hash, sameBytes } from './merkle.ts'

/** C2SP tlog-checkpoint. */
export type Checkpoint = { origin: string; size: number; root: Uint8Array }

/** `name` is the log's origin; the key is Ed25519's 32 bytes. */
export type NoteKey = { name: string; publicKey: Uint8Array }

export type VerifySignature = (
  publicKey: Uint8Array,
  signature: Uint8Array,
  text: Uint8Array,
) => boolean | Promise<boolean>

export type NoteCrypto = { hash: Hash; verify: VerifySignature }

/** The byte that says what a key of a signed note signs: a log its checkpoint, or a witness a checkpoint with the time. */
export const keyKinds = { log: 1, cosigner: 4 } as const
type KeyKind = (typeof keyKinds)[keyof typeof keyKinds]

/** Of one line below the text of a note. */
type NoteSignature = { name: string; keyId: Uint8Array; bytes: Uint8Array }

/** A policy may name 32 witnesses, and a log may have more than one key. */
const maxSignatures = 64
const signatureLine = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/

export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`
}

/** C2SP signed-note. */
export async function signedNote(hash: Hash, text: string, key: NoteKey, signature: Uint8Array): Promise<string> {
  return `${text}\n${await noteLine(hash, key, keyKinds.log, signature)}`
}

/** With its newline. */
async function noteLine(hash: Hash, key: NoteKey, kind: KeyKind, signature: Uint8Array): Promise<string> {
  return `— ${key.name} ${toBase64(new Uint8Array([...(await keyId(hash, key, kind)), ...signature]))}\n`
}

/** Null for what is no note, or one with too many signatures. */
export function splitNote(note: string): { text: string; signatures: NoteSignature[] } | null {
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) return null
  const lines = note.slice(end + 2, -1).split('\n')
  if (lines.length > maxSignatures) return null
  const signatures = lines.map(readNoteLine)
  return signatures.every((each) => each !== null) ? { text: note.slice(0, end + 1), signatures } : null
}

/** `line` without its newline; null for any other text. */
function readNoteLine(line: string): NoteSignature | null {
  const [, name, encoded] = signatureLine.exec(line) ?? []
  const bytes = encoded === undefined ? null : fromBase64(encoded)
  if (name === undefined || !bytes || bytes.length < 5) return null
  return { name, keyId: bytes.subarray(0, 4), bytes: bytes.subarray(4) }
}

/** What `key` signed; key ids are short, so that it may be false all the same. */
async function signatureOf(
  hash: Hash,
  signatures: NoteSignature[],
  key: NoteKey,
  kind: KeyKind,
): Promise<NoteSignature | null> {
  const id = await keyId(hash, key, kind)
  return signatures.find((each) => each.name === key.name && sameBytes(each.keyId, id)) ?? null
}

/** Name, id and key with a plus between each two. */
export async function verifierKey(hash: Hash, key: NoteKey, kind: KeyKind = keyKinds.log): Promise<string> {
  return `${key.name}+${toHex(await keyId(hash, key, kind))}+${toBase64(new Uint8Array([kind, ...key.publicKey]))}`
}

/** Null for any other text. */
export async function readVerifierKey(hash: Hash, text: string, kind: KeyKind = keyKinds.log): Promise<NoteKey | null> {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text) ?? []
  if (!name || !id || !encoded) return null
  const bytes = fromBase64(encoded)
  if (bytes?.length !== 33 || bytes[0] !== kind) return null
  const key = { name, publicKey: bytes.subarray(1) }
  return toHex(await keyId(hash, key, kind)) === id ? key : null
}

export type NoteProblem = 'malformed' | 'other-log' | 'other-key' | 'false-signature'

export type OpenedCheckpoint = Checkpoint | { problem: NoteProblem }

export async function openCheckpoint(
  note: string,
  key: NoteKey,
  { hash, verify }: NoteCrypto,
): Promise<OpenedCheckpoint> {
  const split = splitNote(note)
  const checkpoint = split && readCheckpointText(split.text)
  if (!checkpoint) return { problem: 'malformed' }
  if (checkpoint.origin !== key.name) return { problem: 'other-log' }
  const signature = await signatureOf(hash, split.signatures, key, keyKinds.log)
  if (!signature) return { problem: 'other-key' }
  const isTrue = await verify(key.publicKey, signature.bytes, new TextEncoder().encode(split.text))
  return isTrue ? checkpoint : { problem: 'false-signature' }
}

/** Null for any other text. */
function readCheckpointText(text: string): Checkpoint | null {
  const [origin, digits, encoded, ...more] = text.split('\n')
  const root = fromBase64(encoded ?? '')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the format forbids them
  if (!origin || /[\0-\x09\x0b-\x1f]/.test(text) || !/^(0|[1-9]\d{0,15})$/.test(digits ?? '')) return null
  if (root?.length !== 32 || more.pop() !== '' || more.includes('')) return null
  return { origin, size: Number(digits), root }
}

/** The first four bytes of SHA-256 over name, newline, kind of signature and key. */
async function keyId(hash: Hash, { name, publicKey }: NoteKey, kind: KeyKind): Promise<Uint8Array> {
  const bytes = new Uint8Array([...new TextEncoder().encode(`${name}\n`), kind, ...publicKey])
  return (await hash(bytes)).subarray(0, 4)
}

/** Of a note that we signed ourselves: its signature is not looked at. */
export function readNoteText(note: string): Checkpoint | null {
  return readCheckpointText(note.slice(0, note.indexOf('\n\n') + 1))
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** Null for anything but base64 in its one spelling. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    return toBase64(bytes) === text ? bytes : null
  } catch {
    return null
  }
}

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

/** RFC 4648, 5, without padding. Throws for any other text. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0))
}
