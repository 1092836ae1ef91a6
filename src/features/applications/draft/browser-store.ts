// Storage may be closed to us (a private window, a full quota): then what is kept lasts as long as the page.

export function localStore(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}

export function tabStore(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

export function readText(store: Storage | null, key: string): string | null {
  try {
    return store?.getItem(key) ?? null
  } catch {
    return null
  }
}

export function write(store: Storage | null, key: string, text: string | null): void {
  try {
    if (text === null) store?.removeItem(key)
    else store?.setItem(key, text)
  } catch {}
}
