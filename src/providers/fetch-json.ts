import { readBodyText } from '#process/read-body.ts'

const defaultTimeoutMs = 3_000
const maxBytes = 1_000_000

export type JsonAnswer = { status: number; headers: Headers; json: unknown }

/** Nothing is thrown: a message could hold an address with a key. @returns `json` undefined without a 200 of JSON; null without a usable answer. */
export async function fetchJson(
  url: string,
  {
    headers = {},
    timeoutMs = defaultTimeoutMs,
  }: { headers?: Record<string, string>; timeoutMs?: number | undefined } = {},
): Promise<JsonAnswer | null> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      return { status: response.status, headers: response.headers, json: undefined }
    }
    const text = await readBodyText(response, { bytes: maxBytes })
    return text === null ? null : { status: 200, headers: response.headers, json: jsonOf(text) }
  } catch {
    return null
  }
}

/** Undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
