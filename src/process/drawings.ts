import { LRUCache } from 'lru-cache'
import { programPath } from './program-path.ts'

export type PdfTask = { kind: PdfKind; given: unknown[] }
export type PdfOutcome = { bytes: Drawing } | { problem: string }
export type PdfKind = 'certificate' | 'fact-sheet'

export type Pdfs = ReturnType<typeof createPdfs>

const idleMs = 60_000
/** A document takes about a second. */
const patienceMs = 30_000

/** In a worker, since a document holds a thread for up to 1.3 s. */
export function createPdfs() {
  const drawn = keepDrawings({ maxBytes: 16 * 1024 * 1024, maxWaiting: 40 })
  let worker: Worker | undefined
  let idle: Timer | undefined

  return {
    /** The same is drawn once, off the thread that answers requests. @returns `busy` when too many wait. */
    draw: (kind: PdfKind, ...given: unknown[]) =>
      drawn(JSON.stringify([kind, given]), async () => await ask({ kind, given })),
    stop,
  }

  async function ask(task: PdfTask): Promise<Drawing> {
    clearTimeout(idle)
    worker ??= new Worker(programPath('pdf-worker'))
    const asked = worker
    const { promise, resolve, reject } = Promise.withResolvers<PdfOutcome>()
    const timeout = setTimeout(() => reject(new Error('A document was not drawn in time.')), patienceMs)
    asked.onmessage = ({ data }: MessageEvent<PdfOutcome>) => resolve(data)
    asked.onerror = ({ message }) => reject(new Error(`The worker that draws documents broke: ${message}`))
    asked.postMessage(task)
    try {
      const outcome = await promise
      if ('problem' in outcome) throw new Error(`A document could not be drawn: ${outcome.problem}`)
      return outcome.bytes
    } catch (problem) {
      stop()
      throw problem
    } finally {
      clearTimeout(timeout)
      if (worker) {
        idle = setTimeout(stop, idleMs)
        idle.unref()
      }
    }
  }

  function stop(): void {
    clearTimeout(idle)
    worker?.terminate()
    worker = undefined
  }
}

export type Drawing = Uint8Array<ArrayBuffer>

/** One after another, each once however many ask, keeping the last ones. @returns of a key that names all the drawing shows; `busy` when too many wait. */
export function keepDrawings({ maxBytes, maxWaiting }: { maxBytes: number; maxWaiting: number }) {
  const kept = new LRUCache<string, Drawing>({ maxSize: maxBytes, sizeCalculation: (drawing) => drawing.length })
  const drawing = new Map<string, Promise<Drawing>>()
  let last: Promise<unknown> = Promise.resolve()

  return async (key: string, draw: () => Promise<Drawing>): Promise<Drawing | 'busy'> => {
    const known = kept.get(key) ?? drawing.get(key)
    if (known) return await known
    if (drawing.size >= maxWaiting) return 'busy'
    const drawn = last.then(draw)
    last = drawn.catch(() => {})
    drawing.set(key, drawn)
    try {
      kept.set(key, await drawn)
      return await drawn
    } finally {
      drawing.delete(key)
    }
  }
}
