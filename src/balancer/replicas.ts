import { lookup } from 'node:dns/promises'
import type { Log } from '../log.ts'

export type Replica = {
  origin: string
  /** It says itself that it can serve (`/readyz`). */
  isReady: boolean
  /** It answers at all (`/healthz`): enough for pages that it has kept while the database is away. */
  isAlive: boolean
  /** Requests that it is answering now. */
  open: number
}

export type Replicas = {
  /** The replica for the next request: of those that are ready the least busy, else of those alive; null when there is none. */
  choose: (except: Set<Replica>) => Replica | null
  /** A connection to it failed: nothing goes there until it has been found well again. */
  reportGone: (replica: Replica) => void
  all: () => Replica[]
  stop: () => void
}

const answerMs = 2500

/**
 * Knows the replicas and how they are.
 *
 * @param targets addresses, for example `http://replica:3000`; a name with several addresses stands for a replica at each, and is asked
 *   for again at every round, so that a container that comes back with another address is found.
 */
export async function watchReplicas(
  targets: string[],
  { everyMs, log }: { everyMs: number; log: Log },
): Promise<Replicas> {
  const known = new Map<string, Replica>()
  let stopped = false
  await round()
  void rounds()

  return {
    choose(except) {
      const there = [...known.values()].filter((replica) => !except.has(replica))
      const ready = there.filter((replica) => replica.isReady)
      const usable = ready.length > 0 ? ready : there.filter((replica) => replica.isAlive)
      return usable.reduce<Replica | null>((best, next) => (best && best.open <= next.open ? best : next), null)
    },
    reportGone(replica) {
      note(replica, false, false)
    },
    all: () => [...known.values()],
    stop: () => {
      stopped = true
    },
  }

  async function rounds(): Promise<void> {
    while (!stopped) {
      await Bun.sleep(everyMs)
      if (!stopped) await round()
    }
  }

  async function round(): Promise<void> {
    const origins = new Set((await Promise.all(targets.map(addressesOf))).flat())
    for (const origin of origins) {
      if (!known.has(origin)) known.set(origin, { origin, isReady: false, isAlive: false, open: 0 })
    }
    await Promise.all(
      [...known.values()].map(async (replica) => {
        const isReady = await answers(`${replica.origin}/readyz`)
        const isAlive = isReady || (await answers(`${replica.origin}/healthz`))
        note(replica, isReady, isAlive)
        if (!isAlive && !origins.has(replica.origin)) known.delete(replica.origin)
      }),
    )
  }

  function note(replica: Replica, isReady: boolean, isAlive: boolean): void {
    if (replica.isReady !== isReady || replica.isAlive !== isAlive)
      log.info('replica', { origin: replica.origin, ready: isReady, alive: isAlive })
    Object.assign(replica, { isReady, isAlive })
  }
}

async function addressesOf(target: string): Promise<string[]> {
  const url = new URL(target)
  try {
    const found = await lookup(url.hostname, { all: true, family: 4 })
    return found.map(({ address }) => `${url.protocol}//${address}:${url.port || 80}`)
  } catch {
    return []
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(answerMs) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
