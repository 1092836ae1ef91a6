import type { NoteKey } from '#features/proof/signed-note.ts'
import { namesOf, noteProblems, verifyEntry } from '#features/proof/verify-entry.ts'
import type { EntryProof } from '#wire/entry-proof.ts'
import { sha256, verifyEd25519 } from './node-crypto.ts'

export type ReadFile = (path: string) => Promise<Uint8Array | null>

export type CompareOptions = {
  /** How many of those changed last are compared. */
  entries: number
  /** For a change without a number: how often it is asked for again, and after how many milliseconds. */
  again?: { times: number; ms: number }
}

type Comparison = { newest: Map<string, number>; key: NoteKey; size: number } & CompareOptions

/** How many entries were compared, or the first that differs. */
export async function compareRegister(
  readFile: ReadFile,
  { newest, key, size, entries, again = { times: 5, ms: 2000 } }: Comparison,
): Promise<number | { problem: string }> {
  const latest = [...newest].sort(([, one], [, other]) => other - one).slice(0, entries)
  for (const [number, index] of latest) {
    const proof = await readProof(number)
    if (proof === null) return { problem: `The register does not know ${number}, which is in the log.` }
    if (proof === 'waiting') return { problem: `The last change of ${number} has not been signed for too long.` }
    const proven = await verifyEntry(proof, key, { hash: sha256, verify: verifyEd25519 })
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
