import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The file that every scanner knows (eicar.org), which does nothing. In two halves, or scanners would find it here. */
export const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-' + 'ANTIVIRUS-TEST-FILE!$H+H*'

/** Debian's clamd, where it is installed. */
export const clamdProgram = Bun.which('clamd', { PATH: `${process.env.PATH}:/usr/sbin` })
if (!clamdProgram) console.info('clamd is not installed (Debian: clamav-daemon): nothing is scanned by it in this run.')

/** Starts it with a database of one signature, written by hand for the EICAR file, on a port of its own. */
export async function startClamd(): Promise<{ host: string; port: number; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'clamd-'))
  // It may give up root's rights for an account of its own.
  chmodSync(folder, 0o755)
  const port = await freePort()
  writeFileSync(join(folder, 'eicar.ndb'), `Eicar-Test-Signature:0:*:${Buffer.from(eicar).toString('hex')}\n`)
  const settings = [
    `TCPSocket ${port}`,
    'TCPAddr 127.0.0.1',
    `DatabaseDirectory ${folder}`,
    'Foreground yes',
    'StreamMaxLength 30M',
  ]
  writeFileSync(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
  const clamd = Bun.spawn([clamdProgram!, '--config-file', join(folder, 'clamd.conf')], {
    stdout: 'ignore',
    stderr: 'ignore',
  })
  for (let attempt = 0; !(await isListening(port)); attempt++) {
    if (attempt > 300 || clamd.exitCode !== null) throw new Error('clamd did not start.')
    await Bun.sleep(100)
  }
  const stop = async () => {
    clamd.kill()
    await clamd.exited
    rmSync(folder, { recursive: true, force: true })
  }
  return { host: '127.0.0.1', port, stop }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('close', () => socket.destroy())
    socket.on('connect', () => socket.end())
  })
}

async function freePort(): Promise<number> {
  const server = Bun.serve({ port: 0, fetch: () => new Response() })
  const { port } = server
  await server.stop(true)
  return port!
}
