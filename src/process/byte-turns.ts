type TakenTurn = { visitor: string; since: number; bytes: number; end: () => void }

export type Turn = {
  /** Its time is over, or it is too slow and others wait. */
  signal: AbortSignal
  count: (bytes: number) => void
}

type Limits = {
  max: number
  ofOne: number
  graceMs: number
  /** Bytes a second: a slower sender makes room for others. */
  slowest: number
  longestMs: number
}

/** For senders of bytes that the process holds in part. Where all turns, or all of one visitor, are taken, the slowest sender's turn ends. */
export function byteTurns({ max, ofOne, graceMs, slowest, longestMs }: Limits) {
  const taken = new Set<TakenTurn>()
  return {
    /** `ended` where all turns are taken, or when the task's signal ended it. */
    async take<Outcome>(visitor: string, task: (turn: Turn) => Promise<Outcome>): Promise<Outcome | 'ended'> {
      const own = [...taken].filter((turn) => turn.visitor === visitor)
      if (own.length >= ofOne && !endSlowest(own)) return 'ended'
      if (taken.size >= max && !endSlowest([...taken])) return 'ended'
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

  function endSlowest(turns: TakenTurn[]): boolean {
    const now = performance.now()
    const rate = ({ bytes, since }: TakenTurn) => (bytes * 1000) / (now - since)
    const slow = turns.filter((turn) => now - turn.since >= graceMs && rate(turn) < slowest)
    const [first] = slow.sort((one, other) => rate(one) - rate(other))
    first?.end()
    return first !== undefined
  }
}
