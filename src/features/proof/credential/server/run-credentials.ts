import type { Sql } from '#database/sql.ts'
import { runEachSecond } from '#features/proof/server/run-each-second.ts'
import { openSigningKey, type Signer } from '#features/proof/server/signing-key.ts'
import type { Log } from '#process/log.ts'
import type { Issuer } from './credential-of-entry.ts'
import { followRegister } from './follow-register.ts'

/** In milliseconds after a notice. */
const soonMs = 100

export type CredentialRunner = ReturnType<typeof runCredentials>

type CredentialOptions = {
  sql: Sql
  log: Log
  now: () => Date
  issuer: Issuer
  /** `SIGNING_SECRET`. */
  secret: string | string[]
}

/** On notices, and once a second without one, until `stop`. */
export function runCredentials({ sql, log, now, issuer, secret }: CredentialOptions) {
  let signer: Signer | null = null
  let said = ''
  let running = Promise.resolve()
  const runner = runEachSecond({ work: round, soonMs, log, failing: 'credentials not signed' })
  return { ...runner, round }

  /** Does everything that is to do now. One after the other: a second at once would find the lock taken. */
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
      // The key was ended by `rotate-keys`: the next is made, or read when another process has made it.
      if (done.kind === 'other-key') signer = null
      else if (done.kind !== 'done' || !done.more || isStopped()) return
    }
  }
}
