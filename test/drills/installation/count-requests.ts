/** What is sent: read without changing anything; sent again under the same key or address until it is answered; sent once. */
export const manners = {
  'kept page': 'read',
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
    this.phases.push({ name, counts, gaps: { kept: 0, made: 0, sent: 0 }, beganAt: now, seconds: 0 })
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
    count.failures.set(`${kind}: ${why}`, (count.failures.get(`${kind}: ${why}`) ?? 0) + 1)
  }

  /** It was not answered, and is sent once more. */
  again(kind: Kind): void {
    this.countOf(kind).again++
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
