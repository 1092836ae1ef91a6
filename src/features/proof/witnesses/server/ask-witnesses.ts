import type { Sql, SqlRunner } from '#database/sql.ts'
import { consistencyProof } from '#features/proof/merkle.ts'
import { isQuorum, judgeCheckpoint, type Policy, type PolicyWitness } from '#features/proof/policy.ts'
import { readTiles } from '#features/proof/server/log-tiles.ts'
import { sha256, ways } from '#features/proof/server/node-crypto.ts'
import { announceLeaves, type NewestCheckpoint } from '#features/proof/server/sign-log.ts'
import {
  type Checkpoint,
  keyKinds,
  type NoteKey,
  openCheckpoint,
  openCosignature,
  splitNote,
  verifierKey,
} from '#features/proof/signed-note.ts'
import { nodesOfTiles } from '#features/proof/tiles.ts'
import { witnessClient } from './witness-client.ts'

/** How long a checkpoint waits for cosignatures before it is published. Later ones are added with the next round. */
const publishMs = 500
/** A witness that does not cosign is asked again after a second, two, four, up to a minute. */
const longestPauseMs = 60_000
/** What another process has signed is left to it for this long. */
const othersMs = 1500

type AskedWitness = PolicyWitness & {
  url: string
  /** Its key as verifiers take it. */
  id: string
  /** The largest checkpoint that it has cosigned, as far as we know. */
  size: number
  asking: { size: number; done: Promise<void> } | null
  failures: number
  /** By performance.now(). */
  notBefore: number
  problem: string | null
  savedProblem: string | null
  /** Why it did not say what it has seen: until it does, it is not asked to cosign. */
  away: string | null
  /** What it has seen of the log; null before it has answered. */
  held: { checkpoint: Checkpoint | null } | null
}

type WitnessAnswer = { witness: AskedWitness; size: number; line: string; at: Date }

type AskOptions = { sql: Sql; policy: Policy; key: NoteKey; now: () => Date }

export type Witnesses = Awaited<ReturnType<typeof askWitnesses>>

/** For one log, which `key` signs. Witnesses that are no longer in the policy are forgotten. */
export async function askWitnesses({ sql, policy, key, now }: AskOptions) {
  const witnesses = await Promise.all(
    policy.witnesses.flatMap(({ url, ...witness }) => (url ? [openWitness({ ...witness, url })] : [])),
  )
  const arrived: WitnessAnswer[] = []
  let proof: { old: number; size: number; hashes: Promise<Uint8Array[]> } | null = null
  await sql`
    with gone as (
      delete from log_witnesses where origin <> ${key.name}::text or key <> all(${witnesses.map(({ id }) => id)}::text[]))
    insert into log_witnesses (origin, key, asked_since)
    select ${key.name}::text, id, ${now().toISOString()}::timestamptz from unnest(${witnesses.map(({ id }) => id)}::text[]) as id
    on conflict do nothing`
  await readSizes()
  return { held, checked, follow }

  /** Before anything is signed: what witnesses have seen, and the sizes that enough of them name for the policy. */
  async function held(): Promise<{ checkpoints: Checkpoint[]; confirmed: number[] }> {
    const unknown = witnesses.filter((witness) => witness.held === null && !witness.asking && isDue(witness))
    const isFirst = unknown.some(({ failures }) => failures === 0)
    const looking = Promise.all(unknown.map((witness) => busy(witness, -1, () => lookAt(witness))))
    if (isFirst) await Promise.race([looking, Bun.sleep(publishMs)])
    const checkpoints = witnesses.flatMap((witness) => witness.held?.checkpoint ?? [])
    const sizes = policy.quorum === 'none' ? [] : [...new Set(checkpoints.map(({ size }) => size))]
    const holders = (size: number) => witnesses.filter((witness) => witness.held?.checkpoint?.size === size)
    const confirmed = sizes.filter((size) => isQuorum(policy, new Set(holders(size).map(({ name }) => name))))
    return { checkpoints, confirmed }
  }

  /** The log holds what witnesses have seen, and only grows from here on. */
  function checked(): void {
    for (const witness of witnesses) if (witness.held) witness.held = { checkpoint: null }
  }

  /** Asks the witnesses that lack the newest checkpoint, and publishes it with the cosignatures that come in time. */
  async function follow({ size }: Checkpoint, newest: NewestCheckpoint, isOwn: boolean): Promise<void> {
    if (!isOwn && now().getTime() - newest.signedAt.getTime() < othersMs) return
    if (!isOwn && witnesses.some((witness) => witness.size < size)) await readSizes()
    for (const witness of witnesses) if (witness.size < size && witness.away) witness.problem = witness.away
    for (const witness of witnesses)
      if (witness.size < size && !witness.asking && isDue(witness))
        busy(witness, size, () => ask(witness, size, newest.note))
    const asking = witnesses.flatMap((witness) => (witness.asking?.size === size ? witness.asking.done : []))
    if (asking.length > 0 && !newest.isPublished) await Promise.race([Promise.all(asking), Bun.sleep(publishMs)])
    await saveArrived(size, newest)
    await saveProblems()
  }

  async function ask(witness: AskedWitness, size: number, note: string): Promise<void> {
    try {
      const line = await cosign(witness, size, note)
      witness.problem = null
      witness.failures = 0
      witness.size = size
      arrived.push({ witness, size, ...line })
    } catch (problem) {
      witness.problem = problem instanceof NotCosigned ? problem.message : 'the log could not be read'
      // What it holds instead may show that this is not the log that it has seen.
      if (problem instanceof NotAgreed) witness.held = null
      postpone(witness)
    }
  }

  /** @throws NotCosigned */
  async function cosign(
    { url, key, ...witness }: AskedWitness,
    size: number,
    note: string,
  ): Promise<Omit<WitnessAnswer, 'witness' | 'size'>> {
    let old = Math.max(0, witness.size)
    // The size that it names may itself be old by the time that it is asked again.
    for (let attempt = 0; attempt < 3; attempt++) {
      const answer = await witnessClient.addCheckpoint(url, { old, proof: await proofFrom(old, size), note })
      if (answer.kind === 'unavailable') throw new NotCosigned(answer.why)
      if (answer.kind === 'refused') throw new NotAgreed(answer.why)
      if (answer.kind === 'cosigned') return await readLine(answer.lines, key, note)
      if (answer.size > size) throw new NotAgreed(`it has seen ${answer.size} entries`)
      old = answer.size
    }
    throw new NotCosigned('it names another size each time')
  }

  /** Most witnesses have seen the same. */
  function proofFrom(old: number, size: number): Promise<Uint8Array[]> {
    if (proof?.old !== old || proof.size !== size) proof = { old, size, hashes: makeProof(old, size) }
    return proof.hashes
  }

  async function makeProof(old: number, size: number): Promise<Uint8Array[]> {
    if (old <= 0 || old >= size) return []
    const readTile = await readTiles(sql, { size, index: old })
    return await consistencyProof(sha256, old, size, nodesOfTiles(sha256, size, readTile))
  }

  async function lookAt(witness: AskedWitness): Promise<void> {
    const answer = await witnessClient.findCheckpoint(witness.url, key.name)
    witness.away = answer.kind === 'unavailable' ? answer.why : null
    if (answer.kind === 'unavailable') return postpone(witness)
    const checkpoint = answer.note === null ? null : await openCheckpoint(answer.note, key, ways)
    // Only what the log itself has signed says anything about it.
    witness.held = { checkpoint: checkpoint && !('problem' in checkpoint) ? checkpoint : null }
  }

  /** Publishes `newest` and adds cosignatures, also those of earlier checkpoints that came too late for them. */
  async function saveArrived(size: number, newest: NewestCheckpoint): Promise<void> {
    const added = arrived.splice(0)
    const sizes = new Set([...added.map((each) => each.size), ...(newest.isPublished ? [] : [size])])
    try {
      for (const each of sizes) {
        const lines = added.filter((line) => line.size === each)
        await sql.begin((tx) => addCosignatures(tx, each, lines, each === size))
      }
    } catch (problem) {
      arrived.push(...added)
      throw problem
    }
  }

  async function addCosignatures(
    tx: SqlRunner,
    size: number,
    added: WitnessAnswer[],
    isNewest: boolean,
  ): Promise<void> {
    const [row] = await tx<{ note: string; cosignatures: string; published: boolean; before: number }[]>`
      select note, cosignatures, published, coalesce((
        select max(size) from log_checkpoints as earlier
        where earlier.origin = c.origin and earlier.size < c.size and earlier.published), 0) as before
      from log_checkpoints as c where origin = ${key.name}::text and size = ${size}::bigint for update`
    if (!row) return
    const lines: string[] = []
    for (const { witness, line } of added) {
      // Another process may have asked the same witness.
      const known = await openCosignature(splitNote(row.note + row.cosignatures)!, witness.key, ways)
      if (known === null) lines.push(line)
    }
    const cosignatures = row.cosignatures + lines.join('')
    const judged = await judgeCheckpoint(row.note + cosignatures, { ...policy, logs: [{ key, url: null }] }, ways)
    const isWitnessed = policy.quorum !== 'none' && !('problem' in judged) && judged.isWitnessed
    const at = now().toISOString()
    await tx`
      with followed as (
        update log_witnesses as w set size = ${size}::bigint, cosigned_at = given.at
        from unnest(${added.map(({ witness }) => witness.id)}::text[], ${added.map((each) => each.at.toISOString())}::timestamptz[])
          as given (key, at)
        where w.origin = ${key.name}::text and w.key = given.key and coalesce(w.size, -1) < ${size}::bigint
      )
      update log_checkpoints set cosignatures = ${cosignatures}::text, published = published or ${isNewest}::boolean,
        witnessed_at = coalesce(witnessed_at, case when ${isWitnessed}::boolean then ${at}::timestamptz end)
      where origin = ${key.name}::text and size = ${size}::bigint`
    if (isNewest && !row.published) await announceLeaves(tx, { first: row.before, end: size })
    else if (added.length > 0) await announceLeaves(tx, { first: size, end: size })
  }

  async function saveProblems(): Promise<void> {
    const changed = witnesses.filter(({ problem, savedProblem }) => problem !== savedProblem)
    for (const witness of changed) {
      const { problem } = witness
      await sql`
        update log_witnesses set problem = ${problem}::text where origin = ${key.name}::text and key = ${witness.id}::text`
      witness.savedProblem = problem
    }
    // The page of the log says it.
    if (changed.length > 0) await announceLeaves(sql, { first: 0, end: 0 })
  }

  async function readSizes(): Promise<void> {
    const rows = await sql<{ key: string; size: number | null }[]>`
      select key, size from log_witnesses where origin = ${key.name}::text`
    const sizes = new Map(rows.map((row) => [row.key, row.size ?? -1]))
    for (const witness of witnesses) witness.size = Math.max(witness.size, sizes.get(witness.id) ?? -1)
  }
}

class NotCosigned extends Error {}
class NotAgreed extends NotCosigned {}

/** One request at a time: a witness that is slow does not hold up later checkpoints. */
function busy(witness: AskedWitness, size: number, work: () => Promise<void>): Promise<void> {
  const done = work().finally(() => {
    witness.asking = null
  })
  witness.asking = { size, done }
  return done
}

async function openWitness(witness: PolicyWitness & { url: string }): Promise<AskedWitness> {
  const id = await verifierKey(sha256, witness.key, keyKinds.cosigner)
  const untried = { asking: null, failures: 0, notBefore: 0, problem: null, savedProblem: null, away: null, held: null }
  return { ...witness, id, size: -1, ...untried }
}

const isDue = ({ notBefore }: AskedWitness) => performance.now() >= notBefore

function postpone(witness: AskedWitness): void {
  witness.notBefore = performance.now() + Math.min(longestPauseMs, 1000 * 2 ** witness.failures)
  witness.failures++
}

/** @throws NotCosigned for what is not the witness's own signature of this note */
async function readLine(lines: string, key: NoteKey, note: string): Promise<{ line: string; at: Date }> {
  const { text } = splitNote(note)!
  // It may sign with other keys too.
  for (const line of lines.split('\n').filter(Boolean)) {
    const split = splitNote(`${text}\n${line}\n`)
    const at = split && (await openCosignature(split, key, ways))
    if (at === 'false') throw new NotCosigned('its signature is false')
    if (at) return { line: `${line}\n`, at }
  }
  throw new NotCosigned('it did not sign with its key')
}
