/**
 * Asks again and again, since what a job or a notice of the database causes comes a moment later. What throws is not so yet.
 *
 * @returns the first answer that is something. @throws where none came in time: the limit only ends a run that has gone wrong.
 */
export async function until<Value>(
  look: () => Value | Promise<Value>,
  ms = 50_000,
): Promise<Exclude<Value, false | null | undefined | 0>> {
  let problem: unknown
  for (const end = Date.now() + ms; Date.now() < end; await Bun.sleep(25)) {
    try {
      const found = await look()
      if (found) return found as Exclude<Value, false | null | undefined | 0>
    } catch (thrown) {
      problem = thrown
    }
  }
  throw new Error(`It did not happen within ${ms / 1000} seconds.`, { cause: problem })
}
