/** Whoever has a turn: whose it is, since when, what has come of it so far, and how it is ended for somebody else. */
type TakenTurn = { visitor: string; since: number; bytes: number; end: () => void }

/** What a task that has a turn is told, and tells. */
export type Turn = {
  /** Its time is over, or it is too slow and others wait. */
  signal: AbortSignal
  /** So many bytes more have come. */
  count: (bytes: number) => void
}

export type Turns = {
  /**
   * Runs a task that reads what a visitor sends, or answers `ended` at once where all turns are taken. The task hears of its end by the
   * signal. Then `ended` is answered, whatever becomes of the task.
   */
  take: <Outcome>(visitor: string, task: (turn: Turn) => Promise<Outcome>) => Promise<Outcome | 'ended'>
}

type Limits = {
  /** Turns at the same time. */
  most: number
  /** Of them, those of one visitor. */
  ofOne: number
  /** Nobody is too slow before that. */
  graceMs: number
  /** Bytes a second: whoever sends fewer makes room where somebody waits. */
  slowest: number
  /** Nobody takes longer. */
  longestMs: number
}

/**
 * Turns for senders of bytes, of whom the process holds a part each. Nobody can take them all: one visitor has some at most. Where all of
 * them are taken, or all of a visitor's own, the slowest sender makes room for the next.
 */
export function byteTurns({ most, ofOne, graceMs, slowest, longestMs }: Limits): Turns {
  const taken = new Set<TakenTurn>()
  return {
    async take(visitor, task) {
      const own = [...taken].filter((turn) => turn.visitor === visitor)
      if (own.length >= ofOne && !endSlowest(own)) return 'ended'
      if (taken.size >= most && !endSlowest([...taken])) return 'ended'
      const stop = new AbortController()
      const ended = Promise.withResolvers<'ended'>()
      const turn: TakenTurn = {
        visitor,
        since: performance.now(),
        bytes: 0,
        end() {
          taken.delete(turn)
          stop.abort()
          ended.resolve('ended')
        },
      }
      const count = (bytes: number) => {
        turn.bytes += bytes
      }
      taken.add(turn)
      const timer = setTimeout(turn.end, longestMs)
      try {
        return await Promise.race([task({ signal: stop.signal, count }), ended.promise])
      } finally {
        clearTimeout(timer)
        taken.delete(turn)
      }
    },
  }

  /** @returns whether one of them was too slow, and has made room. */
  function endSlowest(turns: TakenTurn[]): boolean {
    const now = performance.now()
    const rate = ({ bytes, since }: TakenTurn) => (bytes * 1000) / (now - since)
    const slow = turns.filter((turn) => now - turn.since >= graceMs && rate(turn) < slowest)
    const [first] = slow.sort((one, other) => rate(one) - rate(other))
    first?.end()
    return first !== undefined
  }
}
