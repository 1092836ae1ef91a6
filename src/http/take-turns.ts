/**
 * Lets at most `most` pieces of work run at once; the others wait in the order in which they came.
 *
 * One process renders one page at a time whatever is asked of it. Beginning all of them together would only hold the data and
 * the half-made documents of all of them in memory, and finish each of them last.
 */
export function takeTurns(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((begin) => waiting.push(begin))
    else running++
    try {
      return await work()
    } finally {
      // The place is handed on, so that nobody who comes now overtakes.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
