import { createHash } from 'node:crypto'
import type { Day, Instant } from '#domain/formats.ts'
import { type Fact, namesOf } from '#features/proof/verify-entry.ts'
import type { Leaf } from '#wire/leaf.ts'

/** Null when there is none. */
export type OpenDailyFile = () => Promise<{ described: DescribedFile; bytes: AsyncIterable<Uint8Array> } | null>

type DescribedFile = {
  day: Day
  madeAt: Instant
  sha256: string
  /** A signed note. `isExact`: every change had a number at that moment. */
  checkpoint: string
  isExact: boolean
}

const facts = ['status', 'assurance', 'assuredOn', 'validFrom', 'validUntil'] as const
type FileFacts = Pick<Leaf, (typeof facts)[number] | 'number'>

/** A job logs what lapses by time some minutes after the file says so. */
const lapsingMs = 60 * 60 * 1000

/** Keeps few bytes of each entry: its newest change's place and a digest. The file ends with the tree of `end` leaves. */
export function followFacts(end: number) {
  const slots = new Map<string, number>()
  const places: number[] = []
  const digests: number[] = []
  const found: boolean[] = []
  /** Entries that changed after `end`. */
  const later = new Set<string>()
  return { add, compare }

  function add(index: number, leaf: Leaf): void {
    if (index >= end) return void later.add(leaf.number)
    if (leaf.change === 'lost') return void slots.delete(leaf.number)
    const slot = slots.get(leaf.number) ?? places.length
    slots.set(leaf.number, slot)
    found[slot] = false
    places[slot] = index
    digests[slot] = digestOf(leaf)
  }

  /** How many entries were compared, or the first that differs. */
  async function compare(
    { described, bytes }: { described: DescribedFile; bytes: AsyncIterable<Uint8Array> },
    readLeafAt: (index: number) => Promise<Leaf | null>,
  ): Promise<number | { problem: string }> {
    const { day, madeAt, sha256, isExact } = described
    const hash = createHash('sha256')
    let compared = 0
    for await (const line of linesOf(bytes, hash)) {
      const row = JSON.parse(line) as FileFacts
      const slot = slots.get(row.number)
      // The file may hold a change that had no number yet.
      if (!isExact && later.has(row.number)) {
        if (slot !== undefined) found[slot] = true
        continue
      }
      if (slot === undefined)
        return { problem: `The daily file of ${day} holds ${row.number}, which is not in the log.` }
      found[slot] = true
      compared++
      if (digests[slot] === digestOf(row)) continue
      const leaf = await readLeafAt(places[slot]!)
      const differences = leaf && differencesOf(leaf, row, Date.parse(madeAt))
      if (differences?.length === 0) continue
      const named = namesOf(differences ?? [])
      return { problem: `The daily file of ${day} says otherwise than the log about ${row.number}: ${named}.` }
    }
    if (hash.digest('hex') !== sha256) return { problem: `The daily file of ${day} is not the one that was described.` }
    for (const [number, slot] of slots)
      if (!found[slot]) return { problem: `The daily file of ${day} lacks ${number}, which is in the log.` }
    return compared
  }
}

function differencesOf(leaf: Leaf, row: FileFacts, madeAt: number): Fact[] {
  const hasLapsed =
    row.status === 'lapsed' &&
    ['active', 'listed', 'refused'].includes(leaf.status) &&
    leaf.validUntil !== null &&
    Date.parse(leaf.validUntil) <= madeAt + lapsingMs
  return facts.filter((name) => leaf[name] !== row[name] && !(name === 'status' && hasLapsed))
}

/** 48 bits, which a number holds exactly. */
function digestOf(row: FileFacts): number {
  return createHash('sha256')
    .update(JSON.stringify(facts.map((name) => row[name])))
    .digest()
    .readUIntBE(0, 6)
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>, hash: { update: (part: Uint8Array) => unknown }) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of bytes) {
    hash.update(part)
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}
