/** Asks again and again, for a minute unless told otherwise. @returns the first answer that is something. @throws with what was waited for. */
export async function until<Value>(
  what: string,
  look: () => Value | Promise<Value>,
  milliseconds = 60_000,
): Promise<NonNullable<Value>> {
  for (const end = Date.now() + milliseconds; ; await Bun.sleep(100)) {
    const found = await Promise.try(look).catch(() => null)
    if (found) return found
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}.`)
  }
}
