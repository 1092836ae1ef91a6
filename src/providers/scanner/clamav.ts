import { connect, type Socket } from 'node:net'
import type { Env } from '#env.ts'
import type { Scanner, ScanOutcome } from './scanner.ts'

const patienceMs = 60_000
const chunkBytes = 256 * 1024

/** clamd over TCP: `INSTREAM`, chunks with their length, an empty one, and one line as the answer. */
export function createClamav({ host, port }: NonNullable<Env['clamav']>): Scanner {
  return {
    scan: async (content) => {
      const socket = connect({ host, port })
      try {
        return read(await ask(socket, content))
      } catch (problem) {
        const { code, message } = problem as { code?: string; message: string }
        return { kind: 'unavailable', reason: code ?? message }
      } finally {
        socket.destroy()
      }
    },
  }
}

async function ask(socket: Socket, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const ended = Promise.withResolvers<string>()
  // A send that waits for the socket ends with this as well.
  ended.promise.catch(() => {})
  let answer = ''
  socket.setTimeout(patienceMs, () => ended.reject(new Error('no answer in time')))
  socket.on('error', ended.reject)
  socket.on('data', (data) => {
    answer += data.toString('latin1')
    // It answers early where the file is too large for it.
    if (answer.includes('\0')) ended.resolve(answer.replace(/\0.*$/s, ''))
  })
  socket.on('close', () => ended.reject(new Error('connection closed')))
  const send = async (bytes: Uint8Array) => {
    if (!socket.write(bytes))
      await Promise.race([new Promise<void>((resolve) => socket.once('drain', () => resolve())), ended.promise])
  }
  await send(new TextEncoder().encode('zINSTREAM\0'))
  for await (const part of content) {
    for (let at = 0; at < part.length; at += chunkBytes) {
      const chunk = part.subarray(at, at + chunkBytes)
      await send(lengthOf(chunk.length))
      await send(chunk)
    }
  }
  await send(lengthOf(0))
  return await ended.promise
}

function lengthOf(bytes: number): Uint8Array {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

function read(answer: string): ScanOutcome {
  if (answer === 'stream: OK') return { kind: 'clean' }
  const signature = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  return signature ? { kind: 'infected', signature } : { kind: 'unavailable', reason: answer.slice(0, 200) }
}
