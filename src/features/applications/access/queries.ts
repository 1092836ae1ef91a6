import type { SqlRunner } from '#database/sql.ts'
import type { ApplicationFacts } from '#domain/application-facts.ts'

type OwnApplicationRow = ApplicationFacts & {
  id: string
  reference: string
  title: string | null
  submitted_at: string
  organisation: string
  slug: string | null
  /** There is a decision that can be appealed against, or an appeal. */
  has_appeal: boolean
}

export const listOwnApplications = (
  sql: SqlRunner,
  { applicationIds, appealableSince }: { applicationIds: string[]; appealableSince: string },
) => sql<OwnApplicationRow[]>`
  select a.id, a.reference, a.event_draft ->> 'title' as title, a.submitted_at, o.name as organisation,
    e.slug, f.status, f.is_withdrawn, f.is_listing_paid, f.is_waiting, f.is_checkout_closed, f.register_status, f.assessment,
    f.event_day,
    exists (select from appeals as p where p.application_id = a.id) or exists (
      select from appealable_decisions as v
      where v.application_id = a.id and v.decided_at > ${appealableSince}::timestamptz) as has_appeal
  from applications as a
  join application_facts as f on f.application_id = a.id
  join organisations as o on o.id = a.organisation_id
  left join register_entries as e on e.application_id = a.id
  where a.id = any(${applicationIds}::uuid[])
  order by a.submitted_at desc, a.id`
