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

const ed25519 = 1
const signatureLine = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/

export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`
}

/** C2SP signed-note. */
export async function signedNote(hash: Hash, text: string, key: NoteKey, signature: Uint8Array): Promise<string> {
  return `${text}\n— ${key.name} ${toBase64(new Uint8Array([...(await keyId(hash, key)), ...signature]))}\n`
}

/** Name, id and key with a plus between each two. */
export async function verifierKey(hash: Hash, key: NoteKey): Promise<string> {
  return `${key.name}+${toHex(await keyId(hash, key))}+${toBase64(new Uint8Array([ed25519, ...key.publicKey]))}`
}

/** Null for any other text. */
export async function readVerifierKey(hash: Hash, text: string): Promise<NoteKey | null> {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text) ?? []
  if (!name || !id || !encoded) return null
  const bytes = fromBase64(encoded)
  if (bytes?.length !== 33 || bytes[0] !== ed25519) return null
  const key = { name, publicKey: bytes.subarray(1) }
  return toHex(await keyId(hash, key)) === id ? key : null
}

export async function openCheckpoint(
  note: string,
  key: NoteKey,
  { hash, verify }: { hash: Hash; verify: VerifySignature },
): Promise<Checkpoint | { problem: 'malformed' | 'other-log' | 'other-key' | 'false-signature' }> {
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  const checkpoint = readCheckpointText(text)
  if (end < 0 || !checkpoint || !note.endsWith('\n')) return { problem: 'malformed' }
  if (checkpoint.origin !== key.name) return { problem: 'other-log' }
  const id = await keyId(hash, key)
  const lines = note.slice(end + 2, -1).split('\n')
  for (const line of lines) {
    const [, name, encoded] = signatureLine.exec(line) ?? []
    const bytes = encoded === undefined ? null : fromBase64(encoded)
    if (!bytes || bytes.length < 5) return { problem: 'malformed' }
    // Witnesses may add their signatures.
    if (name !== key.name || !sameBytes(bytes.subarray(0, 4), id)) continue
    const isTrue = await verify(key.publicKey, bytes.subarray(4), new TextEncoder().encode(text))
    return isTrue ? checkpoint : { problem: 'false-signature' }
  }
  return { problem: 'other-key' }
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
async function keyId(hash: Hash, { name, publicKey }: NoteKey): Promise<Uint8Array> {
  const bytes = new Uint8Array([...new TextEncoder().encode(`${name}\n`), ed25519, ...publicKey])
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
