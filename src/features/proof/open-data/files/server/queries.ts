import type { SqlRunner } from '#database/sql.ts'
import type { Assurance } from '#domain/assurance.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import { statusChangeOf } from '#features/register/server/status-change-of.ts'

/** Held while making the files of a day; the same for every replica. */
const lockKey = 5_063_197_112_843

export const lockFiles = (sql: SqlRunner) => sql<{ is_locked: boolean }[]>`
  select pg_try_advisory_xact_lock(${lockKey}::bigint) as is_locked`

export type FileRow = {
  day: string
  name: string
  rows: number
  bytes: number
  sha256: string
  made_at: string
  log_name: string | null
  log_size: number | null
  log_checkpoint: string | null
  is_exact: boolean
}

export const listFiles = (sql: SqlRunner, { day }: { day: string }) => sql<FileRow[]>`
  select day, name, rows, bytes, sha256, made_at, log_name, log_size, log_checkpoint, is_exact
  from data_files where day = ${day}::date order by name desc`

export const listDays = (sql: SqlRunner) => sql<{ day: string }[]>`
  select distinct day from data_files order by day desc`

export const addFile = (sql: SqlRunner, file: FileRow) => sql<Record<string, never>[]>`
  insert into data_files (day, name, rows, bytes, sha256, made_at, log_name, log_size, log_checkpoint, is_exact)
  values (${file.day}::date, ${file.name}::text, ${file.rows}::bigint, ${file.bytes}::bigint, ${file.sha256}::text, ${file.made_at}::timestamptz,
    ${file.log_name}::text, ${file.log_size}::bigint, ${file.log_checkpoint}::text, ${file.is_exact}::boolean)`

export const dropOldFiles = (sql: SqlRunner, { before }: { before: string }) => sql<Record<string, never>[]>`
  with old as (delete from data_files where day < ${before}::date returning day, name)
  insert into stray_data_files (day, name) select day, name from old on conflict do nothing`

/** Names what may be in the file store without being a file of the site. */
export const addStrays = (sql: SqlRunner, { day, names }: { day: string; names: string[] }) => sql<
  Record<string, never>[]
>`
  insert into stray_data_files (day, name) select ${day}::date, name from unnest(${names}::text[]) as name on conflict do nothing`

export const listStrays = (sql: SqlRunner) => sql<{ day: string; name: string }[]>`
  select day, name from stray_data_files order by day, name`

export const deleteStrays = (sql: SqlRunner, { day, names }: { day: string; names: string[] }) => sql<
  Record<string, never>[]
>`
  delete from stray_data_files where day = ${day}::date and name = any(${names}::text[])`

export const announceFiles = (sql: SqlRunner) => sql<Record<string, never>[]>`
  select announce_page_data(array['data-files'])`

type RegisterRow = {
  number: string
  title: string
  organiser: string
  category: string
  date: string | null
  time: string | null
  venue: string
  city: string
  status: RegisterStatus
  statusReason: string | null
  assurance: Assurance
  assuredOn: string | null
  validFrom: string
  validUntil: string | null
  publishedAt: string
  demonstration: boolean
  statusChangedAt: string
  statusChange: string
}

export const listRegisterRows = (sql: SqlRunner, { after, limit }: { after: string; limit: number }) => sql<
  RegisterRow[]
>`
  select number, title, organiser, category, starts_on as date, starts_at as time, venue, city,
    register_status(status, valid_until) as status, status_reason as "statusReason", assurance, assured_on as "assuredOn",
    valid_from as "validFrom", valid_until as "validUntil", published_at as "publishedAt", is_demo as demonstration,
    status_changed_at as "statusChangedAt", status_change as "statusChange"
  from register_entries as e, ${statusChangeOf(sql)} where number > ${after}::text order by number limit ${limit}::int`

type NationalRow = {
  id: string
  title: string
  date: string | null
  time: string | null
  venue: string
  city: string
  category: string
  organiser: string
  accredited: boolean
  demonstration: boolean
}

export const listNationalRows = (sql: SqlRunner, { after, limit }: { after: string; limit: number }) => sql<
  NationalRow[]
>`
  select id, title, starts_on as date, starts_at as time, venue, city, category, organiser, accredited, is_demo as demonstration
  from national_events where id > ${after}::uuid order by id limit ${limit}::int`
