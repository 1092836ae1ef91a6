import type { CamelSql } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { Day, Instant } from '#domain/formats.ts'
import type { CertificateRow } from '#features/register/certificate/server/queries.ts'
import { statusChangeOf } from '#features/register/server/queries.ts'
import { inBatches } from '#requests/csv-file.ts'
import type { DatasetId } from '../datasets.ts'

/** `logName`, `logSize`, `logCheckpoint`: the checkpoint that a file of the register corresponds to. */
export type FileRow = {
  day: Day
  name: string
  rows: number
  bytes: number
  sha256: string
  madeAt: Instant
  logName: string | null
  logSize: number | null
  logCheckpoint: string | null
  isExact: boolean
}

export const listFiles = (sql: CamelSql, { day }: { day: Day }) => sql<FileRow[]>`
  select day, name, rows, bytes, sha256, made_at, log_name, log_size, log_checkpoint, is_exact
  from data_files where day = ${day}::date order by name desc`

export const listDays = (sql: CamelSql) => sql<{ day: Day }[]>`
  select distinct day from data_files order by day desc`

const batch = 2000

export type DataRow = Record<string, string | boolean | null>

type RegisterRow = Pick<
  CertificateRow,
  'number' | 'title' | 'organiser' | 'date' | 'time' | 'venue' | 'city' | 'status'
> &
  Pick<CertificateRow, 'statusReason' | 'assurance' | 'assuredOn' | 'validFrom' | 'validUntil'> & {
    category: string
    publishedAt: Instant
    demonstration: boolean
    statusChangedAt: Instant
    statusChange: string
  }
type NationalRow = Pick<
  RegisterRow,
  'title' | 'organiser' | 'category' | 'date' | 'time' | 'venue' | 'city' | 'demonstration'
> & {
  id: string
  accredited: boolean
}

export const rowsOf: Record<DatasetId, (sql: SqlRunner) => AsyncGenerator<DataRow[]>> = {
  register: (sql) =>
    inBatches<RegisterRow>(
      (last) => sql<RegisterRow[]>`
        select number, title, organiser, category, starts_on as date, starts_at as time, venue, city,
          register_status(status, valid_until) as status, status_reason as "statusReason", assurance,
          assured_on as "assuredOn", valid_from as "validFrom", valid_until as "validUntil",
          published_at as "publishedAt", is_demo as demonstration, status_changed_at as "statusChangedAt",
          status_change as "statusChange"
        from register_entries as e, ${statusChangeOf(sql)}
        where number > ${last?.number ?? ''}::text order by number limit ${batch}::int`,
    ),
  'national-events': (sql) =>
    inBatches<NationalRow>(
      (last) => sql<NationalRow[]>`
        select id, title, starts_on as date, starts_at as time, venue, city, category, organiser, accredited,
          is_demo as demonstration
        from national_events where id > ${last?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid
        order by id limit ${batch}::int`,
    ),
}
