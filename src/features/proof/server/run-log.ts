import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Sql } from '../../../database/sql.ts'
import type { Log } from '../../../process/log.ts'
import { type Checkpoint, openCheckpoint } from '../signed-note.ts'
import { sha256, verifyEd25519 } from './node-crypto.ts'
import { type Runner, runEachSecond } from './run-each-second.ts'
import { largestBatch, refusals, type Signed, signLog } from './sign-log.ts'
import { openSigningKey, type Signer } from './signing-key.ts'

/** How close two rounds may follow each other, in milliseconds. */
const apartMs = 250

/** How long after its last good round the log counts as signed, in milliseconds. */
const signedForMs = 10_000

export type LogRunner = Runner & {
  /** Whether the log could be signed lately, here or by whoever holds its lock. */
  isSigned: () => boolean
  /** One round, for whoever waits for its end. */
  round: () => Promise<Signed | { kind: 'unreadable-key' }>
}

type RunOptions = {
  sql: Sql
  log: Log
  now: () => Date
  /** What a new log is called: its address without the scheme. */
  origin: string
  /** The key of the keys (`SIGNING_SECRET`). */
  secret: string | string[]
  /** Where the last checkpoint is kept outside the database, so that a restored database is noticed. */
  file: string
  /** A demonstration may be begun anew on an empty database, where what was kept is another one's. */
  isDemonstration: boolean
}

/** Numbers and signs the public log in this process until `stop`: on notices, and once a second without one. */
export function runLog({ sql, log, now, origin, secret, file, isDemonstration }: RunOptions): LogRunner {
  let signer: Signer | null = null
  let isChecked = false
  let lastSigned: Checkpoint | null = null
  let said = ''
  let wentWellAt = Number.NEGATIVE_INFINITY
  const runner = runEachSecond({ work: rounds, soonMs: apartMs, log, failing: 'public log not signed' })
  return { ...runner, isSigned: () => performance.now() - wentWellAt < signedForMs, round: oneRound }

  /** Until nothing is left: a first run may have the whole register to number. */
  async function rounds(isStopped: () => boolean): Promise<void> {
    for (;;) {
      const signed = await oneRound()
      if (signed.kind !== 'refused' && signed.kind !== 'unreadable-key') wentWellAt = performance.now()
      if (signed.kind !== 'signed' || signed.added < largestBatch || isStopped()) return
    }
  }

  async function oneRound(): Promise<Signed | { kind: 'unreadable-key' }> {
    const wasOpen = signer !== null
    const opened = signer ?? (await openSigningKey(sql, { purpose: 'log', name: origin, secret, now: now() }))
    if (!opened) {
      say('the key of the public log cannot be read: was SIGNING_SECRET changed?')
      return { kind: 'unreadable-key' }
    }
    if (!signer) {
      const kept = await readKept(opened)
      if (kept === 'other-key') {
        say(refusals['other-key'])
        return { kind: 'refused', why: 'other-key' }
      }
      // What this process has signed itself counts where no file could be kept.
      lastSigned = kept ?? (lastSigned?.origin === opened.key.name ? lastSigned : null)
      signer = opened
    }
    const signed = await signLog(sql, { signer, lastSigned, isChecked, now: now() })
    if (signed.kind === 'refused') {
      // A log that was begun anew has a key of its own.
      signer = null
      if (wasOpen) return await oneRound()
      say(refusals[signed.why])
    }
    if (signed.kind === 'nothing') said = ''
    if (signed.kind === 'signed') keep(signed)
    isChecked = signed.kind === 'signed' || signed.kind === 'nothing'
    return signed
  }

  /** After it was committed: what was signed and never published binds nobody. */
  function keep({ checkpoint, note }: { checkpoint: Checkpoint; note: string }): void {
    said = ''
    lastSigned = checkpoint
    try {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, note)
      renameSync(`${file}.new`, file)
    } catch (problem) {
      log.error('last checkpoint of the public log not kept outside the database', {}, problem)
    }
  }

  /** A process that cannot sign tries each second, and says so once. */
  function say(why: string): void {
    if (why !== said) log.error('public log not signed', { why })
    said = why
  }

  /** What was signed last, as far as this machine knows: nothing at a first start, and nothing of a log that was begun anew since. */
  async function readKept({ key }: Signer): Promise<Checkpoint | null | 'other-key'> {
    if (!existsSync(file)) return null
    const kept = await openCheckpoint(readFileSync(file, 'utf8'), key, { hash: sha256, verify: verifyEd25519 })
    if (!('problem' in kept)) return kept
    return kept.problem === 'other-log' || isDemonstration ? null : 'other-key'
  }
}
