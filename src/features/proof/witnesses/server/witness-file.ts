import { Database } from 'bun:sqlite'
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Instant } from '#domain/formats.ts'
import type { Checkpoint } from '#features/proof/signed-note.ts'

/** A size is kept before the cosignature leaves the process, and never falls. */
export type WitnessFile = ReturnType<typeof openWitnessFile>

/** `note`: with the cosignature. */
export type SeenCheckpoint = Checkpoint & { note: string; seenAt: Instant }

/** What the log signed although it had signed another root for as many entries. */
export type Conflict = Omit<SeenCheckpoint, 'root'>

/** A log that signs other histories again and again fills no disk. */
const maxConflicts = 100

const seen = 'select origin, size, root, note, seen_at as seenAt from seen'

/**
 * One file of SQLite, which several processes may open: each write is on the disk, with its folder, before it returns, or leaves
 * the file as it was. Readable for its owner alone, since it holds the key.
 */
export function openWitnessFile(path: string) {
  mkdirSync(dirname(path), { recursive: true })
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
  const database = new Database(path, { strict: true })
  database.run('pragma busy_timeout = 5000')
  database.run('pragma journal_mode = delete')
  database.run('pragma synchronous = extra')
  database.run(`create table if not exists keys (name text primary key, private_key blob not null) strict`)
  database.run(`create table if not exists seen (
    origin text primary key, size integer not null, root blob not null, note text not null, seen_at text not null) strict`)
  database.run(`create table if not exists conflicts (
    origin text not null, size integer not null, note text not null, seen_at text not null, unique (origin, note)) strict`)
  return { privateKey, find, list, listConflicts, keep, keepConflict, close: () => database.close() }

  /** In PKCS #8; made at the first call. */
  function privateKey(name: string): Uint8Array {
    const made = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })
    database.query('insert into keys (name, private_key) values (?, ?) on conflict do nothing').run(name, made)
    return database
      .query<{ key: Uint8Array }, [string]>('select private_key as key from keys where name = ?')
      .get(name)!.key
  }

  function find(origin: string): SeenCheckpoint | null {
    return database.query<SeenCheckpoint, [string]>(`${seen} where origin = ?`).get(origin)
  }

  function list(): SeenCheckpoint[] {
    return database.query<SeenCheckpoint, []>(`${seen} order by origin`).all()
  }

  function listConflicts(): Conflict[] {
    return database
      .query<Conflict, []>('select origin, size, note, seen_at as seenAt from conflicts order by seen_at desc')
      .all()
  }

  /** Only if `before` is still what was seen last: false when another request, or another process, was first. */
  function keep(before: SeenCheckpoint | null, next: SeenCheckpoint): boolean {
    return database
      .transaction(() => {
        const last = find(next.origin)
        if (last?.size !== before?.size || last?.note !== before?.note) return false
        database
          .query(
            `insert into seen (origin, size, root, note, seen_at) values (?, ?, ?, ?, ?) on conflict (origin)
             do update set size = excluded.size, root = excluded.root, note = excluded.note, seen_at = excluded.seen_at`,
          )
          .run(next.origin, next.size, next.root, next.note, next.seenAt)
        return true
      })
      .immediate()
  }

  function keepConflict({ origin, size, note, seenAt }: Conflict): void {
    database
      .query(
        `insert into conflicts (origin, size, note, seen_at)
         select ?, ?, ?, ? where (select count(*) from conflicts where origin = ?) < ${maxConflicts} on conflict do nothing`,
      )
      .run(origin, size, note, seenAt, origin)
  }
}
