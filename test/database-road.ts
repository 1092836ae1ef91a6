import { connect, createServer, type Socket } from 'node:net'

export type DatabaseRoad = {
  /** The address of the database by this road. */
  url: string
  /** Nothing is carried any more, and nobody is told: what a firewall does that has forgotten a connection. */
  goSilent: () => void
  /** Carries on what comes from now on; connections from before stay lost. */
  open: () => void
  /** Whether anybody has come this way. */
  isAsked: () => boolean
  close: () => Promise<void>
}

/** A road to a database on which traffic can be stopped without closing a connection. */
export async function openDatabaseRoad(databaseUrl: string): Promise<DatabaseRoad> {
  const target = new URL(databaseUrl)
  let silent = false
  /** Connections made before the last silence are lost for good. */
  let silences = 0
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    const madeAt = silences
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (!silent && madeAt === silences) to.write(bytes)
      })
      from.on('close', () => to.destroy())
      from.on('error', () => {})
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    goSilent: () => {
      silent = true
      silences++
    },
    open: () => {
      silent = false
    },
    isAsked: () => sockets.size > 0,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
