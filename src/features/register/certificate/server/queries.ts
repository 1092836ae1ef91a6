import type { SqlRunner } from '#database/sql.ts'
import type { Assurance } from '#domain/assurance.ts'
import type { Sector } from '#domain/categories.ts'
import type { Ended } from '#domain/register-answer.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import { type Check, checksOf, nextReviewOf } from '#features/register/server/assurance-queries.ts'
import { endedOf } from '#features/register/server/ended-of.ts'

/** A register entry as far as its certificate tells of it. Times are ISO 8601 in UTC. */
export type CertificateRow = {
  number: string
  slug: string
  status: RegisterStatus
  status_reason: string | null
  valid_from: string
  valid_until: string | null
  ended: Ended | null
  title: string
  organiser: string
  /** Null for one that has no page. */
  organiser_id: number | null
  is_private: boolean
  /** YYYY-MM-DD and HH:MM in London, as far as they are known. */
  date: string | null
  time: string | null
  venue: string
  city: string
  sector: Sector
  is_demo: boolean
  assurance: Assurance
  assured_on: string | null
  next_review_on: string | null
  /** When the entry changed last. */
  updated_at: string
  checks: Check[]
}

/** What its certificate and its verification say. */
export const findCertificate = (sql: SqlRunner, { number }: { number: string }) => sql<CertificateRow[]>`
  select number, slug, register_status(status, valid_until) as status, status_reason, valid_from, valid_until, title, organiser, organiser_id,
    event_type = 'private' as is_private, starts_on as date, starts_at as time, venue, city, sector, is_demo,
    assurance, assured_on, ${nextReviewOf(sql)} as next_review_on, updated_at, ${checksOf(sql)} as checks,
    ${endedOf(sql)} as ended
  from register_entries as e
  where number = ${number}::text`

export type MisreadRow = Pick<CertificateRow, 'number' | 'title' | 'is_private' | 'date' | 'time' | 'venue' | 'city'>

/** The entry that has one of the numbers that a text may be a misreading of. */
export const findMisread = (sql: SqlRunner, { numbers }: { numbers: string[] }) => sql<MisreadRow[]>`
  select number, title, event_type = 'private' as is_private, starts_on as date, starts_at as time, venue, city
  from register_entries where number = any(${numbers}::text[]) order by number limit 1`
