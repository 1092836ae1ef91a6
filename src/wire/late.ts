/** What a late value has come to; the log says why it failed. */
export type Arrived<Value> = { value: Value } | { failed: true }

/**
 * A value of a page's data that the page does not wait for: a promise while a document is made, what it has come to in the answer to a
 * move. It is at the top of the data, under the name that `LatePart` shows it by. It never rejects.
 */
export type Late<Value> = Promise<Arrived<Value>> | Arrived<Value>

/** A late value from the work that ends in it. @param report is told why the work failed. */
export async function late<Value>(work: Promise<Value>, report: (problem: unknown) => void): Promise<Arrived<Value>> {
  try {
    return { value: await work }
  } catch (problem) {
    report(problem)
    return { failed: true }
  }
}

/** The names of a page's data whose values are still on their way. */
export function lateNames(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([name, value]) => (value instanceof Promise ? [name] : []))
}

/** A page's data with every late value in its place. */
export async function allArrived(data: unknown): Promise<unknown> {
  const names = lateNames(data)
  if (names.length === 0) return data
  const entries = Object.entries(data as object).map(async ([name, value]) => [name, await value] as const)
  return Object.fromEntries(await Promise.all(entries))
}

/** Of the block of JSON in which a document carries a late value. */
export function lateId(name: string): string {
  return `late-${name}`
}

/** JSON that can stand inside a script element: `<` and the two line separators are escaped. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
