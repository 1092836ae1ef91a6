// Storage may be closed to us (a private window, a full quota): then what is kept lasts as long as the page.

type Store = 'localStorage' | 'sessionStorage'

export function readText(store: Store, key: string): string | null {
  try {
    return globalThis[store].getItem(key)
  } catch {
    return null
  }
}

/** Null for nothing, and for what is no JSON. */
export function readJson(store: Store, key: string): unknown {
  try {
    return JSON.parse(readText(store, key) ?? 'null')
  } catch {
    return null
  }
}

/** @param text null removes it. */
export function keepText(store: Store, key: string, text: string | null): void {
  try {
    if (text === null) globalThis[store].removeItem(key)
    else globalThis[store].setItem(key, text)
  } catch {}
}

export function keepJson(store: Store, key: string, value: unknown): void {
  keepText(store, key, value === null ? null : JSON.stringify(value))
}
