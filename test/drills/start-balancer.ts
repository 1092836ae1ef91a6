import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { projectRoot } from '#process/project-root.ts'

export type Balancer = {
  origin: string
  /** The certificate of the authority that signed its own, in PEM. */
  authority: string
  /** Asks for a path over TLS. */
  ask: (path: string, init?: RequestInit) => Promise<Response>
  start: () => void
  /** Reads its configuration and its certificate anew, as after a change of either. */
  reload: () => void
  /** Ends it and its workers as a crash does. */
  kill: () => Promise<void>
}

type Options = {
  folder: string
  /** Ports of the web processes on this machine. */
  replicas: number[]
  listening: { tls: number; plain: number; metrics: number }
}

/** Starts HAProxy with the project's own configuration, and TLS with an authority made for it. Needs haproxy and openssl. */
export function startBalancer(options: Options): Balancer {
  const { folder, listening } = options
  makeCertificate(folder)
  const file = writeConfiguration(options)
  const authority = readFileSync(join(folder, 'authority.pem'), 'utf8')
  const origin = `https://localhost:${listening.tls}`
  let running: Subprocess
  start()
  return {
    origin,
    authority,
    ask: (path, init = {}) => fetch(origin + path, { ...init, tls: { ca: authority } }),
    start,
    reload: () => running.kill('SIGUSR2'),
    kill: async () => {
      // A worker ends by itself when it misses its master, but not in the same moment.
      const workers = childrenOf(running.pid)
      running.kill('SIGKILL')
      for (const pid of workers) endProcess(pid)
      await running.exited
    },
  }

  function start(): void {
    running = Bun.spawn(['haproxy', '-W', '-db', '-f', file], {
      env: { PATH: process.env.PATH, TLS_CERTIFICATE: join(folder, 'site.pem'), REPLICAS: 'localhost:1' },
      stdout: 'ignore',
      stderr: 'ignore',
    })
  }
}

/** Waits until an address answers with 200, a minute at most. @param authority whose certificates are believed beside the usual ones. */
export async function answers(url: string, authority?: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await Bun.sleep(50)) {
    const response = await fetch(url, authority ? { tls: { ca: authority } } : {}).catch(() => null)
    if (response?.ok) return
  }
  throw new Error(`${url} does not answer`)
}

/** Process ids of those that a process has started and that still run. */
export function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : []
}

/** Ends a process as a crash does, where it still runs. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** An authority, and a certificate of it for localhost. */
function makeCertificate(folder: string): void {
  const run = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  run('req', '-x509', ...key, '-keyout', 'authority.key', '-out', 'authority.pem', '-days', '2', '-subj', '/CN=Drill')
  run('req', ...key, '-keyout', 'site.key', '-out', 'site.csr', '-subj', '/CN=localhost')
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost')
  const signing = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial', '-extfile', 'names']
  run('x509', '-req', '-in', 'site.csr', '-out', 'site.crt', '-days', '2', ...signing)
  const parts = ['site.crt', 'authority.pem', 'site.key'].map((file) => readFileSync(join(folder, file), 'utf8'))
  writeFileSync(join(folder, 'site.pem'), parts.join(''))
}

/** The project's configuration, but for its ports, its replicas, and who is told to be the visitor: the load speaks for many. */
function writeConfiguration({ folder, replicas, listening }: Options): string {
  const servers = replicas.map((port) => `  server replica${port} 127.0.0.1:${port}`).join('\n')
  const changes: [string, string][] = [
    ['  server-template replica 20 "$REPLICAS"', servers],
    [' init-addr none resolvers docker', ''],
    [':8080', `:${listening.plain}`],
    [':8443', `:${listening.tls}`],
    [':8405', `:${listening.metrics}`],
    ['/tmp/haproxy.sock', join(folder, 'haproxy.sock')],
    ['X-Forwarded-For %[src]', 'X-Forwarded-For %[req.hdr(x-load-visitor)]'],
  ]
  let text = readFileSync(join(projectRoot, 'deploy/haproxy/haproxy.cfg'), 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`The configuration does not say: ${from}`)
    text = text.replaceAll(from, to)
  }
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, text)
  return file
}
