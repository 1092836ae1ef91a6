import type { Sql } from '#database/sql.ts'
import { type Runner, runEachSecond } from '#features/proof/server/run-each-second.ts'
import { openSigningKey, type Signer } from '#features/proof/server/signing-key.ts'
import type { Log } from '#process/log.ts'
import type { Issuer } from './credential-of-entry.ts'
import { followRegister } from './follow-register.ts'

/** How soon after a notice it is signed, in milliseconds. */
const soonMs = 100

export type CredentialRunner = Runner & {
  /** Everything that there is to do now, for whoever waits for its end. */
  round: () => Promise<void>
}

/** Signs credentials and status lists in this process until `stop`: after notices, and once a second without one. */
export function runCredentials({
  sql,
  log,
  now,
  issuer,
  secret,
}: {
  sql: Sql
  log: Log
  now: () => Date
  issuer: Issuer
  /** The key of the keys (`SIGNING_SECRET`). */
  secret: string | string[]
}): CredentialRunner {
  let signer: Signer | null = null
  let said = ''
  let running = Promise.resolve()
  const runner = runEachSecond({ work: round, soonMs, log, failing: 'credentials not signed' })
  return { ...runner, round }

  /** One after the other: the second would only find the lock taken. */
  function round(isStopped = () => false): Promise<void> {
    running = running.catch(() => {}).then(() => work(isStopped))
    return running
  }

  async function work(isStopped: () => boolean): Promise<void> {
    for (;;) {
      signer ??= await openSigningKey(sql, { purpose: 'credential', name: 'key', secret, now: now() })
      if (!signer) {
        const why = 'their key cannot be read: was SIGNING_SECRET changed?'
        if (why !== said) log.error('credentials not signed', { why })
        said = why
        return
      }
      const done = await followRegister(sql, { signer, issuer, now: now() })
      // The key was ended by `rotate-keys`: the next one is made, or read where another process has made it.
      if (done.kind === 'other-key') signer = null
      else if (done.kind !== 'done' || !done.more || isStopped()) return
    }
  }
}
