import { isDatabaseUnavailable } from '#database/database-problem.ts'
import type { Log } from '#process/log.ts'

const clockMs = 1000

type RunOptions = {
  work: (isStopped: () => boolean) => Promise<void>
  soonMs: number
  log: Log
  failing: string
}

/** `soonMs` after a notice and once a second without one, never twice at a time. `failing` is logged on errors. */
export function runEachSecond({ work, soonMs, log, failing }: RunOptions) {
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

  /** Starts nothing more, and waits for what has started. */
  async function stop(): Promise<void> {
    isStopped = true
    clearInterval(clock)
    if (timer) clearTimeout(timer)
    await running
  }
}
