import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createServer, type Server } from 'node:net'
import { clamdProgram, eicar, startClamd } from '#test/clamd.ts'
import { createClamav } from './clamav.ts'

setDefaultTimeout(60_000)

describe.skipIf(!clamdProgram)('ClamAV', () => {
  let clamd: Awaited<ReturnType<typeof startClamd>>
  beforeAll(async () => {
    clamd = await startClamd()
  }, 60_000)
  afterAll(async () => {
    await clamd?.stop()
  })

  test('finds the EICAR file and nothing in others, however they are parted', async () => {
    const { scan } = createClamav(clamd)
    const bytes = new TextEncoder().encode(eicar)
    expect(await scan([bytes])).toEqual({ kind: 'infected', signature: 'Eicar-Test-Signature.UNOFFICIAL' })
    const halves = [bytes.subarray(0, 20), bytes.subarray(20)]
    expect(await scan(halves)).toMatchObject({ kind: 'infected' })
    expect(await scan([new TextEncoder().encode('%PDF-1.7 nothing')])).toEqual({ kind: 'clean' })
  })

  test('takes a file of 20 MB, and says when one is larger than it scans', async () => {
    const { scan } = createClamav(clamd)
    const megabytes = (count: number) => Array.from({ length: count }, () => new Uint8Array(1024 * 1024))
    expect(await scan(megabytes(20))).toEqual({ kind: 'clean' })
    expect(await scan(megabytes(31))).toMatchObject({ kind: 'unavailable' })
  })
})

test('a scanner that is not there, or hangs up in the middle, has scanned nothing', async () => {
  const nobody = createClamav({ host: '127.0.0.1', port: 1 })
  expect(await nobody.scan([new Uint8Array(10)])).toEqual({ kind: 'unavailable', reason: 'ECONNREFUSED' })
  const { server, port } = await hangingUp()
  const broken = createClamav({ host: '127.0.0.1', port })
  expect(await broken.scan([new Uint8Array(8 * 1024 * 1024)])).toMatchObject({ kind: 'unavailable' })
  server.close()
})

async function hangingUp(): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => socket.once('data', () => socket.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as { port: number }).port }
}
