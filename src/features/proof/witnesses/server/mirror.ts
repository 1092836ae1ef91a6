import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sameBytes, treeRoot } from '#features/proof/merkle.ts'
import { type JudgedCheckpoint, judgeCheckpoint, type Policy } from '#features/proof/policy.ts'
import { readText } from '#features/proof/server/audit-log.ts'
import { growTree } from '#features/proof/server/log-tiles.ts'
import { sha256, ways } from '#features/proof/server/node-crypto.ts'
import { writeDurably } from '#features/proof/server/write-durably.ts'
import { type Checkpoint, readNoteText, readVerifierKey, verifierKey } from '#features/proof/signed-note.ts'
import {
  bundleOf,
  entriesOf,
  nodesOfTiles,
  readTilePath,
  type Tile,
  tilePath,
  tileWidth,
} from '#features/proof/tiles.ts'
import { noteProblems } from '#features/proof/verify-entry.ts'

/** Bundles of entries that are read before their hashes are written. */
const bundlesAtOnce = 32

type MirrorOptions = {
  /** Below the log's address; null where there is no such file. */
  readFile: (path: string) => Promise<Uint8Array | null>
  folder: string
  /** Null trusts the key that the log shows at the first time. */
  policy: Policy | null
}

type MirrorUpdate =
  | { kind: 'updated'; size: number; added: number; seenBy: JudgedCheckpoint['seenBy'] }
  /** What was there before stays. `isProof`: the log signed what contradicts what it had signed. */
  | { kind: 'refused'; problem: string; isProof: boolean }

/**
 * A copy of the log that holds nothing unproven: entries and hashes come first, and count once the checkpoint that covers them has
 * been written. A file holds as much of its tile as there is, so that an earlier width is its beginning.
 */
export function openMirror({ readFile, folder, policy }: MirrorOptions) {
  return { update, answer }

  async function update(): Promise<MirrorUpdate> {
    const rules = policy ?? (await firstKey())
    if (!rules) return refused('The log has no key that can be read.')
    const note = await readText(readFile, 'checkpoint')
    if (!note) return refused('The log has no checkpoint yet.')
    const judged = await judgeCheckpoint(note, rules, ways)
    if ('problem' in judged) return refused(noteProblems[judged.problem])
    if (!judged.isWitnessed) return refused('Too few witnesses have seen the checkpoint for the policy.')
    const { checkpoint, seenBy } = judged
    const before = current()
    if (before && checkpoint.size < before.size)
      return proof(note, `The log shrank: it had ${before.size} entries, and now has ${checkpoint.size}.`)
    const problem = await copyEntries(before?.size ?? 0, checkpoint.size)
    if (problem) return refused(problem)
    const read = nodesOfTiles(sha256, checkpoint.size, readKeptTile)
    if (!sameBytes(await treeRoot(sha256, checkpoint.size, read), checkpoint.root)) {
      const forked = `The log forked, or shows other entries than it signed: its ${checkpoint.size} entries do not go on from the ${before?.size ?? 0} that were copied.`
      return before ? proof(note, forked) : refused('The entries do not lead to the root that was signed.')
    }
    write('checkpoint', note)
    return { kind: 'updated', size: checkpoint.size, added: checkpoint.size - (before?.size ?? 0), seenBy }
  }

  /** That of the first time, as a policy without witnesses. */
  async function firstKey(): Promise<Policy | null> {
    const kept = readKept('key')
    const text = kept ? new TextDecoder().decode(kept) : await readText(readFile, 'key')
    const key = text && (await readVerifierKey(sha256, text.trim()))
    if (!key) return null
    if (!kept) write('key', `${text.trim()}\n`)
    return { logs: [{ key, url: null }], witnesses: [], groups: [], quorum: 'none' }
  }

  async function copyEntries(from: number, to: number): Promise<string | null> {
    for (let size = from; size < to; ) {
      const first = Math.floor(size / tileWidth)
      const end = Math.min(to, (first + bundlesAtOnce) * tileWidth)
      const added: Uint8Array[] = []
      for (let index = first; index * tileWidth < end; index++) {
        const width = Math.min(tileWidth, to - index * tileWidth)
        const bundle = await readFile(tilePath({ level: 'entries', index, width }))
        const entries = bundle && entriesOf(bundle)
        if (entries?.length !== width) return `The entries from ${index * tileWidth} on are missing.`
        const known = Math.max(0, size - index * tileWidth)
        const kept = known > 0 ? entriesOf(readKept(pathOf('entries', index)) ?? new Uint8Array()) : []
        // Ours stay as they are: were theirs others by now, the roots would differ.
        write(pathOf('entries', index), bundleOf([...(kept ?? []).slice(0, known), ...entries.slice(known)]))
        added.push(...entries.slice(known))
      }
      const grown = await growTree(size, added, readKeptTile)
      for (const { level, index, hashes } of grown.values()) write(pathOf(level, index), Buffer.concat(hashes))
      size = end
    }
    return null
  }

  async function readKeptTile({ level, index, width }: Tile): Promise<Uint8Array> {
    return (readKept(pathOf(level, index)) ?? new Uint8Array()).subarray(0, width * 32)
  }

  function current(): Checkpoint | null {
    const note = readKept('checkpoint')
    return note && readNoteText(new TextDecoder().decode(note))
  }

  function readKept(path: string): Uint8Array | null {
    const file = join(folder, path)
    return existsSync(file) ? new Uint8Array(readFileSync(file)) : null
  }

  function write(path: string, content: string | Uint8Array): void {
    writeDurably(join(folder, path), content)
  }

  function proof(note: string, problem: string): MirrorUpdate {
    write(`contradicts-${readNoteText(note)!.size}`, note)
    return { kind: 'refused', problem, isProof: true }
  }

  /** Read-only, at its own address or below `/log`, as the log serves it. */
  async function answer(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return said(405, 'This is a copy to read.')
    const path = new URL(request.url).pathname.replace(/^\/(log\/)?/, '')
    const checkpoint = current()
    if (path === '') return said(200, statusText(checkpoint))
    if (path === 'readyz') return said(checkpoint ? 200 : 503, checkpoint ? 'ready' : 'nothing copied yet')
    if (path === 'key' && policy) return said(200, await verifierKey(sha256, policy.logs[0]!.key))
    const isText = path === 'key' || path === 'checkpoint'
    const bytes = isText ? readKept(path) : checkpoint && readPart(path, checkpoint.size)
    if (!bytes) return said(404, 'Not found.')
    const headers = isText ? textHeaders : headersOf('application/octet-stream', 31_536_000)
    return new Response(bytes as Uint8Array<ArrayBuffer>, { headers })
  }

  /** Nothing beyond the checkpoint: what was copied for the next one is not proven yet. */
  function readPart(path: string, size: number): Uint8Array | null {
    const tile = readTilePath(path)
    if (!tile) return null
    const { level, index, width } = tile
    const widest = Math.floor(size / tileWidth ** (level === 'entries' ? 0 : level)) - index * tileWidth
    const kept = width <= widest ? readKept(pathOf(level, index)) : null
    if (!kept) return null
    if (level !== 'entries') return kept.subarray(0, width * 32)
    const entries = entriesOf(kept)
    return entries && bundleOf(entries.slice(0, width))
  }

  function statusText(checkpoint: Checkpoint | null): string {
    return checkpoint
      ? `A copy of ${checkpoint.origin}: ${checkpoint.size} entries, each checked.\n\n${new TextDecoder().decode(readKept('checkpoint')!)}`
      : 'Nothing has been copied yet.'
  }
}

const pathOf = (level: number | 'entries', index: number) => tilePath({ level, index, width: tileWidth })
const refused = (problem: string): MirrorUpdate => ({ kind: 'refused', problem, isProof: false })

function headersOf(type: string, seconds: number): Record<string, string> {
  return { 'content-type': type, 'cache-control': `public, max-age=${seconds}`, 'access-control-allow-origin': '*' }
}

const textHeaders = headersOf('text/plain; charset=utf-8', 2)

function said(status: number, text: string): Response {
  return new Response(`${text.trimEnd()}\n`, { status, headers: textHeaders })
}
