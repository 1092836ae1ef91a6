import { type EntryProof, type HashedName, hashedNames, type RegisterFacts } from '#wire/entry-proof.ts'
import { type Leaf, readLeaf } from '#wire/leaf.ts'
import { type Hash, isIncluded } from './merkle.ts'
import { type Checkpoint, fromBase64, type NoteCrypto, type NoteKey, openCheckpoint, toHex } from './signed-note.ts'

export const noteProblems = {
  malformed: 'It is not in the form of this log.',
  'other-log': 'It is the checkpoint of another log.',
  'other-key': 'The checkpoint is not signed by the key of the log.',
  'false-signature': 'The signature of the checkpoint is false.',
  'not-included': 'The entry is not in the log that was signed: it or its proof was changed.',
  'other-entry': 'The proof is that of another entry.',
} as const
type ProofProblem = keyof typeof noteProblems

const factWords: Record<keyof Omit<RegisterFacts, 'number' | 'values'> | HashedName, string> = {
  status: 'status',
  assurance: 'how far it was checked',
  assuredOn: 'when it was checked',
  validFrom: 'since when it is valid',
  validUntil: 'until when it is valid',
  city: 'city',
  date: 'date',
  organiser: 'organiser',
  reason: 'reason',
  title: 'title',
  venue: 'venue',
}
export type Fact = keyof typeof factWords
export const namesOf = (facts: Fact[]) => facts.map((name) => factWords[name]).join(', ')

type ProvenEntry = {
  leaf: Leaf
  checkpoint: Checkpoint
  /** What the register says otherwise than the log. */
  differences: Fact[]
}

export async function verifyEntry(
  { leaf: encoded, index, proof, checkpoint: note, salt, register }: EntryProof,
  key: NoteKey,
  ways: NoteCrypto,
): Promise<ProvenEntry | { problem: ProofProblem }> {
  const { hash } = ways
  const checkpoint = await openCheckpoint(note, key, ways)
  if ('problem' in checkpoint) return checkpoint
  const bytes = fromBase64(encoded)
  const saltBytes = fromBase64(salt)
  const path = proof.map(fromBase64)
  const leaf = bytes && readLeaf(bytes)
  if (!bytes || !leaf || !saltBytes || path.includes(null)) return { problem: 'malformed' }
  const included = { entry: bytes, index, proof: path as Uint8Array[] }
  if (!(await isIncluded(hash, included, checkpoint))) return { problem: 'not-included' }
  if (leaf.number !== register.number) return { problem: 'other-entry' }
  const plain = ['status', 'assurance', 'assuredOn', 'validFrom', 'validUntil'] as const
  const differences: Fact[] = plain.filter((name) => leaf[name] !== register[name])
  for (const name of hashedNames)
    if ((await hashedValue(hash, saltBytes, name, register.values[name])) !== leaf.hashes[name]) differences.push(name)
  return { leaf, checkpoint, differences }
}

/** SHA-256 of the salt and `name:value`, in hex. */
export async function hashedValue(hash: Hash, salt: Uint8Array, name: HashedName, value: string): Promise<string> {
  return toHex(await hash(new Uint8Array([...salt, ...new TextEncoder().encode(`${name}:${value}`)])))
}
