import { setPriority } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'

/** What is made of a document in a process of its own. */
export type Conversion =
  /** A picture in HEIC becomes a JPEG: its pixels, and nothing else of it. */
  | { kind: 'heic-to-jpeg'; maxPixels: number }
  /** The pages of a PDF are counted, by opening it. */
  | { kind: 'count-pages' }
  /** A page of a PDF, from 0, becomes a JPEG. */
  | { kind: 'draw-page'; page: number }

/** @param refused `password`: it opens with one only; `late`: it took too long; `busy`: too many wait; `damaged`: anything else. */
export type Converted = { bytes: Uint8Array<ArrayBuffer> } | { refused: 'password' | 'damaged' | 'late' | 'busy' }

/** The program beside this one, in the source and in the bundle alike. */
const program = join(
  import.meta.dir,
  import.meta.path.endsWith('.ts') ? '../jobs/convert-document.ts' : 'convert-document.js',
)
/** A photo of 48 megapixels takes about ten seconds on a slow machine. */
const patienceMs = 60_000
/** A picture in HEIC takes up to 830 MB while it is converted, a PDF about 100. */
const mostWaiting = 20
const turns = { 'heic-to-jpeg': pLimit(1), 'count-pages': pLimit(2), 'draw-page': pLimit(2) }

/**
 * Converts a document in a process of its own, which knows no setting and ends with its task: whatever a strangers' file does to a
 * decoder, it does it there, and its memory goes with it. Few at the same time; others wait.
 */
export async function convert(task: Conversion, content: Uint8Array<ArrayBuffer>): Promise<Converted> {
  if (turns[task.kind].pendingCount >= mostWaiting) return { refused: 'busy' }
  return await turns[task.kind](async () => {
    const child = Bun.spawn([process.execPath, program, JSON.stringify(task)], {
      stdin: content,
      stdout: 'pipe',
      stderr: 'ignore',
      env: {},
      timeout: patienceMs,
      killSignal: 'SIGKILL',
    })
    // Pages come first.
    setPriority(child.pid, 10)
    const bytes = await new Response(child.stdout).bytes()
    const code = await child.exited
    if (code === 0) return { bytes }
    if (child.signalCode === 'SIGKILL') return { refused: 'late' }
    return { refused: code === passwordCode ? 'password' : 'damaged' }
  })
}

/** With what the program ends where a document opens with a password only. */
export const passwordCode = 3
