import { benchNumber } from './fill.ts'
import { payments } from './measured-payments.ts'
import { type MeasuredSite, publicUrl } from './measured-site.ts'

/** Something that a visitor or a program does. @throws when it is not answered as it should be. */
export type Thing = { name: string /** Of a hundred. */; share: number; once: (ask: Ask) => Promise<unknown> }

/** Sends a request from an invented visitor. @throws with the status, where the answer is none of 200 and 201. */
export type Ask = (path: string, init?: RequestInit) => Promise<Answer>
export type Answer = { json: () => unknown /** As a browser sends them back. */; cookie: string }

export type Tally = {
  requests: number
  failures: Map<string, number> /** Milliseconds by thing. */
  took: Map<string, number[]>
}

const cities = ['London', 'Leeds', 'Glasgow', 'Bristol', 'York', 'Durham', 'Truro', 'Wells']
const words = ['harvest', 'jazz', 'lantern', 'market', 'abbey hall', 'mara', 'robotics forum', 'zymurgy', 'cider fair']
const pick = <Value>(list: readonly Value[]): Value => list[Math.floor(Math.random() * list.length)]!
const upTo = (max: number) => 1 + Math.floor(Math.random() * max)

/**
 * What is asked for, by hundredths. A page is kept from its first answer on; a page is made where nobody has asked for its address before.
 * @param site where applications that are paid for are made.
 * @param entries in the register, as `fillRegister` has made them.
 */
export function mixOf(site: MeasuredSite, entries: number): Thing[] {
  const kept = ['/', '/listings', '/events', '/about', '/prices', '/verify', '/awards', '/how-we-count']
  const keptOnes = Array.from({ length: 40 }, (_, index) => index + 1).flatMap((n) => [
    `/events/bench-${n}`,
    `/badge/${benchNumber(n)}.svg`,
  ])
  return [
    { name: 'page, kept', share: 55, once: (ask) => ask(pick(Math.random() < 0.4 ? kept : keptOnes)) },
    {
      name: 'page, made',
      share: 15,
      once: (ask) =>
        ask(
          Math.random() < 0.5
            ? `/events/bench-${upTo(entries)}?n=${Bun.randomUUIDv7()}`
            : `/listings?city=${pick(cities)}&n=${Bun.randomUUIDv7()}`,
        ),
    },
    { name: 'search', share: 10, once: (ask) => ask(`/listings?q=${pick(words)}&n=${Bun.randomUUIDv7()}`) },
    {
      name: 'API',
      share: 15,
      once: (ask) =>
        Math.random() < 0.7
          ? ask(`/api/events?city=${pick(cities)}&limit=24&n=${Bun.randomUUIDv7()}`)
          : ask(
              '/api/check',
              json({ events: Array.from({ length: 10 }, () => ({ number: benchNumber(upTo(entries)) })) }),
            ),
    },
    { name: 'enquiry', share: 3, once: (ask) => ask('/api/contact', json(enquiry)) },
    { name: 'application', share: 2, once: applies },
    payments(site),
  ]
}

const enquiry = { name: 'Load', email: 'load@measure.example', message: 'How many of you are there?' }

/** An organisation and its application, as the form sends them: two calls, the second with the cookie of the first. */
async function applies(ask: Ask): Promise<void> {
  const made = await ask(
    '/api/organisations',
    json({
      name: `Measured Fairs ${upTo(1e9)} Ltd`,
      contactName: 'Load',
      email: `load-${upTo(1e9)}@measure.example`,
      phone: '0161 496 0199',
    }),
  )
  const { id } = made.json() as { id: string }
  const eventDraft = {
    title: `Measured Fair ${upTo(1e9)}`,
    date: '2027-08-21',
    eventType: 'physical',
    venue: 'Hall',
    address: '1 Street',
    city: 'Leeds',
    category: 'Other',
  }
  await ask('/api/applications', json({ organisationId: id, eventDraft }, { cookie: made.cookie }))
}

export function json(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

/** Load on processes of the site, each request on the next of them. `tally` may be read and emptied at any time. */
export function createLoad(origins: string[], things: Thing[]) {
  let turn = 0
  let tally = emptyTally()
  const all = things.reduce((sum, { share }) => sum + share, 0)

  const ask: Ask = async (path, init = {}) => {
    const address = origins[turn++ % origins.length]! + path
    // What comes compressed is left so: the client should cost little beside the site.
    const encoding = init.method ? 'identity' : 'gzip'
    const headers = {
      'accept-encoding': encoding,
      'x-forwarded-for': visitor(),
      origin: publicUrl,
      ...(init.headers as object),
    }
    tally.requests++
    const response = await fetch(address, { ...init, headers, decompress: false })
    // Read to its end, so that the connection is used again.
    const body = await response.arrayBuffer()
    if (response.status !== 200 && response.status !== 201) throw new Error(String(response.status))
    const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]!)
    return { json: () => JSON.parse(Buffer.from(body).toString()), cookie: cookies.join('; ') }
  }

  async function doOne(): Promise<void> {
    const { name, once } = choose()
    const began = performance.now()
    try {
      await once(ask)
    } catch (problem) {
      const why = `${name}: ${problem instanceof Error ? problem.message : problem}`
      tally.failures.set(why, (tally.failures.get(why) ?? 0) + 1)
    }
    const took = tally.took.get(name) ?? []
    tally.took.set(name, took)
    took.push(performance.now() - began)
  }

  function choose(): Thing {
    let left = Math.random() * all
    for (const thing of things) {
      left -= thing.share
      if (left < 0) return thing
    }
    return things[0]!
  }

  return {
    /** So many at the same time, each doing one thing after another. @returns what was done, and the things done a second. */
    async asFastAsItGoes(atOnce: number, seconds: number): Promise<Tally & { perSecond: number }> {
      tally = emptyTally()
      const began = performance.now()
      const end = began + seconds * 1000
      const going = Array.from({ length: atOnce }, async () => {
        while (performance.now() < end) await doOne()
      })
      await Promise.all(going)
      const done = tally
      tally = emptyTally()
      return { ...done, perSecond: countOf(done) / ((performance.now() - began) / 1000) }
    },

    /**
     * So many things a second, whether or not those before are answered; those beyond `most` at the same time are left out and counted
     * as failures.
     * @param options.seconds how long.
     */
    async atRate(perSecond: number, { seconds, max }: { seconds: number; max: number }): Promise<void> {
      const began = performance.now()
      const under = new Set<Promise<void>>()
      let begun = 0
      for (;;) {
        const passed = (performance.now() - began) / 1000
        if (passed >= seconds) break
        for (; begun < passed * perSecond; begun++) {
          if (under.size >= max) {
            const why = `not sent: ${max} were not answered yet`
            tally.failures.set(why, (tally.failures.get(why) ?? 0) + 1)
            continue
          }
          const one = doOne().finally(() => under.delete(one))
          under.add(one)
        }
        await Bun.sleep(10)
      }
      await Promise.all(under)
    },

    /** What was done since it was taken last. */
    take(): Tally {
      const taken = tally
      tally = emptyTally()
      return taken
    },
  }
}

/** How many things were done. */
export function countOf(tally: Tally): number {
  return [...tally.took.values()].reduce((sum, { length }) => sum + length, 0)
}

/** @param share 0.5 for the median. @returns milliseconds, of all things or of one. */
export function percentile(tally: Tally, share: number, name?: string): number {
  const took = name === undefined ? [...tally.took.values()].flat() : (tally.took.get(name) ?? [])
  const sorted = Float64Array.from(took).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function failuresOf(tally: Tally): number {
  return [...tally.failures.values()].reduce((sum, count) => sum + count, 0)
}

function emptyTally(): Tally {
  return { requests: 0, failures: new Map(), took: new Map() }
}

/** One of 65,536: a visitor alone would soon meet the limits of searches and posts. */
function visitor(): string {
  return `10.20.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`
}
