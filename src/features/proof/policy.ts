import { londonClockOf, londonDateOf } from '#domain/london-time.ts'
import { type Hash, sameBytes } from './merkle.ts'
import {
  type Checkpoint,
  keyKinds,
  type NoteCrypto,
  type NoteKey,
  type NoteProblem,
  type OpenedCheckpoint,
  openCheckpoint,
  openCosignature,
  readVerifierKey,
  splitNote,
  verifierKey,
} from './signed-note.ts'

/** C2SP tlog-policy: which logs count, and which witnesses must have seen a checkpoint. */
export type Policy = {
  logs: { key: NoteKey; url: string | null }[]
  witnesses: PolicyWitness[]
  groups: { name: string; threshold: number; members: string[] }[]
  /** A witness, a group, or 'none'. */
  quorum: string
}

/** `name` is the policy's own; the one that signs is the key's. */
export type PolicyWitness = { name: string; key: NoteKey; url: string | null }

/** A sentence that begins with the line. */
export class PolicyProblem {
  constructor(readonly text: string) {}
}

const none = 'none'

export async function readPolicy(hash: Hash, text: string): Promise<Policy | PolicyProblem> {
  const policy: Policy = { logs: [], witnesses: [], groups: [], quorum: '' }
  const names = new Set<string>()
  const members = new Set<string>()
  for (const [at, line] of text.split('\n').entries()) {
    const problem = await readLine(line)
    if (problem) return new PolicyProblem(`Line ${at + 1} ${problem}.`)
  }
  return policy.quorum === '' ? new PolicyProblem('There is no line "quorum".') : policy

  async function readLine(line: string): Promise<string | null> {
    if ([...line].some((letter) => (letter < ' ' && letter !== '\t') || letter === '\x7f'))
      return 'holds a control character'
    const [kind, ...words] = line.split(/[ \t]+/).filter(Boolean)
    if (!kind || kind.startsWith('#')) return null
    if (kind === 'log') return await readLog(words)
    if (kind === 'witness') return await readWitness(words)
    if (kind === 'group') return readGroup(words)
    return kind === 'quorum' ? readQuorum(words) : `begins with "${kind}", not with log, witness, group or quorum`
  }

  async function readLog([text, url, ...more]: string[]): Promise<string | null> {
    const key = text === undefined || more.length > 0 ? null : await readVerifierKey(hash, text)
    if (!key) return 'is not "log KEY URL" with an Ed25519 key'
    if (policy.logs.some((other) => sameBytes(other.key.publicKey, key.publicKey))) return 'names a log once more'
    policy.logs.push({ key, url: url ?? null })
    return null
  }

  async function readWitness([name, text, url, ...more]: string[]): Promise<string | null> {
    const key = text === undefined || more.length > 0 ? null : await readVerifierKey(hash, text, keyKinds.cosigner)
    if (!name || !key) return 'is not "witness NAME KEY URL" with an Ed25519 key for cosignatures'
    if (policy.witnesses.some((other) => sameBytes(other.key.publicKey, key.publicKey)))
      return 'names a witness once more'
    policy.witnesses.push({ name, key, url: url ?? null })
    return defineName(name)
  }

  function readGroup([name, count, ...listed]: string[]): string | null {
    if (!name || !count || listed.length === 0) return 'is not "group NAME NUMBER MEMBERS"'
    const threshold =
      count === 'all' ? listed.length : count === 'any' ? 1 : /^[1-9]\d*$/.test(count) ? Number(count) : 0
    if (threshold < 1 || threshold > listed.length) return `needs a number from 1 to ${listed.length}, all or any`
    for (const member of listed) {
      if (!names.has(member)) return `names "${member}", which no line before it defines`
      if (members.has(member)) return `names "${member}", which is in a group already`
      members.add(member)
    }
    policy.groups.push({ name, threshold, members: listed })
    return defineName(name)
  }

  function readQuorum([name, ...more]: string[]): string | null {
    if (!name || more.length > 0) return 'is not "quorum NAME"'
    if (policy.quorum !== '') return 'is a second line "quorum"'
    if (name !== none && !names.has(name)) return `names "${name}", which no line before it defines`
    policy.quorum = name
    return null
  }

  function defineName(name: string): string | null {
    if (name === none || names.has(name)) return `defines "${name}" once more`
    names.add(name)
    return null
  }
}

/** What a verifier needs: the addresses of witnesses are left out. */
export async function policyText(hash: Hash, { logs, witnesses, groups, quorum }: Policy): Promise<string> {
  const lines = await Promise.all([
    ...logs.map(async ({ key, url }) => `log ${await verifierKey(hash, key)}${url ? ` ${url}` : ''}`),
    ...witnesses.map(async ({ name, key }) => `witness ${name} ${await verifierKey(hash, key, keyKinds.cosigner)}`),
    ...groups.map(({ name, threshold, members }) => `group ${name} ${threshold} ${members.join(' ')}`),
    `quorum ${quorum}`,
  ])
  return `${lines.join('\n')}\n`
}

export type JudgedCheckpoint = {
  checkpoint: Checkpoint
  /** Who cosigned it, in the policy's order. */
  seenBy: { name: string; at: Date }[]
  /** Whether they are enough for the policy. */
  isWitnessed: boolean
}

/**
 * Whether one of the policy's logs signed the checkpoint, and which of its witnesses saw it. A false signature in the name of
 * a witness of the policy makes the whole note false, as signed-note asks for.
 */
export async function judgeCheckpoint(
  note: string,
  policy: Policy,
  ways: NoteCrypto,
): Promise<JudgedCheckpoint | { problem: NoteProblem }> {
  const split = splitNote(note)
  const [origin] = note.split('\n')
  const logs = policy.logs.filter(({ key }) => key.name === origin)
  if (!split) return { problem: 'malformed' }
  let checkpoint: OpenedCheckpoint = { problem: 'other-log' }
  for (const { key } of logs) {
    checkpoint = await openCheckpoint(note, key, ways)
    if (!('problem' in checkpoint) || checkpoint.problem === 'false-signature') break
  }
  if ('problem' in checkpoint) return checkpoint
  const seenBy: JudgedCheckpoint['seenBy'] = []
  for (const { name, key } of policy.witnesses) {
    const at = await openCosignature(split, key, ways)
    if (at === 'false') return { problem: 'false-signature' }
    if (at) seenBy.push({ name, at })
  }
  return { checkpoint, seenBy, isWitnessed: isQuorum(policy, new Set(seenBy.map(({ name }) => name))) }
}

/** `seen` holds names of witnesses. */
export function isQuorum({ groups, quorum }: Policy, seen: Set<string>): boolean {
  const reached = new Set([none, ...seen])
  // A group's members are defined before it.
  for (const { name, threshold, members } of groups)
    if (members.filter((member) => reached.has(member)).length >= threshold) reached.add(name)
  return reached.has(quorum)
}

/** Who has seen a checkpoint, and when, for people. */
export function seenWords(seenBy: JudgedCheckpoint['seenBy'], { witnesses }: Policy): string {
  if (witnesses.length === 0)
    return 'The policy names no witnesses: nobody else confirms that everybody sees the same log.'
  if (seenBy.length === 0) return 'None of the policy’s witnesses has seen it there.'
  return `Seen there by ${seenBy.map(({ name, at }) => `${name} (${momentOf(at)})`).join(', ')}.`
}

export function momentOf(time: Date): string {
  const at = time.toISOString()
  return `${londonDateOf(at)} at ${londonClockOf(at)}`
}
