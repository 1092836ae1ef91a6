import type { Sql, SqlRunner } from '#database/sql.ts'
import type { Env } from '#env.ts'
import type { FileStore } from './files.ts'

export function createFiles({ s3 }: Pick<Env, 's3'>, sql: Sql): FileStore {
  return s3 ? createS3Files(s3) : createDatabaseFiles(sql)
}

/** The driver writes a value as text of twice its length. */
const pieceBytes = 256 * 1024

const addPiece = (
  sql: SqlRunner,
  { key, position, content }: { key: string; position: number; content: Uint8Array },
) => sql<Record<string, never>[]>`
  insert into stored_file_pieces (key, position, content)
  values (${key}::text, ${position}::integer, ${content}::bytea)
  on conflict (key, position) do update set content = excluded.content`

const readPiece = (sql: SqlRunner, { key, position }: { key: string; position: number }) => sql<
  { content: Uint8Array }[]
>`
  select content from stored_file_pieces where key = ${key}::text and position = ${position}::integer`

const deletePieces = (sql: SqlRunner, { key }: { key: string }) => sql<Record<string, never>[]>`
  delete from stored_file_pieces where key = ${key}::text`

function createDatabaseFiles(sql: Sql): FileStore {
  return {
    put: async (key, content) => {
      await deletePieces(sql, { key })
      try {
        await putPieces(sql, key, content)
      } catch (problem) {
        await deletePieces(sql, { key }).catch(() => {})
        throw problem
      }
    },
    read: async (key) => {
      const [first] = await readPiece(sql, { key, position: 0 })
      return first
        ? streamOf(first.content, async (position) => (await readPiece(sql, { key, position }))[0]?.content)
        : null
    },
    delete: async (key) => void (await deletePieces(sql, { key })),
    exists: async (key) => {
      const found = await sql<{ key: string }[]>`
        select key from stored_file_pieces where key = ${key}::text and position = 0`
      return found.length > 0
    },
  }
}

/** The first piece, which a file is found by, comes last. A pooler that pauses for a failover would wait for a transaction around it. */
async function putPieces(sql: Sql, key: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  let first: Uint8Array | undefined
  let position = 0
  for await (const piece of inPieces(content)) {
    if (position === 0) first = piece.slice()
    else await addPiece(sql, { key, position, content: piece })
    position++
  }
  if (first) await addPiece(sql, { key, position: 0, content: first })
}

async function* inPieces(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of content) {
    for (let at = 0; at < part.length; at += pieceBytes) yield part.subarray(at, at + pieceBytes)
  }
}

function streamOf(first: Uint8Array, next: (position: number) => Promise<Uint8Array | undefined>) {
  let position = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = position === 0 ? first : await next(position)
        position++
        if (piece) controller.enqueue(piece)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

/** The smallest part of an upload that servers take, except the last. */
const partSize = 5 * 1024 * 1024

export function createS3Files(settings: NonNullable<Env['s3']>): FileStore {
  const bucket = new Bun.S3Client(settings)
  return {
    put: async (key, content, type) => {
      const writer = bucket.file(key).writer({ type, partSize, queueSize: 1, retry: 3 })
      try {
        for await (const part of content) {
          writer.write(part)
          await writer.flush()
        }
        await writer.end()
      } catch (problem) {
        // An open upload would stay; the client ends one only by storing it.
        await Promise.resolve(writer.end()).catch(() => {})
        await bucket.delete(key).catch(() => {})
        throw problem
      }
    },
    read: async (key) => ((await bucket.exists(key)) ? bucket.file(key).stream() : null),
    delete: async (key) => await bucket.delete(key),
    exists: async (key) => await bucket.exists(key),
  }
}
