import { statfs } from 'node:fs/promises'
import type { SqlRunner } from '#database/sql.ts'
import type { Env } from '#env.ts'
import { type Failure, failure } from '#wire/failure.ts'

const gigabyte = 1024 ** 3

type SpaceSettings = Pick<Env, 'documentsMaxGb' | 'documentsFreeGb' | 'databaseUrl' | 'dataFolder'>

/** In bytes; nothing is taken that would leave less than `floor`. Neither a database elsewhere nor a bucket says how much space it has. */
export async function documentSpace(sql: SqlRunner, env: SpaceSettings): Promise<{ free: number; floor: number }> {
  const [kept] = await sql<{ bytes: number }[]>`
    select ((select coalesce(sum(bytes), 0) from evidence_files where state in ('checking', 'ready'))
      + (select coalesce(sum(bytes), 0) from evidence_uploads where finished_at is null))::float8 as bytes`
  const left = env.documentsMaxGb * gigabyte - kept!.bytes
  const disk = env.databaseUrl ? null : await statfs(env.dataFolder).catch(() => null)
  const free = disk ? Math.min(left, disk.bavail * disk.bsize) : left
  return { free: Math.max(0, free), floor: env.documentsFreeGb * gigabyte }
}

/** Why a document is not taken; null where there is space enough. */
export async function spaceProblem(sql: SqlRunner, env: SpaceSettings, bytes: number): Promise<Failure | null> {
  const { free, floor } = await documentSpace(sql, env)
  if (free - bytes >= floor) return null
  const sentence =
    'We cannot take documents at the moment, because our storage is nearly full. We have been told. Try again tomorrow.'
  return failure('conflict', sentence)
}
