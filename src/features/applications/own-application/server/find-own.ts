import type { SqlRunner } from '#database/sql.ts'
import type { ApplicationFacts } from '#domain/application-facts.ts'
import type { BounceKind } from '#domain/bounces.ts'

export type OwnRow = ApplicationFacts & {
  id: string
  reference: string
  title: string
  organisation: string
  email: string
  suppression: BounceKind | null
  submittedAt: string
  confirmedAt: string | null
  decision: 'approved' | 'rejected' | null
  decidedAt: string | null
  isByRegistry: boolean | null
  decisionReason: string | null
  isAsked: boolean
  paidAt: string | null
  publishedAt: string | null
  evidenceAt: string | null
  assessmentDecidedAt: string | null
  answerUntil: string | null
}

export const findOwn = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<OwnRow[]>`
  select a.id, a.reference, a.event_draft ->> 'title' as title, o.name as organisation, o.email, x.cause as suppression,
    a.submitted_at as "submittedAt", f.status, f.is_withdrawn, f.is_listing_paid, f.is_waiting, f.is_checkout_closed,
    f.register_status, f.assessment, f.event_day, c.confirmed_at as "confirmedAt", d.decision, d.decided_at as "decidedAt",
    d.is_by_registry as "isByRegistry", d.reason as "decisionReason",
    exists (
      select from application_questions as q
      where q.application_id = a.id and q.answered_at is null and q.expires_at > now()
    ) as "isAsked",
    (
      select min(r.paid_at) from orders as r
      where r.application_id = a.id and r.type = 'listing' and r.status in ('paid', 'disputed', 'cancelled')
    ) as "paidAt",
    e.published_at as "publishedAt",
    (select max(uploaded_at) from evidence_files as v where v.application_id = a.id) as "evidenceAt",
    s.decided_at as "assessmentDecidedAt", s.answer_until as "answerUntil"
  from applications as a
  join application_facts as f on f.application_id = a.id
  join organisations as o on o.id = a.organisation_id
  left join confirmed_addresses as c on c.email = lower(o.email)
  left join suppressed_addresses as x on x.email = lower(o.email) and x.lifted_at is null
  left join register_entries as e on e.application_id = a.id
  left join lateral (
    select decision, decided_at, decided_by is null as is_by_registry, reason from application_decisions
    where application_id = a.id and decision in ('approved', 'rejected') order by id desc limit 1
  ) as d on d.decision = a.status
  left join lateral (
    select decided_at, answer_until from assessments where application_id = a.id order by opened_at desc, id desc limit 1
  ) as s on true
  where a.id = ${applicationId}::uuid`
