export type BodyLimit = {
  bytes: number
  /** When the rest is no longer waited for. */
  signal?: AbortSignal
  count?: (bytes: number) => void
}

export class BodyCut extends Error {
  constructor(readonly why: 'too-large' | 'too-slow') {
    super(`The body is ${why}.`)
  }
}

/**
 * Counted whatever it has announced; no more is read than the limit. The one reader of bodies that others send (`test/architecture/bodies.test.ts`).
 * @throws BodyCut
 */
export async function* bodyPieces(
  { body }: { body: ReadableStream<Uint8Array> | null },
  { bytes: most, signal, count }: BodyLimit,
): AsyncGenerator<Uint8Array, void> {
  if (!body) return
  const reader = body.getReader()
  // It also ends a piece that is waited for.
  const stop = () => void reader.cancel().catch(() => {})
  signal?.addEventListener('abort', stop)
  try {
    for (let bytes = 0; ; ) {
      const { done, value } = await reader.read()
      if (signal?.aborted) throw new BodyCut('too-slow')
      if (done) return
      bytes += value.length
      count?.(value.length)
      if (bytes > most) throw new BodyCut('too-large')
      yield value
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

export async function readBody(
  source: { body: ReadableStream<Uint8Array> | null },
  limit: BodyLimit,
): Promise<Uint8Array<ArrayBuffer> | BodyCut['why']> {
  const pieces: Uint8Array[] = []
  try {
    for await (const piece of bodyPieces(source, limit)) pieces.push(piece)
  } catch (problem) {
    if (problem instanceof BodyCut) return problem.why
    throw problem
  }
  return Buffer.concat(pieces)
}

/** What is no UTF-8 is replaced. */
export async function readBodyText(
  source: { body: ReadableStream<Uint8Array> | null },
  limit: BodyLimit,
): Promise<string | null> {
  const bytes = await readBody(source, limit)
  return typeof bytes === 'string' ? null : new TextDecoder().decode(bytes)
}
