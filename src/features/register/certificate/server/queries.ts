import type { SqlRunner } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { tidyNumber } from '#domain/typed-number.ts'
import { checksOf, endedOf, nextReviewOf } from '#features/register/server/assurance-queries.ts'
import type { EntryRow } from '#features/register/server/queries.ts'

export type CertificateRow = Pick<
  EntryRow,
  'number' | 'slug' | 'status' | 'statusReason' | 'validFrom' | 'validUntil' | 'ended'
> &
  Pick<EntryRow, 'title' | 'organiser' | 'organiserId' | 'date' | 'time' | 'venue' | 'city' | 'sector' | 'isDemo'> &
  Pick<EntryRow, 'assurance' | 'assuredOn' | 'nextReviewOn' | 'checks'> & { isPrivate: boolean; updatedAt: Instant }

export const findCertificate = (sql: SqlRunner, { number }: { number: string }) => sql<CertificateRow[]>`
  select number, slug, register_status(status, valid_until) as status, status_reason as "statusReason", valid_from as "validFrom",
    valid_until as "validUntil", title, organiser, organiser_id as "organiserId", event_type = 'private' as "isPrivate", starts_on as date, starts_at as time, venue, city, sector, is_demo as "isDemo",
    assurance, assured_on as "assuredOn", ${nextReviewOf(sql)} as "nextReviewOn", updated_at as "updatedAt", ${checksOf(sql)} as checks,
    ${endedOf(sql)} as ended
  from register_entries as e
  where number = ${number}::text`

/** However the number is spelt. */
export async function findTyped(sql: SqlRunner, typed: string): Promise<CertificateRow | undefined> {
  const number = tidyNumber(typed)
  return number ? (await findCertificate(sql, { number }))[0] : undefined
}

type MisreadRow = Pick<CertificateRow, 'number' | 'title' | 'isPrivate' | 'date' | 'time' | 'venue' | 'city'>

export const findMisread = (sql: SqlRunner, { numbers }: { numbers: string[] }) => sql<MisreadRow[]>`
  select number, title, event_type = 'private' as "isPrivate", starts_on as date, starts_at as time, venue, city
  from register_entries where number = any(${numbers}::text[]) order by number limit 1`
