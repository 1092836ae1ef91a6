import type { Sql, SqlRunner } from '../../database/sql.ts'
import type { FileStore } from './files.ts'

/** In bytes. The driver writes a value as text of twice its length. */
const pieceBytes = 256 * 1024

const addPiece = (
  sql: SqlRunner,
  { key, position, content }: { key: string; position: number; content: Uint8Array },
) => sql<Record<string, never>[]>`
  insert into stored_file_pieces (key, position, content)
  values (${key}::text, ${position}::integer, ${content}::bytea)`

const readPiece = (sql: SqlRunner, { key, position }: { key: string; position: number }) => sql<
  { content: Uint8Array }[]
>`
  select content from stored_file_pieces where key = ${key}::text and position = ${position}::integer`

const findPiece = (sql: SqlRunner, { key }: { key: string }) => sql<{ key: string }[]>`
  select key from stored_file_pieces where key = ${key}::text and position = 0`

const deletePieces = (sql: SqlRunner, { key }: { key: string }) => sql<Record<string, never>[]>`
  delete from stored_file_pieces where key = ${key}::text`

/** Files in the database itself, in pieces: one backup has everything. */
export function createDatabaseFiles(sql: Sql): FileStore {
  return {
    put: async (key, content) => {
      await sql.begin(async (transaction) => {
        await deletePieces(transaction, { key })
        let position = 0
        for await (const piece of inPieces(content))
          await addPiece(transaction, { key, position: position++, content: piece })
      })
    },
    read: async (key) => {
      const [first] = await readPiece(sql, { key, position: 0 })
      return first
        ? streamOf(first.content, async (position) => (await readPiece(sql, { key, position }))[0]?.content)
        : null
    },
    delete: async (key) => void (await deletePieces(sql, { key })),
    exists: async (key) => (await findPiece(sql, { key })).length > 0,
  }
}

async function* inPieces(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of content) {
    for (let at = 0; at < part.length; at += pieceBytes) yield part.subarray(at, at + pieceBytes)
  }
}

function streamOf(
  first: Uint8Array,
  next: (position: number) => Promise<Uint8Array | undefined>,
): ReadableStream<Uint8Array> {
  let position = 0
  return new ReadableStream(
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
