import type { Sql } from '#database/sql.ts'
import type { Env } from '#env.ts'
import { createDatabaseFiles } from './database-files.ts'
import type { FileStore } from './files.ts'
import { createS3Files } from './s3-files.ts'

export function createFiles({ s3 }: Pick<Env, 's3'>, sql: Sql): FileStore {
  return s3 ? createS3Files(s3) : createDatabaseFiles(sql)
}
