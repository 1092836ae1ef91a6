import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { openSql } from '../../src/database/sql.ts'
import { freePort } from '../free-port.ts'

export type Pgbouncer = {
  /** The address of a database by way of it. */
  urlOf: (database: string) => string
  /** Ends it as a crash does. */
  kill: () => Promise<void>
  start: () => Promise<void>
  /** Reads its settings anew, as after a change of them. */
  reload: () => void
  stop: () => Promise<void>
}

/**
 * Starts a real PgBouncer (the program where it is installed, else the image `edoburu/pgbouncer`) in transaction mode in front of a server,
 * with the settings that docs/operating.md names and no others of weight.
 */
export async function startPgbouncer(serverUrl: string): Promise<Pgbouncer> {
  const server = new URL(serverUrl)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  chmodSync(folder, 0o755)
  const file = join(folder, 'pgbouncer.ini')
  const password = server.password ? ` password=${decodeURIComponent(server.password)}` : ''
  writeFileSync(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port || 5432} user=${decodeURIComponent(server.username)}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_prepared_statements = 1000
default_pool_size = 10
max_client_conn = 1000
server_login_retry = 1
`,
  )
  const installed = Bun.which('pgbouncer')
  const container = `pgbouncer-drill-${process.pid}`
  let child: Subprocess | undefined
  const docker = (...args: string[]) => spawnSync('docker', args, { encoding: 'utf8' })
  const urlOf = (database: string) => `postgres://${server.username}@127.0.0.1:${port}/${database}`
  if (!installed) {
    const given = ['--network', 'host', '--volume', `${folder}:/drill:ro`, '--entrypoint', 'pgbouncer']
    const made = docker('create', '--name', container, ...given, 'edoburu/pgbouncer', '/drill/pgbouncer.ini')
    if (made.status !== 0) throw new Error(`Neither a pgbouncer nor its image is here: ${made.stderr}`)
  }
  await start()
  return {
    urlOf,
    start,
    kill: async () => {
      if (!child) return void docker('kill', container)
      child.kill('SIGKILL')
      await child.exited
    },
    reload: () => void (child ? child.kill('SIGHUP') : docker('kill', '--signal', 'HUP', container)),
    stop: async () => {
      child?.kill('SIGKILL')
      if (!child) docker('rm', '--force', container)
      rmSync(folder, { recursive: true })
    },
  }

  async function start(): Promise<void> {
    if (!installed) docker('start', container)
    // It refuses to run as root.
    else child = Bun.spawn([installed, ...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file], quiet)
    for (const end = Date.now() + 10_000; ; await Bun.sleep(20)) {
      const sql = openSql(urlOf('postgres'), { connections: 1 })
      const answers = await sql`select 1`.then(
        () => true,
        () => false,
      )
      await sql.end({ timeout: 0 })
      if (answers) return
      if (Date.now() > end) throw new Error('PgBouncer does not answer.')
    }
  }
}

const quiet = { stdout: 'ignore', stderr: 'ignore' } as const
