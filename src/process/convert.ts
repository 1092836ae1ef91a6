import { setPriority } from 'node:os'
import pLimit from 'p-limit'
import { programPath } from './program-path.ts'

/** `read` and `read-mail` answer a line of JSON, then the bytes to keep. */
export type Conversion = { kind: 'read' } | { kind: 'read-mail' } | { kind: 'draw-page'; page: number }

type ConversionResult = { bytes: Uint8Array<ArrayBuffer> } | { refused: 'damaged' | 'late' | 'busy' }
export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** A photo of 48 megapixels takes about ten seconds on a slow machine. */
const patienceMs = 60_000
const maxWaiting = 20
/** A HEIC picture needs 830 MB while it is converted, a PDF about 100. */
const turns = { read: pLimit(1), 'read-mail': pLimit(1), 'draw-page': pLimit(2) }

/** In its own process without settings: a stranger's file may do anything to a decoder. */
export async function convert(task: Conversion, content: Content): Promise<ConversionResult> {
  if (turns[task.kind].pendingCount >= maxWaiting) return { refused: 'busy' }
  return await turns[task.kind](async () => {
    const child = Bun.spawn([process.execPath, programPath('convert-document'), JSON.stringify(task)], {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'ignore',
      env: {},
      timeout: patienceMs,
      killSignal: 'SIGKILL',
    })
    // Pages come first.
    setPriority(child.pid, 10)
    try {
      const made = new Response(child.stdout).bytes()
      await write(content, child)
      const [bytes, code] = await Promise.all([made, child.exited])
      if (code === 0) return { bytes }
      return { refused: child.signalCode === 'SIGKILL' ? 'late' : 'damaged' }
    } finally {
      child.kill('SIGKILL')
    }
  })
}

async function write(content: Content, { stdin, exited }: Bun.Subprocess<'pipe', 'pipe', 'ignore'>): Promise<void> {
  let hasEnded = false
  exited.then(() => {
    hasEnded = true
  })
  for await (const part of content) {
    if (hasEnded) return
    stdin.write(part)
    await Promise.race([stdin.flush(), exited])
  }
  await Promise.race([stdin.end(), exited])
}
