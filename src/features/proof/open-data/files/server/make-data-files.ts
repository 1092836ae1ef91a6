import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { addJob } from '#database/add-job.ts'
import { onDirect } from '#database/connect.ts'
import type { Sql, SqlRunner } from '#database/sql.ts'
import { dayAfter } from '#domain/calendar-day.ts'
import { londonDay } from '#domain/london-time.ts'
import { countUnnumbered, findCheckpoint, findPublicKey } from '#features/proof/server/queries.ts'
import { csvBytes, inBatches } from '#requests/csv-file.ts'
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
import {
  addFile,
  addStrays,
  announceFiles,
  deleteStrays,
  dropOldFiles,
  type FileRow,
  listDays,
  listFiles,
  listNationalRows,
  listRegisterRows,
  listStrays,
  lockFiles,
} from './queries.ts'

type Making = Pick<Services, 'sql' | 'files' | 'now' | 'log' | 'env'>
type Row = Record<string, string | boolean | null>
type LogFacts = Pick<FileRow, 'log_name' | 'log_size' | 'log_checkpoint' | 'is_exact'>

/** One holds the lock, one reads. */
const transactions = 2
const batch = 2000
/** In bytes. Left alone, the collector lets 400 MB pile up where no limit tells it of less memory. */
const betweenCollections = 8 * 1024 * 1024
/** Milliseconds between asking whether every change has its position. */
const betweenMs = 500
/** In milliseconds after the start: by then the public log is signed. */
const firstAfterMs = 15_000

/** One process at a time. All files of a day hold the same moment, and memory does not grow with their rows. */
export async function makeDataFiles(
  _: Record<string, never>,
  services: Making,
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
        const [lock] = await lockFiles(held)
        if (!lock!.is_locked) return
        if ((await listFiles(sql, { day: today })).length > 0) return await deleteStray(services)
        const names = datasetIds.flatMap((id) => dataFormatNames.map((format) => `${id}.${format}`))
        // In a transaction of its own, before the first byte is stored: it stays when this process dies.
        await addStrays(sql, { day: today, names })
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
          for (const row of made) await addFile(transaction, row)
          await deleteStrays(transaction, { day: today, names })
          await dropOldFiles(transaction, { before: dayAfter(today, 1 - keptDays) })
          await announceFiles(transaction)
        })
        log.info('data files made', { day: today, rows: made.reduce((sum, { rows }) => sum + rows, 0) })
        await deleteStray(services)
      }),
    transactions,
  )
}

/** A new site does not wait for the hourly job. */
export async function makeFirstFiles({ sql, now }: Pick<Services, 'sql' | 'now'>): Promise<void> {
  if ((await listDays(sql)).length > 0) return
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
      const [checkpoint] = key ? await findCheckpoint(reading, { origin: key.name }) : []
      const facts: LogFacts = {
        log_name: checkpoint?.origin ?? null,
        log_size: checkpoint?.size ?? null,
        log_checkpoint: checkpoint?.note ?? null,
        is_exact: isExact,
      }
      return { value: await run(reading, facts) }
    })
    if (done) return done.value as Done
    await Bun.sleep(betweenMs)
  }
}

async function makeFile(
  { files, now }: Making,
  reading: SqlRunner,
  {
    id,
    format,
    day,
    facts,
    stopping,
  }: { id: DatasetId; format: DataFormat; day: string; facts: LogFacts; stopping: AbortSignal | undefined },
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
  const ofLog = id === 'register' ? facts : { log_name: null, log_size: null, log_checkpoint: null, is_exact: true }
  return { day, name, rows, bytes, sha256: hash.digest('hex'), made_at: now().toISOString(), ...ofLog }
}

const rowsOf: Record<DatasetId, (sql: SqlRunner) => AsyncGenerator<Row[]>> = {
  register: (sql) => inBatches((last) => listRegisterRows(sql, { after: String(last?.number ?? ''), limit: batch })),
  'national-events': (sql) =>
    inBatches((last) =>
      listNationalRows(sql, { after: String(last?.id ?? '00000000-0000-0000-0000-000000000000'), limit: batch }),
    ),
}

const encoders: Record<DataFormat, (id: DatasetId, batches: AsyncIterable<Row[]>) => AsyncGenerator<Uint8Array>> = {
  csv: (id, batches) => {
    const columns = datasets[id].fields.map(({ name }) => ({ heading: name, value: (row: Row) => cellOf(row[name]) }))
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

function cellOf(value: Row[string] | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}

async function deleteStray({ sql, files }: Making): Promise<void> {
  for (const { day, name } of await listStrays(sql)) {
    await files.delete(storeKeyOf({ day, name }))
    await deleteStrays(sql, { day, names: [name] })
  }
}
