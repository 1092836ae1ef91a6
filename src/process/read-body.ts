export type BodyLimit = {
  /** Most bytes. */
  bytes: number
  /** When the rest of the body is no longer waited for. */
  signal?: AbortSignal
  /** Told of each piece how many bytes it has. */
  count?: (bytes: number) => void
}

/** Why a body was not read to its end. */
export class BodyCut extends Error {
  constructor(readonly why: 'too-large' | 'too-slow') {
    super(`The body is ${why}.`)
  }
}

/**
 * The pieces of a body as they come. It is counted whatever it has announced, and no more of it is asked for than the limit. This is the one
 * reader of bodies: of what others send, nothing else is read (`test/architecture/bodies.test.ts`).
 *
 * @throws BodyCut
 */
export async function* bodyPieces(
  { body }: { body: ReadableStream<Uint8Array> | null },
  { bytes: most, signal, count }: BodyLimit,
): AsyncGenerator<Uint8Array, void> {
  if (!body) return
  const reader = body.getReader()
  // A piece that is waited for ends with it.
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

/** The whole body, or why it was not read to its end. */
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

/** The same as text; what is no UTF-8 in it is replaced. */
export async function readBodyText(
  source: { body: ReadableStream<Uint8Array> | null },
  limit: BodyLimit,
): Promise<string | null> {
  const bytes = await readBody(source, limit)
  return typeof bytes === 'string' ? null : new TextDecoder().decode(bytes)
}
