export type DeferredResult<Value> = { value: Value } | { failed: true }

/** A promise in a document, its result in the answer to a move; at the top of a page's data, under the name that `DeferredSection` shows it by. */
export type Deferred<Value> = Promise<DeferredResult<Value>> | DeferredResult<Value>

export async function deferred<Value>(
  work: Promise<Value>,
  report: (problem: unknown) => void,
): Promise<DeferredResult<Value>> {
  try {
    return { value: await work }
  } catch (problem) {
    report(problem)
    return { failed: true }
  }
}

export function deferredNames(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([name, value]) => (value instanceof Promise ? [name] : []))
}

export async function allArrived(data: unknown): Promise<unknown> {
  const names = deferredNames(data)
  if (names.length === 0) return data
  const entries = Object.entries(data as object).map(async ([name, value]) => [name, await value] as const)
  return Object.fromEntries(await Promise.all(entries))
}

export function deferredId(name: string): string {
  return `deferred-${name}`
}

/** `<` and the two line separators are escaped for a script element. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
