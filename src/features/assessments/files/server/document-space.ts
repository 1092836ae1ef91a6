import { statfs } from 'node:fs/promises'
import type { SqlRunner } from '#database/sql.ts'
import type { Env } from '#env.ts'
import { type Failure, failure } from '#wire/failure.ts'

const gigabyte = 1024 ** 3

/** Bytes of all documents that are kept, and of those on their way. */
const sumDocuments = (sql: SqlRunner) => sql<{ bytes: number }[]>`
  select ((select coalesce(sum(bytes), 0) from evidence_files where state in ('checking', 'ready'))
    + (select coalesce(sum(bytes), 0) from evidence_uploads where finished_at is null))::float8 as bytes`

type SpaceSettings = Pick<Env, 'documentsMaxGb' | 'documentsFreeGb' | 'databaseUrl' | 'dataFolder'>

/**
 * Space for documents, in bytes: what is left of DOCUMENTS_MAX_GB, and where the embedded server's disk has less, that. Neither a database elsewhere
 * nor a bucket tells how much room it has.
 *
 * @returns what is free, and below what nothing more is taken.
 */
export async function documentSpace(sql: SqlRunner, env: SpaceSettings): Promise<{ free: number; floor: number }> {
  const [kept] = await sumDocuments(sql)
  const left = env.documentsMaxGb * gigabyte - kept!.bytes
  const disk = env.databaseUrl ? null : await statfs(env.dataFolder).catch(() => null)
  const free = disk ? Math.min(left, disk.bavail * disk.bsize) : left
  return { free: Math.max(0, free), floor: env.documentsFreeGb * gigabyte }
}

/** Why a document of so many bytes is not taken: there would be less space than has to stay free; null where there is enough. */
export async function spaceProblem(sql: SqlRunner, env: SpaceSettings, bytes: number): Promise<Failure | null> {
  const { free, floor } = await documentSpace(sql, env)
  if (free - bytes >= floor) return null
  const sentence =
    'We cannot take documents at the moment, because our storage is nearly full. We have been told. Try again tomorrow.'
  return failure('conflict', sentence)
}
