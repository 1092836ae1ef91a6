/** What is sent: read without changing anything; sent again under the same key or address until it is answered; sent once. */
export const manners = {
  'kept page': 'read',
  // Kept too, but made again after each change at the desk: what was revoked is not shown once more because the database is away.
  'register page': 'read',
  'script or style': 'read',
  'made page': 'read',
  search: 'read',
  'desk page': 'read',
  document: 'read',
  application: 'repeated',
  'payment page': 'repeated',
  upload: 'repeated',
  decision: 'repeated',
  'new entry': 'repeated',
  enquiry: 'once',
  'change of status': 'once',
} as const
export type Kind = keyof typeof manners
type Manner = (typeof manners)[Kind]

type Count = { requests: number; again: number; failures: Map<string, number>; slowestMs: number }

/** What happened in one part of the run. */
export type Phase = {
  name: string
  counts: Record<Manner, Count>
  /** Of reads of kept pages, of other reads, and of what is sent: the longest time without an answer that was right, in milliseconds. */
  gaps: Record<Line, number>
  beganAt: number
  seconds: number
  /** From the first request that was not answered as it should be to the last. */
  outage: { requests: number; firstAt: number; lastAt: number }
}
type Line = 'kept' | 'made' | 'sent'

/** Counts what is asked, by the part of the run in which its answer came or did not. */
export class RequestCounter {
  phases: Phase[] = []
  private answeredAt: Record<Line, number> = { kept: 0, made: 0, sent: 0 }

  begin(name: string): void {
    this.close()
    const now = performance.now()
    const empty = (): Count => ({ requests: 0, again: 0, failures: new Map(), slowestMs: 0 })
    const counts = { read: empty(), repeated: empty(), once: empty() }
    this.phases.push({
      name,
      counts,
      gaps: { kept: 0, made: 0, sent: 0 },
      beganAt: now,
      seconds: 0,
      outage: { requests: 0, firstAt: 0, lastAt: 0 },
    })
    this.answeredAt = { kept: now, made: now, sent: now }
  }

  close(): void {
    const last = this.phases.at(-1)
    if (!last || last.seconds > 0) return
    last.seconds = (performance.now() - last.beganAt) / 1000
    for (const line of ['kept', 'made', 'sent'] as const) this.noteGap(line)
  }

  answered(kind: Kind, milliseconds: number): void {
    const count = this.countOf(kind)
    count.requests++
    count.slowestMs = Math.max(count.slowestMs, milliseconds)
    const line = manners[kind] !== 'read' ? 'sent' : kind === 'kept page' ? 'kept' : 'made'
    this.noteGap(line)
    this.answeredAt[line] = performance.now()
  }

  /** It was not answered as it should be, and nobody sends it again. */
  failed(kind: Kind, why: string): void {
    const count = this.countOf(kind)
    count.requests++
    this.noteOutage()
    count.failures.set(`${kind}: ${why}`, (count.failures.get(`${kind}: ${why}`) ?? 0) + 1)
  }

  /** It was not answered, and is sent once more. */
  again(kind: Kind): void {
    this.noteOutage()
    this.countOf(kind).again++
  }

  private noteOutage(): void {
    const { outage } = this.phases.at(-1)!
    const now = performance.now()
    if (outage.requests++ === 0) outage.firstAt = now
    outage.lastAt = now
  }

  private countOf(kind: Kind): Count {
    return this.phases.at(-1)!.counts[manners[kind]]
  }

  private noteGap(line: Line): void {
    const { gaps } = this.phases.at(-1)!
    gaps[line] = Math.max(gaps[line], performance.now() - this.answeredAt[line])
  }
}

export function failuresOf({ failures }: Count): number {
  return [...failures.values()].reduce((sum, count) => sum + count, 0)
}

/** What of a phase may fail: nothing that can be repeated ever. `once`: what was under way at what was killed; `made`: everything but kept pages. */
export type Outage = 'none' | 'once' | 'made' | 'all'

/** Prints a line for each phase. @returns what failed and must not have. */
export function reportPhases(
  phases: Phase[],
  outageOf: (name: string) => Outage,
): { lines: string[]; wrong: string[] } {
  const heads = [
    '',
    's',
    'reads',
    'failed',
    'repeatable',
    'sent again',
    'failed',
    'sent once',
    'failed',
    'outage, s',
    'requests',
  ]
  const lines = [`| ${heads.join(' | ')} |`, `| ${heads.map(() => '---').join(' | ')} |`]
  const wrong: string[] = []
  for (const { name, seconds, counts, outage } of phases) {
    const { read, repeated, once } = counts
    const span = outage.requests > 0 ? Math.max(0.1, (outage.lastAt - outage.firstAt) / 1000).toFixed(1) : '0'
    const cells = [
      ...[name, seconds.toFixed(0), read.requests, failuresOf(read), repeated.requests, repeated.again],
      ...[failuresOf(repeated), once.requests, failuresOf(once), span, outage.requests],
    ]
    lines.push(`| ${cells.join(' | ')} |`)
    const allowed = outageOf(name)
    const kept = [...read.failures].filter(([why]) => /^(kept page|script or style):/.test(why))
    const must = (count: number, what: string) => count > 0 && wrong.push(`${name}: ${count} ${what} failed`)
    if (allowed === 'made')
      must(
        kept.reduce((sum, [, times]) => sum + times, 0),
        'reads of kept pages',
      )
    if (allowed === 'none' || allowed === 'once') must(failuresOf(read), 'reads')
    if (allowed === 'none') must(failuresOf(once), 'requests that are sent once')
    must(failuresOf(repeated), 'repeatable requests')
  }
  return { lines, wrong }
}

/** Why requests failed, by phase. */
export function reasonsOf(phases: Phase[]): string[] {
  return phases.flatMap(({ name, counts: { read, repeated, once } }) =>
    [read, repeated, once].flatMap(({ failures }) => [...failures].map(([why, times]) => `${name}: ${times} × ${why}`)),
  )
}
