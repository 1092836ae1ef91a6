import type { Sql } from '#database/sql.ts'

const attemptTimeoutMs = 10_000
/** Seconds that a process has for a delivery; then another may take it, as the first may have been killed. */
const leaseSeconds = 30
const together = 5
/** Seconds until the next attempt after each one; the last repeats until three days are over. */
const waits = [1, 5, 30, 120, 600, 3_600]

/**
 * Posts events, signed as Stripe signs them, until one is answered with 2xx or three days are over. Several processes may run it: each event is
 * claimed by one of them for half a minute. An event comes at least once, in no certain order.
 */
export function deliverEvents({
  sql,
  webhookUrl,
  webhookSecret,
  pollMs,
  advance,
  report,
}: {
  sql: Sql
  webhookUrl: () => string
  webhookSecret: string
  pollMs: number
  /** What falls due by itself: run before each look for work. */
  advance: () => Promise<void>
  /** Called once for a row of failures. */
  report: (problem: unknown) => void
}) {
  const stopping = new AbortController()
  let wake = () => {}
  let isKicked = false
  const failing = new Set<string>()
  const running = loop()

  return {
    kick() {
      isKicked = true
      wake()
    },
    /** Gives back what it has begun, so that the next process takes it without waiting. */
    async stop() {
      stopping.abort()
      wake()
      await running
    },
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      isKicked = false
      await attempt('advance', advance)
      const found = (await attempt('deliver', work)) ?? 0
      if (found === 0 && !isKicked && !stopping.signal.aborted) await pause()
    }
  }

  /** One kind of work never keeps the other from going on. */
  async function attempt<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    try {
      const done = await work()
      failing.delete(name)
      return done
    } catch (problem) {
      if (!failing.has(name) && !stopping.signal.aborted) report(problem)
      failing.add(name)
      return null
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function work(): Promise<number> {
    const claimed = await sql`
      update sandbox.payment_deliveries set
        attempts = attempts + 1,
        next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
      where event_id in (
        select event_id from sandbox.payment_deliveries
        where delivered_at is null and next_attempt_at <= now() and give_up_at > now()
        order by next_attempt_at limit ${together} for update skip locked
      )
      returning event_id, attempts,
        (select body from sandbox.payment_objects where object = 'event' and id = event_id) as event`
    await Promise.all(claimed.map((row) => deliver(row.event_id, row.attempts, JSON.stringify(row.event))))
    return claimed.length
  }

  async function deliver(id: string, attempts: number, body: string): Promise<void> {
    const status = await post(body)
    if (status !== null && status >= 200 && status < 300) {
      await sql`update sandbox.payment_deliveries set delivered_at = now(), last_status = ${status} where event_id = ${id}`
    } else {
      const wait = stopping.signal.aborted ? 0 : waits[Math.min(attempts, waits.length) - 1]!
      await sql`
        update sandbox.payment_deliveries
        set next_attempt_at = now() + make_interval(secs => ${wait}), last_status = ${status}
        where event_id = ${id}`
    }
  }

  /** @returns the status, null where no answer came. */
  async function post(body: string): Promise<number | null> {
    try {
      const response = await fetch(webhookUrl(), {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': await signatureOf(body, webhookSecret),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(attemptTimeoutMs)]),
      })
      await response.body?.cancel()
      return response.status
    } catch {
      return null
    }
  }
}

/**
 * HMAC SHA-256 over `time.body` (docs.stripe.com/webhooks/signature).
 * @param seconds when it was signed, now by default: the receiver refuses what is older than five minutes.
 */
export async function signatureOf(body: string, secret: string, seconds = Math.floor(Date.now() / 1000)) {
  const hmac = new Bun.CryptoHasher('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${hmac}`
}
