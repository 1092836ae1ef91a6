import { readLeaf } from '../../../wire/leaf.ts'
import { growingTree, leafHash, sameBytes } from '../merkle.ts'
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

type Audited =
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
  const changes = followChanges({ most: compare.entries, since: before && { size: before.size, seenAt: kept.seenAt } })
  const read = await readEntries(readFile, checkpoint, { size: before?.size ?? 0, each: changes.add })
  if ('problem' in read) return read
  if (before && !sameBytes(read.rootBefore, before.root)) {
    return {
      problem: `The log forked: its first ${before.size} entries are not those that were signed when you last looked.`,
    }
  }
  const { problem, newest, backdated } = changes.found()
  if (problem) return { problem }
  const compared = await compareRegister(readFile, { newest, key, size: checkpoint.size, ...compare })
  if (typeof compared !== 'number') return compared
  return {
    kept: { key: keyText.trim(), checkpoint: note, seenAt: new Date().toISOString() },
    size: checkpoint.size,
    origin: checkpoint.origin,
    compared,
    backdated,
  }
}

/**
 * Reads every entry, a bundle at a time, and says whether they are those that were signed.
 *
 * @param before.size of the tree that was kept the last time. @param before.each is called with each entry in its order, before they are known to be those.
 * @returns the root of the tree of that size.
 */
async function readEntries(
  readFile: ReadFile,
  { size, root }: Checkpoint,
  before: { size: number; each: (index: number, entry: Uint8Array) => void },
): Promise<{ rootBefore: Uint8Array } | { problem: string }> {
  const tree = growingTree(sha256)
  let rootBefore = await tree.root()
  let wrong: string | null = null
  for (let index = 0; index * tileWidth < size; index++) {
    const width = Math.min(tileWidth, size - index * tileWidth)
    const first = index * tileWidth
    const [bundle, tile] = await Promise.all([
      readFile(tilePath({ level: 'entries', index, width })),
      readFile(tilePath({ level: 0, index, width })),
    ])
    const found = bundle && entriesOf(bundle)
    if (found?.length !== width)
      return { problem: `Entries ${first} to ${first + width - 1} are missing, which the checkpoint covers.` }
    if (tile?.length !== width * 32)
      return { problem: `The hashes of entries ${first} to ${first + width - 1} are missing.` }
    for (const [at, hash] of hashesOf(tile).entries()) {
      const own = await leafHash(sha256, found[at]!)
      if (!sameBytes(own, hash)) wrong ??= `Entry ${first + at} does not match its hash: one of them was changed.`
      before.each(first + at, found[at]!)
      await tree.add(own)
      if (first + at + 1 === before.size) rootBefore = await tree.root()
    }
  }
  if (wrong) return { problem: wrong }
  if (!sameBytes(await tree.root(), root))
    return { problem: `The ${size} entries do not lead to the root that was signed: entries and hashes were changed.` }
  return { rootBefore }
}

/**
 * Looks at entries in their order: whether the changes of each follow one another, which changed last, and which say that they were recorded long before
 * somebody looked and did not find them.
 *
 * @param most how many of those that changed last are to be known. @param since the last look; null for the first one.
 */
function followChanges({ most, since }: { most: number; since: { size: number; seenAt: string } | null }) {
  const changes = new Map<string, number>()
  /** Where the newest change of each is, the oldest first. */
  const newest = new Map<string, number>()
  let problem: string | null = null
  let backdated: { index: number; recorded: string } | null = null
  return { add, found: () => ({ problem, newest, backdated }) }

  function add(index: number, bytes: Uint8Array): void {
    const leaf = readLeaf(bytes)
    if (!leaf) {
      problem ??= `Entry ${index} is not in the form of this log.`
      return
    }
    const { number, n, recorded } = leaf
    const before = changes.get(number) ?? 0
    if (n !== before + 1) problem ??= `Entry ${index} is change ${n} of ${number}, and follows change ${before}.`
    changes.set(number, n)
    newest.delete(number)
    newest.set(number, index)
    if (newest.size > most) newest.delete(newest.keys().next().value!)
    if (since && index >= since.size && Date.parse(recorded) < Date.parse(since.seenAt) - lateMs)
      backdated ??= { index, recorded }
  }
}

async function readText(readFile: ReadFile, path: string): Promise<string | null> {
  const bytes = await readFile(path)
  return bytes && new TextDecoder().decode(bytes)
}
