import { join } from 'node:path'
import { type Drawing, keepDrawings } from './drawing-cache.ts'

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
const program = join(import.meta.dir, import.meta.path.endsWith('.ts') ? 'pdf-worker.ts' : 'pdf-worker.js')
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
