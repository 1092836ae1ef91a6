import type { Sql } from '#database/sql.ts'
import type { Policy } from '#features/proof/policy.ts'
import { type Checkpoint, type NoteKey, openCheckpoint } from '#features/proof/signed-note.ts'
import { askWitnesses, type Witnesses } from '#features/proof/witnesses/server/ask-witnesses.ts'
import type { Log } from '#process/log.ts'
import { type CheckpointStore, checkpointFile } from './checkpoint-store.ts'
import { ways } from './node-crypto.ts'
import { runEachSecond } from './run-each-second.ts'
import { largestBatch, type Refusal, refusals, type SeenCheckpoint, type SigningResult, signLog } from './sign-log.ts'
import { openSigningKey, type Signer } from './signing-key.ts'

/** Milliseconds between rounds. */
const apartMs = 250

/** Milliseconds after its last good round for which the log counts as signed. */
const signedForMs = 10_000

const nobody: Policy = { logs: [], witnesses: [], groups: [], quorum: 'none' }

export type LogRunner = ReturnType<typeof runLog>

type RunOptions = {
  sql: Sql
  log: Log
  now: () => Date
  /** The address without its scheme. */
  origin: string
  /** `SIGNING_SECRET`. */
  secret: string | string[]
  /** Outside the database, so that a restored database is noticed. */
  file: string
  /** Of `CHECKPOINT_STORE`. */
  store?: CheckpointStore | null
  /** Who is asked to cosign, and how many must. */
  witnesses?: Policy
  /** A demonstration may start again on an empty database, beside another one's checkpoint. */
  isDemonstration: boolean
}

/** On notices, and once a second without one, until `stop`. */
export function runLog(options: RunOptions) {
  const { sql, log, now, origin, secret, file, store = null, witnesses: policy = nobody, isDemonstration } = options
  const kept = checkpointFile(file)
  let signer: Signer | null = null
  let seen: (SeenCheckpoint & { checkpoint: Checkpoint | null }) | null = null
  /** What this process signed or checked, in case no file can be kept. */
  let mine: Checkpoint | null = null
  let witnesses: { of: string; ask: Witnesses } | null = null
  /** That this process signed last. */
  let own = ''
  let said = ''
  let wentWellAt = Number.NEGATIVE_INFINITY
  let previous: Promise<unknown> = Promise.resolve()
  const runner = runEachSecond({ work: rounds, soonMs: apartMs, log, failing: 'public log not signed' })
  return { ...runner, isSigned, round }

  /** By this process, or by the one that holds the lock. */
  function isSigned(): boolean {
    return performance.now() - wentWellAt < signedForMs
  }

  /** A first run may have the whole register to number. */
  async function rounds(isStopped: () => boolean): Promise<void> {
    for (;;) {
      const signed = await round()
      // A process that may not sign is well while others do.
      const isWell =
        signed.kind === 'unconfirmed' ? !signed.waiting : signed.kind !== 'refused' && signed.kind !== 'unreadable-key'
      if (isWell) wentWellAt = performance.now()
      if (signed.kind === 'unconfirmed' && !isSigned()) say(refusals.unconfirmed)
      if (signed.kind !== 'signed' || signed.added < largestBatch || isStopped()) return
    }
  }

  /** One after the other: what one has signed, the next knows. */
  function round(): ReturnType<typeof oneRound> {
    const after = previous.then(oneRound, oneRound)
    previous = after
    return after
  }

  async function oneRound(): Promise<SigningResult | { kind: 'unreadable-key' }> {
    const wasOpen = signer !== null
    signer ??= await openSigningKey(sql, { purpose: 'log', name: origin, secret, now: now() })
    if (!signer) {
      say('the key of the public log cannot be read: was SIGNING_SECRET changed?')
      return { kind: 'unreadable-key' }
    }
    const { key } = signer
    if (witnesses?.of !== key.name) witnesses = { of: key.name, ask: await askWitnesses({ sql, policy, key, now }) }
    const { ask } = witnesses
    const known = await readKnown(key)
    const signed: SigningResult = known
      ? await signLog(sql, {
          signer,
          known,
          held: await ask.held(),
          publishes: policy.witnesses.length === 0,
          seen,
          file: { ...kept, begin: (note) => write(kept.begin, note) },
          store,
          now: now(),
        })
      : { kind: 'refused', why: 'other-key' satisfies Refusal }
    if (signed.kind === 'refused') {
      // A log that was started again has its own key.
      signer = null
      if (wasOpen) return await oneRound()
      say(refusals[signed.why])
    } else if (signed.kind === 'unconfirmed') {
      seen = { ...signed.seen, checkpoint: null }
    } else if (signed.kind !== 'busy') {
      said = ''
      mine = signed.checkpoint
      seen = { ...signed.seen, checkpoint: mine }
      // After the commit: what was signed and never published binds nobody.
      const { note } = signed.seen
      if (note !== null && !kept.read().includes(note)) write(kept.keep, note)
      ask.checked()
      if (signed.kind === 'signed') own = signed.newest.note
      await ask.follow(signed.checkpoint, signed.newest, signed.newest.note === own)
    }
    return signed
  }

  function write(how: (note: string) => void, note: string): void {
    try {
      how(note)
    } catch (problem) {
      log.error('last checkpoint of the public log not kept outside the database', {}, problem)
    }
  }

  /** A process that cannot sign tries each second, and says so once. */
  function say(why: string): void {
    if (why !== said) log.error('public log not signed', { why })
    said = why
  }

  /** Checkpoints of this log kept outside the database. Null when one has another key. */
  async function readKnown(key: NoteKey): Promise<Checkpoint[] | null> {
    const opened = await Promise.all(kept.read().map((note) => openCheckpoint(note, key, ways)))
    const known: Checkpoint[] = []
    for (const each of opened) {
      if (!('problem' in each)) known.push(each)
      else if (each.problem !== 'other-log' && !isDemonstration) return null
    }
    if (mine?.origin === key.name) known.push(mine)
    return known
  }
}
