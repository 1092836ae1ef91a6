import { join } from 'node:path'
import { LRUCache } from 'lru-cache'

/** What a worker is asked to draw, and what it answers. */
export type PdfTask = { kind: PdfKind; given: unknown[] }
export type PdfOutcome = { bytes: Drawing } | { problem: string }
export type PdfKind = 'certificate' | 'fact-sheet'

export type Pdfs = {
  /**
   * Draws a document away from the thread that answers requests, or finds it among those drawn last.
   *
   * @param given all that the document shows, as the drawing's own function takes it: what is the same is drawn once.
   * @returns its bytes, or `busy` when too many wait. Rejects when it cannot be drawn.
   */
  draw: (kind: PdfKind, ...given: unknown[]) => Promise<Drawing | 'busy'>
  stop: () => void
}

/** The program beside this one, in the source and in the bundle alike. */
const program = join(import.meta.dir, import.meta.path.endsWith('.ts') ? '../jobs/pdf-worker.ts' : 'pdf-worker.js')
/** A worker with its library and fonts takes tens of megabytes: it ends when nobody has asked for so long. */
const idleMs = 60_000
/** A document takes about a second; one that takes so long will never be ready. */
const patienceMs = 30_000

/** Draws PDFs in a worker, which starts with the first one: a document holds a thread for up to 1.3 s. */
export function createPdfs(): Pdfs {
  const drawn = keepDrawings({ maxBytes: 16 * 1024 * 1024, maxWaiting: 40 })
  let worker: Worker | undefined
  let idle: Timer | undefined

  return {
    draw: (kind, ...given) => drawn(JSON.stringify([kind, given]), async () => await ask({ kind, given })),
    stop,
  }

  async function ask(task: PdfTask): Promise<Drawing> {
    clearTimeout(idle)
    worker ??= new Worker(program)
    const asked = worker
    const { promise, resolve, reject } = Promise.withResolvers<PdfOutcome>()
    const late = setTimeout(() => reject(new Error('A document was not drawn in time.')), patienceMs)
    asked.onmessage = ({ data }: MessageEvent<PdfOutcome>) => resolve(data)
    asked.onerror = ({ message }) => reject(new Error(`The worker that draws documents broke: ${message}`))
    asked.postMessage(task)
    try {
      const outcome = await promise
      if ('problem' in outcome) throw new Error(`A document could not be drawn: ${outcome.problem}`)
      return outcome.bytes
    } catch (problem) {
      // Whatever it is at, the next one is drawn by another.
      stop()
      throw problem
    } finally {
      clearTimeout(late)
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

type Options = {
  /** Bytes of finished drawings to keep. */
  maxBytes: number
  /** Drawings that may wait for their turn; whoever comes then is asked to come again. */
  maxWaiting: number
}

/**
 * Draws one after another, each once however many ask for it at the same time, and keeps the last ones.
 *
 * @returns of a key, which names everything that the drawing shows: what was kept, or what `draw` makes now; `busy` when too many
 * wait. Rejects as `draw` does, and keeps nothing then.
 */
export function keepDrawings({ maxBytes, maxWaiting }: Options) {
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
