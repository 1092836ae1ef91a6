/** Whoever has a turn: since when, and how it is ended for somebody else. */
type Turn = { since: number; end: () => void }

export type Turns = {
  /**
   * Runs a task that reads what somebody sends, or answers `ended` at once where all turns are taken. The task hears of its end by the
   * signal: its time is over, or it has had its share and others wait. Then `ended` is answered, whatever becomes of the task.
   */
  take: <Outcome>(task: (signal: AbortSignal) => Promise<Outcome>) => Promise<Outcome | 'ended'>
}

/**
 * Turns for senders of bytes, of whom the process holds a part each. Somebody who sends slowly, or stops in the middle, keeps a turn for
 * `longestMs` at most; where all are taken and somebody else comes, only for `shareMs`.
 *
 * @param most at the same time.
 */
export function byteTurns({ most, shareMs, longestMs }: { most: number; shareMs: number; longestMs: number }): Turns {
  const taken = new Set<Turn>()
  return {
    async take(task) {
      if (taken.size >= most) endSlowest()
      if (taken.size >= most) return 'ended'
      const stop = new AbortController()
      const ended = Promise.withResolvers<'ended'>()
      const turn: Turn = {
        since: performance.now(),
        end() {
          taken.delete(turn)
          stop.abort()
          ended.resolve('ended')
        },
      }
      taken.add(turn)
      const timer = setTimeout(turn.end, longestMs)
      try {
        return await Promise.race([task(stop.signal), ended.promise])
      } finally {
        clearTimeout(timer)
        taken.delete(turn)
      }
    },
  }

  function endSlowest(): void {
    // The set is in the order in which turns were taken.
    const [oldest] = taken
    if (oldest && performance.now() - oldest.since >= shareMs) oldest.end()
  }
}
