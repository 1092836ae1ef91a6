import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { addJob } from '#database/add-job.ts'
import { camel } from '#database/camel.ts'
import { onDirect } from '#database/connect.ts'
import type { Sql, SqlRunner } from '#database/sql.ts'
import { dayAfter } from '#domain/calendar-day.ts'
import type { Day } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import { countUnnumbered, findPublicKey, findPublished } from '#features/proof/server/queries.ts'
import { csvBytes } from '#requests/csv-file.ts'
import type { Services } from '#requests/services.ts'
import {
  type DataFormat,
  type DatasetId,
  dataFormatNames,
  dataFormats,
  datasetIds,
  datasets,
  keptDays,
} from '../datasets.ts'
import { storeKeyOf } from './load-data-file.ts'
import { type DataRow, type FileRow, listDays, listFiles, rowsOf } from './queries.ts'

type DataFileServices = Pick<Services, 'sql' | 'files' | 'now' | 'log' | 'env'>
type LogFacts = Pick<FileRow, 'logName' | 'logSize' | 'logCheckpoint' | 'isExact'>

/** Held while making the files of a day; the same for every replica. */
const lockKey = 5_063_197_112_843
/** One holds the lock, one reads. */
const transactions = 2
/** In bytes. Left alone, the collector lets 400 MB pile up where no limit tells it of less memory. */
const betweenCollections = 8 * 1024 * 1024
/** Milliseconds between asking whether every change has its position. */
const betweenMs = 500
/** In milliseconds after the start: by then the public log is signed. */
const firstAfterMs = 15_000

/** One process at a time. All files of a day hold the same moment, and memory does not grow with their rows. */
export async function makeDataFiles(
  _: Record<string, never>,
  services: DataFileServices,
  stopping?: AbortSignal,
  { tries = 10 }: { tries?: number } = {},
): Promise<void> {
  const { sql, now, log, env } = services
  const today = londonDay(now())
  const database = { sql, url: env.databaseUrl, directUrl: env.databaseDirectUrl || env.databaseUrl }
  await onDirect(
    database,
    async (direct) =>
      await direct.begin(async (held) => {
        const [lock] = await camel(held)<{ isLocked: boolean }[]>`
          select pg_try_advisory_xact_lock(${lockKey}::bigint) as is_locked`
        if (!lock!.isLocked) return
        if ((await listFiles(camel(sql), { day: today })).length > 0) return await deleteStray(services)
        const names = datasetIds.flatMap((id) => dataFormatNames.map((format) => `${id}.${format}`))
        // In a transaction of its own, before the first byte is stored: it stays when this process dies.
        await sql`
          insert into stray_data_files (day, name)
          select ${today}::date, name from unnest(${names}::text[]) as name on conflict do nothing`
        const made = await atOneMoment(direct, tries, async (reading, facts) => {
          stopping?.throwIfAborted()
          const rows: FileRow[] = []
          for (const id of datasetIds) {
            for (const format of dataFormatNames)
              rows.push(await makeFile(services, reading, { id, format, day: today, facts, stopping }))
          }
          return rows
        })
        await sql.begin(async (transaction) => {
          for (const file of made) {
            await transaction`
              insert into data_files (day, name, rows, bytes, sha256, made_at, log_name, log_size, log_checkpoint, is_exact)
              values (${file.day}::date, ${file.name}::text, ${file.rows}::bigint, ${file.bytes}::bigint,
                ${file.sha256}::text, ${file.madeAt}::timestamptz, ${file.logName}::text, ${file.logSize}::bigint,
                ${file.logCheckpoint}::text, ${file.isExact}::boolean)`
          }
          await deleteStrays(transaction, { day: today, names })
          await transaction`
            with old as (
              delete from data_files where day < ${dayAfter(today, 1 - keptDays)}::date returning day, name
            )
            insert into stray_data_files (day, name) select day, name from old on conflict do nothing`
          await transaction`select announce_page_data(array['data-files'])`
        })
        log.info('data files made', { day: today, rows: made.reduce((sum, { rows }) => sum + rows, 0) })
        await deleteStray(services)
      }),
    transactions,
  )
}

/** A new site does not wait for the hourly job. */
export async function makeFirstFiles({ sql, now }: Pick<Services, 'sql' | 'now'>): Promise<void> {
  if ((await listDays(camel(sql))).length > 0) return
  const runAt = new Date(now().getTime() + firstAfterMs).toISOString()
  await addJob(sql, 'make-data-files', {}, { key: 'first-data-files', runAt })
}

/** When the register holds exactly what the public log does; if it never does, the last moment, marked as not exact. */
async function atOneMoment<Done>(
  sql: Sql,
  tries: number,
  run: (reading: SqlRunner, facts: LogFacts) => Promise<Done>,
): Promise<Done> {
  for (let attempt = 1; ; attempt++) {
    const done = await sql.begin('isolation level repeatable read read only', async (reading) => {
      const [waiting] = await countUnnumbered(reading)
      const isExact = waiting!.count === 0
      if (!isExact && attempt < tries) return null
      const [key] = await findPublicKey(reading, { purpose: 'log' })
      const [checkpoint] = key ? await findPublished(reading, { origin: key.name }) : []
      const facts: LogFacts = {
        logName: checkpoint?.origin ?? null,
        logSize: checkpoint?.size ?? null,
        logCheckpoint: checkpoint?.note ?? null,
        isExact,
      }
      return { value: await run(reading, facts) }
    })
    if (done) return done.value as Done
    await Bun.sleep(betweenMs)
  }
}

type FileOptions = {
  id: DatasetId
  format: DataFormat
  day: string
  facts: LogFacts
  stopping: AbortSignal | undefined
}

async function makeFile(
  { files, now }: DataFileServices,
  reading: SqlRunner,
  { id, format, day, facts, stopping }: FileOptions,
): Promise<FileRow> {
  const name = `${id}.${format}`
  const hash = createHash('sha256')
  let [rows, bytes, sinceCollection] = [0, 0, 0]
  async function* counted() {
    for await (const part of encoders[format](id, counting())) {
      hash.update(part)
      bytes += part.length
      sinceCollection += part.length
      if (sinceCollection >= betweenCollections) {
        sinceCollection = 0
        Bun.gc(true)
      }
      yield part
    }
  }
  async function* counting() {
    for await (const each of rowsOf[id](reading)) {
      stopping?.throwIfAborted()
      rows += each.length
      yield each
    }
  }
  // One pipeline, so that when one part ends, the others do.
  await pipeline(counted, createGzip({ level: 6, chunkSize: 256 * 1024 }), (packed) =>
    files.put(storeKeyOf({ day, name }), packed, dataFormats[format].mediaType),
  )
  const ofLog = id === 'register' ? facts : { logName: null, logSize: null, logCheckpoint: null, isExact: true }
  return { day, name, rows, bytes, sha256: hash.digest('hex'), madeAt: now().toISOString(), ...ofLog }
}

const encoders: Record<DataFormat, (id: DatasetId, batches: AsyncIterable<DataRow[]>) => AsyncGenerator<Uint8Array>> = {
  csv: (id, batches) => {
    const columns = datasets[id].fields.map(({ name }) => ({
      heading: name,
      value: (row: DataRow) => String(row[name] ?? ''),
    }))
    return csvBytes(columns, batches)
  },
  ndjson: async function* (id, batches) {
    const names = datasets[id].fields.map(({ name }) => name)
    const encoder = new TextEncoder()
    for await (const rows of batches) {
      yield encoder.encode(rows.map((row) => `${JSON.stringify(row, names)}\n`).join(''))
    }
  },
}

async function deleteStray({ sql, files }: DataFileServices): Promise<void> {
  const strays = await sql<{ day: Day; name: string }[]>`select day, name from stray_data_files order by day, name`
  for (const { day, name } of strays) {
    await files.delete(storeKeyOf({ day, name }))
    await deleteStrays(sql, { day, names: [name] })
  }
}

const deleteStrays = (sql: SqlRunner, { day, names }: { day: Day; names: string[] }) => sql<Record<string, never>[]>`
  delete from stray_data_files where day = ${day}::date and name = any(${names}::text[])`
