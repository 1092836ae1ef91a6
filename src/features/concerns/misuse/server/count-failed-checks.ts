import { londonDay } from '../../../../domain/london-time.ts'
import type { Services } from '../../../../requests/services.ts'
import { tidyNumber } from '../../../register/certificate/rules.ts'
import { addFailedChecks, keepMostChecked } from './queries.ts'

/** Between two writings, in milliseconds. What a process that dies has counted since the last one is lost. */
const interval = 30_000
/** Different numbers that are remembered between two writings; whoever makes up more is not counted. */
const mostRemembered = 5000

export type FailedCheckCounter = {
  /** Counts one check of a number, as somebody typed it. What cannot be a number is forgotten, and with it whatever else may have been typed. */
  count: (typed: string) => void
  /** Writes what has been counted, as far as the numbers are not valid. */
  write: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Counts checks of numbers that are not valid: a number for each number and day, in memory, written twice a minute. So a check waits for
 * nothing, and nothing that is kept leads to whoever asked.
 */
export function countFailedChecks({ sql, now, log }: Pick<Services, 'sql' | 'now' | 'log'>): FailedCheckCounter {
  let counted = new Map<string, number>()
  const timer = setInterval(() => void write(), interval)
  timer.unref()
  return { count, write, stop }

  function count(typed: string): void {
    const number = tidyNumber(typed)
    if (!number || (counted.size >= mostRemembered && !counted.has(number))) return
    counted.set(number, (counted.get(number) ?? 0) + 1)
  }

  async function write(): Promise<void> {
    if (counted.size === 0) return
    const written = counted
    counted = new Map()
    try {
      const day = londonDay(now())
      const added = await addFailedChecks(sql, { day, numbers: [...written.keys()], checks: [...written.values()] })
      if (added.length > 0) await keepMostChecked(sql, { day })
    } catch (problem) {
      // A list of signs, and not an account: what could not be written is not counted.
      log.error('failed checks not written', {}, problem)
    }
  }

  async function stop(): Promise<void> {
    clearInterval(timer)
    await write()
  }
}
