import type { Log } from '#process/log.ts'

/** A process that dies loses what it has counted since the last write. */
const interval = 30_000

export type Counter = {
  count: (name: string) => void
  write: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * A write for each event would cost more than what is counted. @param failed logged for a failed write, which keeps its counts. @param max names a
 * write.
 */
export function countInMemory(
  add: (counts: ReadonlyMap<string, number>) => Promise<unknown>,
  { log, failed, max = Number.POSITIVE_INFINITY }: { log: Log; failed: string; max?: number },
): Counter {
  let counts = new Map<string, number>()
  const timer = setInterval(() => void write(), interval)
  timer.unref()
  return { count: (name) => addTo(name, 1), write, stop }

  function addTo(name: string, number: number): void {
    const known = counts.get(name)
    if (known !== undefined || counts.size < max) counts.set(name, (known ?? 0) + number)
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
