type Source = { body: ReadableStream<Uint8Array> | null }

export type BodyLimit = {
  bytes: number
  signal?: AbortSignal
  count?: (bytes: number) => void
}

export class BodyCut extends Error {
  constructor(readonly why: 'too-large' | 'too-slow') {
    super(`The body is ${why}.`)
  }
}

/** The only reader of others' bodies (`test/architecture/bodies.test.ts`), up to the limit whatever was announced. @throws BodyCut */
export async function* bodyPieces(
  { body }: Source,
  { bytes: max, signal, count }: BodyLimit,
): AsyncGenerator<Uint8Array, void> {
  if (!body) return
  const reader = body.getReader()
  // It also ends a pending read.
  const stop = () => void reader.cancel().catch(() => {})
  signal?.addEventListener('abort', stop)
  try {
    for (let bytes = 0; ; ) {
      const { done, value } = await reader.read()
      if (signal?.aborted) throw new BodyCut('too-slow')
      if (done) return
      bytes += value.length
      count?.(value.length)
      if (bytes > max) throw new BodyCut('too-large')
      yield value
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

export async function readBody(source: Source, limit: BodyLimit): Promise<Uint8Array<ArrayBuffer> | BodyCut['why']> {
  const pieces: Uint8Array[] = []
  try {
    for await (const piece of bodyPieces(source, limit)) pieces.push(piece)
  } catch (problem) {
    if (problem instanceof BodyCut) return problem.why
    throw problem
  }
  return Buffer.concat(pieces)
}

/** Invalid UTF-8 is replaced. */
export async function readBodyText(source: Source, limit: BodyLimit): Promise<string | null> {
  const bytes = await readBody(source, limit)
  return typeof bytes === 'string' ? null : new TextDecoder().decode(bytes)
}
