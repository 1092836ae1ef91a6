import type { CamelSql } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { ApplicationFacts } from '#domain/application-facts.ts'

export type FactsRow = Omit<ApplicationFacts, 'isListingPaid' | 'isWaiting'> & {
  organisationId: string
  name: string
  email: string
  companyNo: string | null
  /** The company number as the registry writes it; null without one, or where it cannot be one. */
  companyKey: string | null
  isPublished: boolean
  isIdentityWaived: boolean
  isAddressConfirmed: boolean
  /** Those that a reviewer has confirmed for the company number. */
  domains: string[]
  isNumberElsewhere: boolean
}

/** `isNumberElsewhere`: another person's (address's) entry or refused application has the same company number. */
export const readFacts = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<FactsRow[]>`
  select
    f.status, f.is_withdrawn, f.is_checkout_closed,
    f.register_status, f.assessment, f.event_day, f.lapsed_on,
    o.id as organisation_id, o.name, o.email, o.company_no, o.company_key,
    exists (select from register_entries as e where e.application_id = a.id) as is_published,
    exists (select from identity_releases as r where r.application_id = a.id) as is_identity_waived,
    exists (select from confirmed_addresses as c where c.email = lower(o.email)) as is_address_confirmed,
    array(select d.domain from company_domains as d where d.company_key = o.company_key order by d.domain) as domains,
    exists (
      select from organisations as other
      where other.company_key = o.company_key and other.id <> o.id and lower(other.email) <> lower(o.email) and (
        exists (select from register_entries as e where e.organisation_id = other.id)
        or exists (
          select from applications as b
          where b.organisation_id = other.id
            and (b.status = 'rejected' or exists (select from register_entries as e where e.application_id = b.id))
        )
      )
    ) as is_number_elsewhere
  from applications as a
  join application_facts as f on f.application_id = a.id
  join organisations as o on o.id = a.organisation_id
  where a.id = ${applicationId}::uuid`

export const endWaits = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<Record<string, never>[]>`
  update orders set waits_since = null, updated_at = now() where application_id = ${applicationId}::uuid
    and waits_since is not null`
