/** Asks again and again for a minute. @returns the first answer that is something. @throws with what was waited for. */
export async function until<Value>(what: string, look: () => Value | Promise<Value>): Promise<NonNullable<Value>> {
  for (const end = Date.now() + 60_000; ; await Bun.sleep(100)) {
    const found = await Promise.try(look).catch(() => null)
    if (found) return found
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}.`)
  }
}
