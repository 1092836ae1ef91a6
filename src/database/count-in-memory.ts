import type { Log } from '#process/log.ts'

/** Between two writings, in milliseconds. What a process that dies has counted since the last one is lost. */
const interval = 30_000

export type Counter = {
  count: (name: string) => void
  /** Writes what has been counted. A database that is unavailable keeps nothing: it is counted on and written the next time. */
  write: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Counts by name in memory, and writes twice a minute what came together: a write for each event would cost more than what is counted.
 *
 * @param add adds the counts to those that are stored.
 * @param failed what the log says where it cannot.
 * @param most how many names are remembered between two writings; others are not counted.
 */
export function countInMemory(
  add: (counts: ReadonlyMap<string, number>) => Promise<unknown>,
  { log, failed, most = Number.POSITIVE_INFINITY }: { log: Log; failed: string; most?: number },
): Counter {
  let counts = new Map<string, number>()
  const timer = setInterval(() => void write(), interval)
  timer.unref()
  return { count: (name) => addTo(name, 1), write, stop }

  function addTo(name: string, number: number): void {
    const known = counts.get(name)
    if (known !== undefined || counts.size < most) counts.set(name, (known ?? 0) + number)
  }

  async function write(): Promise<void> {
    if (counts.size === 0) return
    const written = counts
    counts = new Map()
    try {
      await add(written)
    } catch (problem) {
      for (const [name, number] of written) addTo(name, number)
      log.error(failed, {}, problem)
    }
  }

  async function stop(): Promise<void> {
    clearInterval(timer)
    await write()
  }
}
