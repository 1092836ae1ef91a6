import { statusWords } from '#domain/assurance.ts'
import { figure } from '#domain/figures.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { keepJson, readJson } from '#ui/browser-store.ts'
import type { EntryProof } from '#wire/entry-proof.ts'
import { consistencyProof, isConsistent } from './merkle.ts'
import { judgeCheckpoint, momentOf, type Policy, PolicyProblem, readPolicy, seenWords } from './policy.ts'
import { type Checkpoint, type NoteCrypto, type NoteKey, openCheckpoint, readVerifierKey } from './signed-note.ts'
import { nodesOfTiles, tilePath } from './tiles.ts'
import { namesOf, noteProblems, verifyEntry } from './verify-entry.ts'
import { hash, verifyWith } from './web-crypto.ts'

export type ProofResult = {
  verdict: 'proven' | 'in-part' | 'wrong' | 'unable'
  found: string[]
  means: string[]
}

type ReadFile = (path: string) => Promise<Response>

const storageKey = 'log-checkpoint'

type CheckInput = {
  number: string
  proof: EntryProof
  key: string
  read: ReadFile
}

/** `key` is the page's; the one that this browser kept counts. Throws when a file of the log cannot be read. */
export async function checkInBrowser({ number, proof: shown, key: named, read }: CheckInput): Promise<ProofResult> {
  if (!globalThis.crypto?.subtle)
    return unable('It has no WebCrypto here: that needs a secure connection and a newer browser.')
  const kept = readJson('localStorage', storageKey) as { key: string; note: string; seenAt: string } | null
  const keyText = kept?.key ?? named
  const key = await readVerifierKey(hash, keyText)
  if (!key) return wrong('The key of the log cannot be read.')
  const signatures = { areChecked: true }
  const ways = { hash, verify: verifyWith(signatures) }
  // The page may be older than the log is by now.
  const fresh = (await (await file(read, `proof/${number}.json`)).json()) as EntryProof | { waiting: true }
  const proven = await verifyEntry('waiting' in fresh ? shown : fresh, key, ways)
  if ('problem' in proven) return wrong(noteProblems[proven.problem])
  const note = await (await file(read, 'checkpoint')).text()
  const today = await openCheckpoint(note, key, ways)
  if ('problem' in today) return wrong(noteProblems[today.problem])
  if (!(await goesOn(proven.checkpoint, today, read)))
    return wrong('The checkpoint of this proof and that of the log do not match: someone was shown another log.')
  const before = kept && (await openCheckpoint(kept.note, key, ways))
  if (before && !('problem' in before)) {
    const since = `This browser last saw it with ${entries(before.size)}, on ${on(kept.seenAt)}.`
    if (before.size > today.size) return wrong(`The log shrank: it now has ${entries(today.size)}. ${since}`)
    if (!(await goesOn(before, today, read)))
      return wrong(`The log forked: what it said then is not what it says now. ${since}`)
  }
  const { leaf, differences } = proven
  if (differences.length > 0)
    return wrong(`The register says otherwise than the log about ${leaf.number}: ${namesOf(differences)}.`)
  const seen = await witnessesOf(note, key, { read, ways })
  if (typeof seen === 'string') return wrong(seen)
  keepJson('localStorage', storageKey, { key: keyText, note, seenAt: new Date().toISOString() })
  const until = leaf.validUntil ? `, valid until ${londonDateOf(leaf.validUntil)}` : ''
  return {
    verdict: signatures.areChecked ? 'proven' : 'in-part',
    found: [
      `The log says of ${leaf.number}: ${statusWords(leaf)}${until}. This is change ${leaf.n} of the entry, recorded on ${on(leaf.recorded)}.`,
      `It is one of the ${entries(today.size)} that lead to the root that was signed, and the register shows the same.`,
      // Whose signatures were not checked is not said to have seen it.
      ...(signatures.areChecked ? seen : []),
      before && !('problem' in before)
        ? `All ${entries(before.size)} that this browser saw on ${on(kept!.seenAt)} are still there, unchanged and in the same order.`
        : 'This is the first time that this browser sees the log. It has kept the checkpoint, and the next check compares with it.',
    ],
    means: [
      ...(signatures.areChecked
        ? []
        : [
            'This browser cannot check Ed25519 signatures: the hashes fit, but whether we signed the root was not checked. A newer browser, or the command on the page of the log, can.',
          ]),
      'It proves that the register said so, and that no one has changed or removed what was signed before. It does not prove that what we found was right, that there has been no later change of this entry, or that others are shown the same log: for that, take the list of witnesses from elsewhere than this site.',
    ],
  }
}

/** Sentences about who has seen the checkpoint; a text when it is false. By the site's own policy, as the page says. */
async function witnessesOf(
  note: string,
  key: NoteKey,
  { read, ways }: { read: ReadFile; ways: NoteCrypto },
): Promise<string[] | string> {
  const named = await readPolicy(hash, await (await file(read, 'policy')).text())
  if (named instanceof PolicyProblem) return ['The policy that names the witnesses cannot be read.']
  const policy: Policy = { ...named, logs: [{ key, url: null }] }
  const judged = await judgeCheckpoint(note, policy, ways)
  if ('problem' in judged) return noteProblems[judged.problem]
  const seen = seenWords(judged.seenBy, policy)
  const tooFew = 'Not enough witnesses have seen this checkpoint: others may be shown another log.'
  if (policy.witnesses.length === 0) return [seen]
  return [seen, judged.isWitnessed ? 'That is as many as our policy asks for.' : tooFew]
}

async function goesOn(smaller: Checkpoint, larger: Checkpoint, read: ReadFile): Promise<boolean> {
  const [from, to] = smaller.size <= larger.size ? [smaller, larger] : [larger, smaller]
  const node = nodesOfTiles(
    hash,
    to.size,
    async (tile) => new Uint8Array(await (await file(read, tilePath(tile))).arrayBuffer()),
  )
  const proof = from.size === 0 ? [] : await consistencyProof(hash, from.size, to.size, node)
  return await isConsistent(hash, { from: from.size, to: to.size, fromRoot: from.root, toRoot: to.root, proof })
}

async function file(read: ReadFile, path: string): Promise<Response> {
  const response = await read(path)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response
}

const entries = (count: number) => (count === 1 ? 'one entry' : `${figure(count)} entries`)
const on = (at: string) => momentOf(new Date(at))
const wrong = (...found: string[]): ProofResult => ({ verdict: 'wrong', found, means: [] })
const unable = (...found: string[]): ProofResult => ({ verdict: 'unable', found, means: [] })
