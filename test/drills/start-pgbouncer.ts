import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $, type Subprocess } from 'bun'
import postgres from 'postgres'
import { openSql } from '#database/sql.ts'
import { freePort } from '../free-port.ts'

export type Pgbouncer = {
  /** The address of a database by way of it. */
  urlOf: (database: string) => string
  /** Ends it as a crash does. */
  kill: () => Promise<void>
  start: () => Promise<void>
  /** Reads its settings anew, as after a change of them. */
  reload: () => void
  /** Writes another section of databases; it is read at the next reload. */
  configure: (databases: string) => void
  /** Runs a command on its console, such as `PAUSE register`. @returns what it shows. */
  command: (words: string) => Promise<Record<string, unknown>[]>
  stop: () => Promise<void>
}

/**
 * Starts a real PgBouncer (the program where it is installed, else the image `edoburu/pgbouncer`) in transaction mode in front of a server,
 * with the settings that docs/several-processes.md names and no others of weight.
 *
 * @param databases the section of that name; without it, every database of the server as its address signs in.
 */
export async function startPgbouncer(serverUrl: string, databases?: string): Promise<Pgbouncer> {
  const server = new URL(serverUrl)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  chmodSync(folder, 0o755)
  const file = join(folder, 'pgbouncer.ini')
  const password = server.password ? ` password=${decodeURIComponent(server.password)}` : ''
  const every = `* = host=${server.hostname} port=${server.port || 5432} user=${decodeURIComponent(server.username)}${password}`
  configure(databases ?? every)
  const installed = Bun.which('pgbouncer')
  const container = `pgbouncer-drill-${process.pid}`
  let child: Subprocess | undefined
  const docker = async (...words: string[]) => await $`docker ${words}`.quiet().nothrow()
  const urlOf = (database: string) => `postgres://${server.username}@127.0.0.1:${port}/${database}`
  if (!installed) {
    const given = ['--network', 'host', '--volume', `${folder}:/drill:ro`, '--entrypoint', 'pgbouncer']
    const made = await docker('create', '--name', container, ...given, 'edoburu/pgbouncer', '/drill/pgbouncer.ini')
    if (made.exitCode !== 0) throw new Error(`Neither a pgbouncer nor its image is here: ${made.stderr}`)
  }
  await start()
  return {
    urlOf,
    start,
    kill: async () => {
      if (!child) return void (await docker('kill', container))
      child.kill('SIGKILL')
      await child.exited
    },
    reload: () => void (child ? child.kill('SIGHUP') : docker('kill', '--signal', 'HUP', container)),
    configure,
    command: async (words) => {
      // Its console knows the simple protocol alone.
      const console = postgres(urlOf('pgbouncer'), { max: 1, fetch_types: false, onnotice: () => {} })
      try {
        return [...(await console.unsafe(words).simple())]
      } finally {
        await console.end({ timeout: 1 })
      }
    },
    stop: async () => {
      child?.kill('SIGKILL')
      if (!child) await docker('rm', '--force', container)
      rmSync(folder, { recursive: true })
    },
  }

  function configure(databases: string): void {
    writeFileSync(
      file,
      `[databases]
${databases}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
admin_users = ${decodeURIComponent(server.username)}
pool_mode = transaction
max_prepared_statements = 1000
default_pool_size = 10
max_client_conn = 1000
server_login_retry = 1
`,
    )
  }

  async function start(): Promise<void> {
    if (!installed) await docker('start', container)
    // It refuses to run as root.
    else child = Bun.spawn([installed, ...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file], quiet)
    for (const end = Date.now() + 10_000; ; await Bun.sleep(20)) {
      const sql = openSql(urlOf(databases?.split(' ')[0] ?? 'postgres'), { connections: 1 })
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
