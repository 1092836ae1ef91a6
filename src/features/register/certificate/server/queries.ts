import type { SqlRunner } from '#database/sql.ts'
import type { Assurance } from '#domain/assurance.ts'
import type { Sector } from '#domain/categories.ts'
import type { ClockTime, Day, Instant } from '#domain/formats.ts'
import type { Ended } from '#domain/register-answer.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import { type Check, checksOf, nextReviewOf } from '#features/register/server/assurance-queries.ts'
import { endedOf } from '#features/register/server/ended-of.ts'

export type CertificateRow = {
  number: string
  slug: string
  status: RegisterStatus
  statusReason: string | null
  validFrom: Instant
  validUntil: Instant | null
  ended: Ended | null
  title: string
  organiser: string
  /** Null for one that has no page. */
  organiserId: number | null
  isPrivate: boolean
  date: Day | null
  time: ClockTime | null
  venue: string
  city: string
  sector: Sector
  isDemo: boolean
  assurance: Assurance
  assuredOn: Day | null
  nextReviewOn: Day | null
  updatedAt: Instant
  checks: Check[]
}

export const findCertificate = (sql: SqlRunner, { number }: { number: string }) => sql<CertificateRow[]>`
  select number, slug, register_status(status, valid_until) as status, status_reason as "statusReason", valid_from as "validFrom",
    valid_until as "validUntil", title, organiser, organiser_id as "organiserId", event_type = 'private' as "isPrivate", starts_on as date, starts_at as time, venue, city, sector, is_demo as "isDemo",
    assurance, assured_on as "assuredOn", ${nextReviewOf(sql)} as "nextReviewOn", updated_at as "updatedAt", ${checksOf(sql)} as checks,
    ${endedOf(sql)} as ended
  from register_entries as e
  where number = ${number}::text`

export type MisreadRow = Pick<CertificateRow, 'number' | 'title' | 'isPrivate' | 'date' | 'time' | 'venue' | 'city'>

export const findMisread = (sql: SqlRunner, { numbers }: { numbers: string[] }) => sql<MisreadRow[]>`
  select number, title, event_type = 'private' as "isPrivate", starts_on as date, starts_at as time, venue, city
  from register_entries where number = any(${numbers}::text[]) order by number limit 1`
