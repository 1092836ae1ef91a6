import { readBodyText } from '#process/read-body.ts'

/** How long a look-up may take and how much it may answer: a person waits for it, and the answers are a few kilobytes. */
const defaultTimeoutMs = 3_000
const maxBytes = 1_000_000

export type JsonAnswer = { status: number; headers: Headers; json: unknown }

/**
 * Asks another service for JSON and survives whatever it does: nothing is thrown, so that no address with a key in it ends up in
 * a message. Redirects are refused, one limit of time covers connection, head and body, and the body is counted after it was
 * decompressed.
 *
 * @returns the status and headers, with the parsed body of a 200; `undefined` where a 200 is no JSON and for every other status. Null when
 *   there was no usable answer: unreachable, too slow, a redirect, or more than 1 MB.
 */
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
    return text === null ? null : { status: 200, headers: response.headers, json: parse(text) }
  } catch {
    return null
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
