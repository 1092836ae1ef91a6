import { readLeaf } from '../leaf.ts'
import { foldedHash, leafHash, sameBytes, treeRoot } from '../merkle.ts'
import { type Checkpoint, openCheckpoint, readVerifierKey, type VerifySignature } from '../signed-note.ts'
import { entriesOf, hashesOf, tilePath, tileWidth } from '../tiles.ts'
import { noteProblems } from '../verify-entry.ts'
import { type CompareOptions, compareRegister } from './compare-register.ts'
import { sha256, verifyEd25519 } from './node-crypto.ts'

/** What somebody who watches the log keeps from one time to the next. */
export type Kept = {
  key: string
  checkpoint: string
  /** When that was: ISO 8601 in UTC. */
  seenAt: string
}

/** A file of the log, by its path below the log's address; null where there is none. */
export type ReadFile = (path: string) => Promise<Uint8Array | null>

export type Audited =
  | {
      kept: Kept
      size: number
      origin: string
      compared: number
      /** Entries that are new since the last time and are dated well before it: the first of them. */
      backdated: { index: number; recorded: string } | null
    }
  | { problem: string }

/** How much older than the last look a new entry may say that it is: a change may take its time, and a signature may be late. */
const lateMs = 60 * 60 * 1000

const ways: { hash: typeof sha256; verify: VerifySignature } = { hash: sha256, verify: verifyEd25519 }

/**
 * Reads a whole log from outside and checks everything that can be checked there: the signature, every entry against the signed root, that it goes on
 * from what was kept the last time, each entry's changes in their order, and what the register says against what the log says.
 *
 * @param kept of the last time; null the first time, when the key is taken as it is found.
 */
export async function auditLog(
  readFile: ReadFile,
  { kept, ...compare }: { kept: Kept | null } & CompareOptions,
): Promise<Audited> {
  const found = await readText(readFile, 'key')
  const keyText = kept?.key ?? found
  const key = keyText && (await readVerifierKey(sha256, keyText.trim()))
  if (!keyText || !key) return { problem: 'The log has no key that can be read.' }
  const note = await readText(readFile, 'checkpoint')
  if (!note) return { problem: 'The log has no checkpoint yet.' }
  const checkpoint = await openCheckpoint(note, key, ways)
  if ('problem' in checkpoint) return { problem: noteProblems[checkpoint.problem] }
  const before = kept && (await openCheckpoint(kept.checkpoint, key, ways))
  if (before && 'problem' in before) return { problem: `The checkpoint that was kept: ${noteProblems[before.problem]}` }
  if (before && before.size > checkpoint.size)
    return { problem: `The log shrank: it had ${before.size} entries, and now has ${checkpoint.size}.` }
  const read = await readEntries(readFile, checkpoint)
  if ('problem' in read) return read
  if (before && !sameBytes(await rootOf(read.hashes, before.size), before.root)) {
    return {
      problem: `The log forked: its first ${before.size} entries are not those that were signed when you last looked.`,
    }
  }
  const newest = followEntries(read.entries)
  if ('problem' in newest) return newest
  const compared = await compareRegister(readFile, { newest: newest.indexes, key, size: checkpoint.size, ...compare })
  if (typeof compared !== 'number') return compared
  return {
    kept: { key: keyText.trim(), checkpoint: note, seenAt: new Date().toISOString() },
    size: checkpoint.size,
    origin: checkpoint.origin,
    compared,
    backdated: before ? findBackdated(read.entries, before.size, Date.parse(kept.seenAt)) : null,
  }
}

/** The first of the entries from `from` on that says it was recorded long before somebody looked and did not find it. */
function findBackdated(entries: Uint8Array[], from: number, seen: number) {
  for (let index = from; index < entries.length; index++) {
    const recorded = readLeaf(entries[index]!)?.recorded
    if (recorded && Date.parse(recorded) < seen - lateMs) return { index, recorded }
  }
  return null
}

/** Every entry with its hash, once they are known to be those that were signed. */
async function readEntries(
  readFile: ReadFile,
  { size, root }: Checkpoint,
): Promise<{ entries: Uint8Array[]; hashes: Uint8Array[] } | { problem: string }> {
  const entries: Uint8Array[] = []
  const hashes: Uint8Array[] = []
  let wrong: string | null = null
  for (let index = 0; index * tileWidth < size; index++) {
    const width = Math.min(tileWidth, size - index * tileWidth)
    const first = index * tileWidth
    const bundle = await readFile(tilePath({ level: 'entries', index, width }))
    const found = bundle && entriesOf(bundle)
    const tile = await readFile(tilePath({ level: 0, index, width }))
    if (found?.length !== width)
      return { problem: `Entries ${first} to ${first + width - 1} are missing, which the checkpoint covers.` }
    if (tile?.length !== width * 32)
      return { problem: `The hashes of entries ${first} to ${first + width - 1} are missing.` }
    for (const [at, hash] of hashesOf(tile).entries()) {
      const own = await leafHash(sha256, found[at]!)
      if (!sameBytes(own, hash)) wrong ??= `Entry ${first + at} does not match its hash: one of them was changed.`
      entries.push(found[at]!)
      hashes.push(own)
    }
  }
  if (wrong) return { problem: wrong }
  if (!sameBytes(await rootOf(hashes, size), root))
    return { problem: `The ${size} entries do not lead to the root that was signed: entries and hashes were changed.` }
  return { entries, hashes }
}

/** The place of each entry's newest change, once its changes follow one another. */
function followEntries(entries: Uint8Array[]): { indexes: Map<string, number> } | { problem: string } {
  const seen = new Map<string, { n: number; index: number }>()
  for (const [index, bytes] of entries.entries()) {
    const leaf = readLeaf(bytes)
    if (!leaf) return { problem: `Entry ${index} is not in the form of this log.` }
    const before = seen.get(leaf.number)?.n ?? 0
    if (leaf.n !== before + 1) {
      return { problem: `Entry ${index} is change ${leaf.n} of ${leaf.number}, and follows change ${before}.` }
    }
    seen.set(leaf.number, { n: leaf.n, index })
  }
  return { indexes: new Map([...seen].map(([number, { index }]) => [number, index])) }
}

async function rootOf(hashes: Uint8Array[], size: number): Promise<Uint8Array> {
  return await treeRoot(sha256, size, (height, index) =>
    foldedHash(sha256, hashes.slice(index * 2 ** height, (index + 1) * 2 ** height)),
  )
}

async function readText(readFile: ReadFile, path: string): Promise<string | null> {
  const bytes = await readFile(path)
  return bytes && new TextDecoder().decode(bytes)
}
