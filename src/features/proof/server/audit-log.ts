import { growingTree, leafHash, sameBytes } from '#features/proof/merkle.ts'
import { type JudgedCheckpoint, judgeCheckpoint, type Policy } from '#features/proof/policy.ts'
import {
  type Checkpoint,
  type NoteKey,
  openCheckpoint,
  readVerifierKey,
  verifierKey,
} from '#features/proof/signed-note.ts'
import { entriesOf, hashesOf, tileAt, tilePath, tileWidth } from '#features/proof/tiles.ts'
import { namesOf, noteProblems, verifyEntry } from '#features/proof/verify-entry.ts'
import type { EntryProof } from '#wire/entry-proof.ts'
import { type Leaf, readLeaf } from '#wire/leaf.ts'
import { followFacts, type OpenDailyFile } from './compare-daily-file.ts'
import { sha256, ways } from './node-crypto.ts'

export type SeenCheckpoint = {
  key: string
  checkpoint: string
  seenAt: string
}

/** What is wrong, from which a program can tell what to do. */
export type FaultKind = 'unchecked' | 'signature' | 'history' | 'entries' | 'register' | 'witnesses'
type Fault = { problem: string; kind: FaultKind }
const fault = (kind: FaultKind, problem: string): Fault => ({ kind, problem })

/** How much older than the last look a new entry may be dated: changes and signatures take time. */
const toleratedMs = 60 * 60 * 1000

/** Checks from outside the signature, all entries, the order of changes, the register, and that `kept` still holds. */
export async function auditLog(
  readFile: ReadFile,
  { kept, policy, openDailyFile, ...compare }: AuditOptions & CompareOptions,
) {
  const found = await readText(readFile, 'key')
  const keyText = policy ? await keyOfPolicy(policy, found) : (kept?.key ?? found)
  const key = keyText && (await readVerifierKey(sha256, keyText.trim()))
  if (!keyText || !key)
    return policy
      ? fault('signature', 'The log publishes a key that the policy does not name.')
      : fault('unchecked', 'The log has no key that can be read.')
  if (kept && found?.trim() !== kept.key)
    return fault(
      'signature',
      `The log publishes another key than when you last looked. It was ${kept.key}, and is ${found?.trim() || 'none'}. Its page says whether the log was started again, and why.`,
    )
  // Before the checkpoint, which is then at least as long as the file's.
  const newestFile = await openDailyFile()
  const note = await readWitnessed(readFile, policy, compare.again)
  if (!note) return fault('unchecked', 'The log has no checkpoint yet.')
  const checkpoint = await openCheckpoint(note, key, ways)
  if ('problem' in checkpoint) return fault('signature', noteProblems[checkpoint.problem])
  const judged = policy && (await judgeCheckpoint(note, policy, ways))
  if (judged && 'problem' in judged) return fault('signature', noteProblems[judged.problem])
  if (judged && !judged.isWitnessed) return fault('witnesses', tooFew(judged.seenBy))
  const before = kept && (await openCheckpoint(kept.checkpoint, key, ways))
  if (before && 'problem' in before)
    return fault('signature', `The checkpoint that was kept: ${noteProblems[before.problem]}`)
  if (before && before.size > checkpoint.size)
    return fault('history', `The log shrank: it had ${before.size} entries, and now has ${checkpoint.size}.`)
  const named = newestFile && (await openCheckpoint(newestFile.described.checkpoint, key, ways))
  // Made before the log was started again.
  const isOfOther = named && 'problem' in named && named.problem === 'other-log'
  const file = isOfOther ? null : newestFile
  const ofFile = isOfOther ? null : named
  if (ofFile && 'problem' in ofFile)
    return fault(
      'register',
      `The checkpoint of the daily file of ${file?.described.day}: ${noteProblems[ofFile.problem]}`,
    )
  if (ofFile && ofFile.size > checkpoint.size)
    return fault(
      'history',
      `The log shrank: the daily file names ${ofFile.size} entries, and there are ${checkpoint.size}.`,
    )
  const facts = followFacts(ofFile?.size ?? 0)
  const changes = followChanges({
    max: compare.entries,
    since: before && { size: before.size, seenAt: kept.seenAt },
    each: facts.add,
  })
  const sizes = [before?.size, ofFile?.size].filter((size) => size !== undefined)
  const read = await readEntries(readFile, checkpoint, { sizes, each: changes.add })
  if ('problem' in read) return read
  if (ofFile && !sameBytes(read.roots.get(ofFile.size)!, ofFile.root))
    return fault(
      'history',
      `The log forked: the daily file of ${file?.described.day} names another root of its entries.`,
    )
  if (before && !sameBytes(read.roots.get(before.size)!, before.root))
    return fault(
      'history',
      `The log forked: its first ${before.size} entries are not those that were signed when you last looked.`,
    )
  const { problem, newest, backdated, entries } = changes.found()
  if (problem) return fault('entries', problem)
  if (!file && entries > newest.size)
    return fault(
      'unchecked',
      `There is no daily file of the register that names this log, to compare its ${entries} entries with. The next one is made within the hour or the next day: ask again, or name --entries ${entries}.`,
    )
  const inFile = file && (await facts.compare(file, (index) => readOne(readFile, checkpoint.size, index)))
  if (inFile !== null && typeof inFile !== 'number') return fault('register', inFile.problem)
  const compared = await compareRegister(readFile, { newest, key, size: checkpoint.size, ...compare })
  if (typeof compared !== 'number') return fault('register', compared.problem)
  return {
    kept: { key: keyText.trim(), checkpoint: note, seenAt: new Date().toISOString() } satisfies SeenCheckpoint,
    size: checkpoint.size,
    origin: checkpoint.origin,
    /** Entries that the register was asked for one by one, those changed last. */
    compared,
    /** Null when there is no daily file yet and all were asked for. */
    inFile: file && inFile !== null ? { entries: inFile, day: file.described.day } : null,
    backdated,
    /** Null without a policy. */
    seenBy: judged ? judged.seenBy : null,
  }
}

/** The key that the log shows, if the policy names it. */
async function keyOfPolicy({ logs }: Policy, found: string | null): Promise<string | null> {
  const keys = await Promise.all(logs.map(({ key }) => verifierKey(sha256, key)))
  return keys.find((key) => key === found?.trim()) ?? null
}

/** A checkpoint that was published a moment ago may still be waiting for its last cosignature. */
async function readWitnessed(
  readFile: ReadFile,
  policy: Policy | null,
  { times, ms } = patience,
): Promise<string | null> {
  for (let asked = 0; ; asked++) {
    const note = await readText(readFile, 'checkpoint')
    const judged = note && policy && (await judgeCheckpoint(note, policy, ways))
    if (!judged || 'problem' in judged || judged.isWitnessed || asked === times) return note
    await Bun.sleep(ms)
  }
}

function tooFew(seenBy: JudgedCheckpoint['seenBy']): string {
  const names = seenBy.map(({ name }) => name).join(', ') || 'none'
  return `Too few witnesses have seen the checkpoint for the policy: ${names}. Others may be shown another log.`
}

async function readOne(readFile: ReadFile, size: number, at: number): Promise<Leaf | null> {
  const bundle = await readFile(tilePath({ ...tileAt(0, at, size), level: 'entries' }))
  const entry = bundle && entriesOf(bundle)?.[at % tileWidth]
  return entry ? readLeaf(entry) : null
}

/** Answers the roots of trees of `sizes`. `each` gets every entry before it is known to be the one that was signed. */
async function readEntries(
  readFile: ReadFile,
  { size, root }: Checkpoint,
  wanted: { sizes: number[]; each: (index: number, entry: Uint8Array) => void },
): Promise<{ roots: Map<number, Uint8Array> } | Fault> {
  const tree = growingTree(sha256)
  const roots = new Map([[0, await tree.root()]])
  let wrong: string | null = null
  for (let first = 0; first < size; first += tileWidth) {
    const { level, index, width } = tileAt(0, first, size)
    const [bundle, tile] = await Promise.all([
      readFile(tilePath({ level: 'entries', index, width })),
      readFile(tilePath({ level, index, width })),
    ])
    const found = bundle && entriesOf(bundle)
    const last = first + width - 1
    if (found?.length !== width)
      return fault('entries', `Entries ${first} to ${last} are missing, which the checkpoint covers.`)
    if (tile?.length !== width * 32) return fault('entries', `The hashes of entries ${first} to ${last} are missing.`)
    for (const [at, hash] of hashesOf(tile).entries()) {
      const own = await leafHash(sha256, found[at]!)
      if (!sameBytes(own, hash)) wrong ??= `Entry ${first + at} does not match its hash: one of them was changed.`
      wanted.each(first + at, found[at]!)
      await tree.add(own)
      if (wanted.sizes.includes(first + at + 1)) roots.set(first + at + 1, await tree.root())
    }
  }
  if (wrong) return fault('entries', wrong)
  if (!sameBytes(await tree.root(), root))
    return fault(
      'entries',
      `The ${size} entries do not lead to the root that was signed: entries and hashes were changed.`,
    )
  return { roots }
}

type ChangeOptions = {
  max: number
  since: { size: number; seenAt: string } | null
  each: (index: number, leaf: Leaf) => void
}

/** `max`: how many of those changed last to keep. `since`: the last look, null for the first. */
function followChanges({ max, since, each }: ChangeOptions) {
  const changes = new Map<string, number>()
  /** Where the newest change of each is, the oldest first. */
  const newest = new Map<string, number>()
  let problem: string | null = null
  /** The first new entry that is dated well before the last look. */
  let backdated: { index: number; recorded: string } | null = null
  return { add, found: () => ({ problem, newest, backdated, entries: changes.size }) }

  function add(index: number, bytes: Uint8Array): void {
    const leaf = readLeaf(bytes)
    if (!leaf) {
      problem ??= `Entry ${index} is not in the form of this log.`
      return
    }
    each(index, leaf)
    const { number, n, recorded } = leaf
    const before = changes.get(number) ?? 0
    if (n !== before + 1) problem ??= `Entry ${index} is change ${n} of ${number}, and follows change ${before}.`
    changes.set(number, n)
    newest.delete(number)
    // The register lost it with its database, and says so by this change.
    if (leaf.change !== 'lost') newest.set(number, index)
    if (newest.size > max) newest.delete(newest.keys().next().value!)
    if (since && index >= since.size && Date.parse(recorded) < Date.parse(since.seenAt) - toleratedMs)
      backdated ??= { index, recorded }
  }
}

export async function readText(readFile: ReadFile, path: string): Promise<string | null> {
  const bytes = await readFile(path)
  return bytes && new TextDecoder().decode(bytes)
}

type ReadFile = (path: string) => Promise<Uint8Array | null>

type AuditOptions = {
  kept: SeenCheckpoint | null
  /** From elsewhere than the site: it names the key of the log and the witnesses. */
  policy: Policy | null
  openDailyFile: OpenDailyFile
}

const patience = { times: 5, ms: 2000 }

type CompareOptions = {
  /** How many of those changed last are compared. */
  entries: number
  /** For a change without a number: how often it is asked for again, and after how many milliseconds. */
  again?: { times: number; ms: number }
}

type Comparison = { newest: Map<string, number>; key: NoteKey; size: number } & CompareOptions

/** How many entries were compared, or the first that differs. */
async function compareRegister(
  readFile: ReadFile,
  { newest, key, size, entries, again = patience }: Comparison,
): Promise<number | { problem: string }> {
  const latest = [...newest].sort(([, one], [, other]) => other - one).slice(0, entries)
  for (const [number, index] of latest) {
    const proof = await readProof(number)
    if (proof === null) return { problem: `The register does not know ${number}, which is in the log.` }
    if (proof === 'waiting') return { problem: `The last change of ${number} has not been signed for too long.` }
    const proven = await verifyEntry(proof, key, ways)
    if ('problem' in proven) return { problem: `${number}: ${noteProblems[proven.problem]}` }
    // One that changed after the checkpoint was read is newer.
    if (proof.index !== index && proof.index < size)
      return { problem: `${number}: what is shown as its newest change is an older one.` }
    const { differences } = proven
    if (differences.length > 0)
      return { problem: `The register says otherwise than the log about ${number}: ${namesOf(differences)}.` }
  }
  return latest.length

  async function readProof(number: string): Promise<EntryProof | 'waiting' | null> {
    for (let asked = 0; asked <= again.times; asked++) {
      if (asked > 0) await Bun.sleep(again.ms)
      const bytes = await readFile(`proof/${encodeURIComponent(number)}.json`)
      if (!bytes) return null
      const proof = JSON.parse(new TextDecoder().decode(bytes)) as EntryProof | { waiting: true }
      if (!('waiting' in proof)) return proof
    }
    return 'waiting'
  }
}
