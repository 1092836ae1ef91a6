import { isDatabaseUnavailable } from '../../../../database/is-unavailable.ts'
import type { Sql } from '../../../../database/sql.ts'
import type { Log } from '../../../../process/log.ts'
import { openSigningKey, type Signer } from '../../server/signing-key.ts'
import type { Issuer } from './credential-of-entry.ts'
import { followRegister } from './follow-register.ts'

/** How often it is looked for what needs a signature without a notice, and how soon after one, in milliseconds. */
const clockMs = 1000
const soonMs = 100

export type CredentialRunner = {
  /** Says that the public log has something new. */
  wake: () => void
  /** Everything that there is to do now, for whoever waits for its end. */
  round: () => Promise<void>
  stop: () => Promise<void>
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
  let timer: Timer | null = null
  let isStopped = false
  const clock = setInterval(wake, clockMs)
  wake()
  return {
    wake,
    round,
    stop: async () => {
      isStopped = true
      clearInterval(clock)
      if (timer) clearTimeout(timer)
      await running.catch(() => {})
    },
  }

  function wake(): void {
    if (timer || isStopped) return
    timer = setTimeout(() => {
      round()
        .catch((problem) => {
          if (!isDatabaseUnavailable(problem)) log.error('credentials not signed', {}, problem)
        })
        .finally(() => {
          timer = null
        })
    }, soonMs)
  }

  /** One after the other: the second would only find the lock taken. */
  function round(): Promise<void> {
    running = running.catch(() => {}).then(work)
    return running
  }

  async function work(): Promise<void> {
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
      else if (done.kind !== 'done' || !done.more || isStopped) return
    }
  }
}
