import type { SqlRunner } from '#database/sql.ts'

export type ApplicationEvent = {
  kind: 'submitted' | 'decided' | 'ordered' | 'paid' | 'listed' | 'assessed'
  /** What was decided, ordered or paid for, or how the assessment ended. */
  what: string
  by: string
  /** ISO time in UTC. */
  at: string
}

/**
 * Decisions and payments of one application in the order in which they happened.
 * @param input.application its reference or its id
 */
export const listApplicationEvents = (sql: SqlRunner, { application }: { application: string }) => sql<
  ApplicationEvent[]
>`
  with named as (
    select id, submitted_at from applications
    where reference = upper(${application}::text) or id::text = lower(${application}::text)
  )
  select kind, what, by, at from (
    select 'submitted' as kind, '' as what, '' as by, submitted_at as at from named
    union all
    select 'decided', d.decision, d.decided_by_name, d.decided_at from application_decisions as d join named on named.id = d.application_id
    union all
    select 'ordered', o.type, '', o.created_at from orders as o join named on named.id = o.application_id
    union all
    select 'paid', o.type, '', o.paid_at from orders as o join named on named.id = o.application_id where o.paid_at is not null
    union all
    select 'listed', h.change, '', h.happened_at
    from register_history as h join register_entries as e on e.id = h.entry_id join named on named.id = e.application_id
    where h.change = 'published'
    union all
    select 'assessed', s.outcome, s.by_name, s.taken_at
    from assessment_steps as s join assessments as c on c.id = s.assessment_id join named on named.id = c.application_id
    where s.step = 'decided'
  ) as events
  order by at, kind`
