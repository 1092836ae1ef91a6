import { isDatabaseUnavailable } from '#database/is-unavailable.ts'
import type { Log } from '#process/log.ts'

const clockMs = 1000

export type Runner = {
  wake: () => void
  /** Begins nothing more, and waits for what has begun. */
  stop: () => Promise<void>
}

/**
 * Works in this process until `stop`: `soonMs` milliseconds after a notice, and once a second without one, never twice at a time.
 *
 * @param work is told by `isStopped` when to leave the rest.
 * @param failing what the log says when it throws; a database that is away is said elsewhere.
 */
export function runEachSecond({
  work,
  soonMs,
  log,
  failing,
}: {
  work: (isStopped: () => boolean) => Promise<void>
  soonMs: number
  log: Log
  failing: string
}): Runner {
  let running = Promise.resolve()
  let timer: Timer | null = null
  let isStopped = false
  const clock = setInterval(wake, clockMs)
  wake()
  return { wake, stop }

  function wake(): void {
    if (timer || isStopped) return
    timer = setTimeout(() => {
      running = work(() => isStopped)
        .catch((problem) => {
          if (!isDatabaseUnavailable(problem)) log.error(failing, {}, problem)
        })
        .finally(() => {
          timer = null
        })
    }, soonMs)
  }

  async function stop(): Promise<void> {
    isStopped = true
    clearInterval(clock)
    if (timer) clearTimeout(timer)
    await running
  }
}
