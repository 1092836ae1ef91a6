import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '#database/embedded.ts'
import { openSql, type Sql } from '#database/sql.ts'
import { freePort } from '../free-port.ts'
import { childrenOf, endProcess } from './start-balancer.ts'

/** One PostgreSQL of a pair. While one is stopped or started, this process goes on with its other work. */
export type PairServer = {
  port: number
  url: string
  start: () => Promise<void>
  /** Ends it in good order: what it has written reaches a replica first. */
  stop: () => Promise<void>
  /** Ends it as a crash does. */
  kill: () => Promise<void>
  /** Has it begin as a replica of the other one at its next start. */
  follow: (other: PairServer) => void
  /** Runs work on a connection of its own to it, as its superuser. */
  on: <T>(work: (sql: Sql) => PromiseLike<T>) => Promise<T>
}

/** Starts a PostgreSQL and a streaming replica of it, both the project's embedded server, with their data below `folder`. */
export async function startPair(folder: string): Promise<{ primary: PairServer; replica: PairServer }> {
  const primary = await startServer(join(folder, 'primary'))
  const replica = await startServer(join(folder, 'replica'))
  const [from, to] = [await folderOf(primary), await folderOf(replica)]
  await Promise.all([primary.stop(), replica.stop()])
  rmSync(to, { recursive: true })
  const copied = spawnSync('cp', ['-a', from, to])
  if (copied.status !== 0) throw new Error(String(copied.stderr))
  replica.follow(primary)
  await primary.start()
  await replica.start()
  return { primary, replica }
}

async function startServer(home: string): Promise<PairServer> {
  const port = await freePort()
  const { url } = await startEmbedded(home, { port })
  const on: PairServer['on'] = async (work) => {
    const sql = openSql(url, { connections: 1 })
    try {
      return await work(sql)
    } finally {
      await sql.end({ timeout: 1 })
    }
  }
  const data = await on(folderOfConnection)
  return {
    port,
    url,
    on,
    start: async () => {
      const start = `await (await import(${JSON.stringify(join(import.meta.dir, '../../src/database/embedded.ts'))})).startEmbedded(${JSON.stringify(home)}, { port: ${port} })`
      const child = Bun.spawn(['bun', '-e', start], { stdout: 'ignore', stderr: 'inherit' })
      if ((await child.exited) !== 0) throw new Error(`PostgreSQL did not start in ${home}.`)
    },
    stop: async () => {
      const pid = postmaster()
      if (pid) process.kill(pid, 'SIGINT')
      await gone()
    },
    kill: async () => {
      const pid = postmaster()
      if (!pid) return
      const children = childrenOf(pid)
      for (const each of [pid, ...children]) endProcess(each)
      // A server that ended well takes its file away; this one leaves it behind.
      rmSync(join(data, 'postmaster.pid'), { force: true })
    },
    follow: (other) => {
      writeFileSync(join(data, 'standby.signal'), '')
      const settings = `primary_conninfo = 'host=127.0.0.1 port=${other.port} user=postgres'\nhot_standby_feedback = on\n`
      appendFileSync(join(data, 'postgresql.conf'), `\n${settings}`)
    },
  }

  function postmaster(): number | null {
    const file = join(data, 'postmaster.pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null
  }

  async function gone(): Promise<void> {
    for (const end = Date.now() + 60_000; postmaster() !== null; await Bun.sleep(10))
      if (Date.now() > end) throw new Error(`PostgreSQL does not end in ${home}.`)
  }
}

async function folderOf(server: PairServer): Promise<string> {
  return await server.on(folderOfConnection)
}

async function folderOfConnection(sql: Sql): Promise<string> {
  return (await sql<{ data_directory: string }[]>`show data_directory`)[0]!.data_directory
}
