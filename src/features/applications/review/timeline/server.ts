import type { CamelSql } from '#database/camel.ts'
import type { DecisionKind } from '#domain/application-state.ts'
import { orderLabel } from '#domain/catalogue.ts'
import type { Day, Instant } from '#domain/formats.ts'
import { longDay } from '#domain/london-time.ts'
import { poundsAndPence } from '#domain/money.ts'
import { changeWords, type RegisterChange } from '#domain/register-status.ts'
import { type Verdict, verdicts } from '#features/assessments/cases/judged-criteria.ts'
import { type Outcome, outcomes, type Step, stepWords } from '#features/assessments/cases/rules.ts'
import { type EvidenceState, evidenceStates } from '#features/assessments/evidence/rules.ts'
import { mailedCriterion } from '#features/assessments/files/rules.ts'
import { refundStates } from '#features/payments/admin/rules.ts'
import { disputeWords } from '#features/payments/rules.ts'
import { personOf } from '#features/register/admin/rules.ts'
import { hideSecrets } from '#mail/link-token.ts'
import { decidedBy, type TimelineKind } from '../rules.ts'

const pageSize = 40

type TimelineRow = {
  key: string
  kind: TimelineKind
  what: string
  by: string
  detail: string
  text: string
  at: Instant
}

type TimelineQuery = {
  applicationId: string
  personId: string
  kind: TimelineKind | null
  showsMoney: boolean
  /** From 1. */
  page: number
}

/** Newest first, in words. `hasMore`: there is a page after this one. */
export async function readTimeline(sql: CamelSql, query: TimelineQuery) {
  const [rows, criteria] = await Promise.all([
    listTimeline(sql, query),
    sql<{ id: string; name: string }[]>`
      select c.value ->> 'id' as id, c.value ->> 'name' as name
      from criteria_versions as v cross join jsonb_array_elements(v.criteria) as c
      where v.version in (select criteria_version from assessments where application_id = ${query.applicationId}::uuid)
      order by v.version`,
  ])
  const names = new Map(criteria.map(({ id, name }) => [id, name]))
  return {
    events: rows.slice(0, pageSize).map((row) => ({ key: row.key, at: row.at, ...wordsOf(row, names) })),
    hasMore: rows.length > pageSize,
  }
}

/**
 * What is kept of an application in every table, with names instead of ids. While a panel votes, one of its members who has not voted does not see the
 * votes of others. Payments, and what only a payment caused, are left out unless `showsMoney`.
 */
const listTimeline = (sql: CamelSql, { applicationId, personId, kind, showsMoney, page }: TimelineQuery) => sql<
  TimelineRow[]
>`
  with mine as (
    select a.id, a.submitted_at, o.company_key, e.id as entry_id
    from applications as a
    join organisations as o on o.id = a.organisation_id
    left join register_entries as e on e.application_id = a.id
    where a.id = ${applicationId}::uuid
  ),
  cases as (
    select s.id, s.id::text as subject_id,
      s.status = 'panel' and exists (
        select from assessment_panel as m join assessment_steps as t on t.id = m.referral_id
        where t.assessment_id = s.id and m.person_id = ${personId}::text and not exists (
          select from assessment_steps as v where v.about = t.id and v.step = 'voted' and v.by_id = m.person_id
        )
      ) as is_secret
    from assessments as s where s.application_id = ${applicationId}::uuid
  ),
  happened (key, kind, what, by, detail, text, at, n) as (
    select 'submitted', 'sent', 'submitted', '', '', '', submitted_at, 0::bigint from mine
    union all
    select 'remark-' || r.id,
      case
        when r.kind not in ('note', 'assigned') then 'sent'
        -- The result of a call is kept as a note.
        when exists (
          select from assessment_calls as c join assessment_call_outcomes as x on x.call_id = c.id
          where c.application_id = r.application_id and x.recorded_at = r.written_at
        ) then 'calls'
        else 'notes'
      end, r.kind, r.author_name, '', r.text, r.written_at, r.id
    from application_remarks as r where r.application_id = ${applicationId}::uuid
    union all
    select 'decision-' || d.id, 'decisions', d.decision, d.decided_by_name, '', coalesce(d.reason, ''), d.decided_at, d.id
    from application_decisions as d where d.application_id = ${applicationId}::uuid
    union all
    select 'identity', 'decisions', 'identity', r.released_by_name, '', r.reason, r.released_at, 0
    from identity_releases as r where r.application_id = ${applicationId}::uuid
    union all
    select 'domain-' || c.domain, 'decisions', 'domain', c.confirmed_by_name, c.domain, '', c.confirmed_at, 0
    from mine join company_domains as c on c.company_key = mine.company_key
    union all
    select 'sample', 'decisions', 'sampled', '', '', '', s.chosen_at, 0
    from application_samples as s where s.application_id = ${applicationId}::uuid
    union all
    select 'proposed-' || p.id, 'sent', 'proposed', '', '', p.changes, p.proposed_at, 0
    from proposed_changes as p where p.application_id = ${applicationId}::uuid
    union all
    select 'change-' || p.id, 'decisions', 'change', p.decided_by_name, p.state, p.reason, p.decided_at, 1
    from proposed_changes as p where p.application_id = ${applicationId}::uuid and p.decided_at is not null
    union all
    select 'step-' || t.id,
      case when t.step = 'assigned' then 'notes' when t.step in ('asked', 'answered') then 'sent' else 'decisions' end,
      case when t.step = 'sent-back' and exists (
        select from assessment_steps as own where own.id = t.about and own.by_id = t.by_id
      ) then 'withdrew' else t.step end,
      t.by_name, concat_ws(' ', t.outcome, case when t.is_safety then 'safety' end),
      concat_ws(E'\n', nullif(t.reason, ''), (
        select string_agg(concat('Condition, by ', to_char((c.value ->> 'due')::date, 'FMDD FMMonth YYYY'), ': ', c.value ->> 'text'), E'\n')
        from jsonb_array_elements(t.conditions) as c
      )), t.taken_at, t.id
    from cases join assessment_steps as t on t.assessment_id = cases.id
    where (t.step <> 'assigned' or not exists (
      -- It was handed over with its application.
      select from application_remarks as r
      where r.application_id = ${applicationId}::uuid and r.kind = 'assigned' and r.written_at = t.taken_at
    ))
      and not (cases.is_secret and t.step = 'voted' and t.by_id is distinct from ${personId}::text)
    union all
    select 'log-' || l.id, case l.action when 'assessment.judged' then 'verdicts' else 'documents' end, l.action, l.actor_name,
      coalesce(l.after ->> 'criterion', ''),
      concat_ws(' ', l.after ->> 'verdict', l.after ->> 'state', l.after ->> 'score'), l.happened_at, l.id
    from cases join audit_log as l on l.subject_kind = 'assessment' and l.subject_id = cases.subject_id
    where l.action in ('assessment.judged', 'assessment.evidence-judged')
    union all
    select 'log-' || l.id, 'documents', l.action, l.actor_name, coalesce(l.after ->> 'lastDay', ''), coalesce(f.name, ''),
      l.happened_at, l.id
    from cases join audit_log as l on l.subject_kind = 'assessment' and l.subject_id = cases.subject_id
    left join evidence_files as f on f.id::text = l.after ->> 'file'
    where l.action in ('assessment.last-day-read', 'assessment.document-brought')
    union all
    select 'log-' || l.id, 'mails', l.action, l.actor_name, '', '', l.happened_at, l.id
    from audit_log as l
    where l.subject_kind = 'application' and l.subject_id = ${applicationId}::text
      and l.action in ('application.email-added', 'application.email-settled', 'application.email-unsettled')
    union all
    select 'file-' || f.id, 'documents', 'file', '', f.criterion_id, f.name, f.uploaded_at, 0
    from evidence_files as f where f.application_id = ${applicationId}::uuid
    union all
    select 'purged-' || f.id, 'documents', 'purged', coalesce(f.purged_by, ''), f.criterion_id, f.name, f.purged_at, 1
    from evidence_files as f where f.application_id = ${applicationId}::uuid and f.purged_at is not null
    union all
    select 'call-' || c.id, 'calls', 'call', '', concat(c.day, ' ', to_char(c.time, 'HH24:MI')), c.message, c.booked_at, 0
    from assessment_calls as c where c.application_id = ${applicationId}::uuid
    union all
    select 'call-changed-' || c.id, 'calls', case c.state when 'cancelled' then 'call-cancelled' else 'call-moved' end, '',
      concat(c.day, ' ', to_char(c.time, 'HH24:MI')), '', c.changed_at, 1
    from assessment_calls as c
    where c.application_id = ${applicationId}::uuid and (c.state = 'cancelled' or c.sequence > 0)
    union all
    select 'entry-' || h.id, 'entry', h.change, h.cause, '', coalesce(h.reason, ''), h.happened_at, h.id
    from mine join register_history as h on h.entry_id = mine.entry_id
    union all
    select 'appeal-' || p.id, 'decisions', 'appeal', '', p.reference, p.grounds, p.received_at, 0
    from appeals as p where p.application_id = ${applicationId}::uuid
    union all
    select 'settled-' || p.id, 'decisions', 'appeal-settled', coalesce(p.heard_by_name, ''), concat_ws(' ', p.reference, p.state),
      coalesce(p.reasons, ''), p.settled_at, 1
    from appeals as p where p.application_id = ${applicationId}::uuid and p.settled_at is not null
    union all
    select 'concern-' || c.id, 'entry', 'concern', '', c.reference, '', c.received_at, 0
    from mine join concerns as c on c.entry_id = mine.entry_id
    union all
    select 'concern-settled-' || c.id, 'entry', 'concern-settled', '', concat_ws(' ', c.reference, c.state), '', c.settled_at, 1
    from mine join concerns as c on c.entry_id = mine.entry_id
    where c.settled_at is not null
    union all
    select 'mail-' || m.id, 'mails', 'mail', coalesce(m.author_name, ''), m.subject, '', m.created_at, 0
    from mails as m where m.application_id = ${applicationId}::uuid
    union all
    select 'incoming-' || i.id, 'mails', case when i.is_from_other then 'incoming-other' else 'incoming' end,
      coalesce(nullif(i.from_name, ''), i.from_email), i.subject, left(i.text_body, 600), i.received_at, 0
    from incoming_mails as i where i.application_id = ${applicationId}::uuid
    ${
      showsMoney
        ? sql`union all
    select 'order-' || o.id, 'payments', 'ordered', '', o.type, (o.amount_pence - o.discount_pence)::text, o.created_at, 0
    from orders as o where o.application_id = ${applicationId}::uuid
    union all
    select 'paid-' || o.id, 'payments', 'paid', '', o.type, (o.amount_pence - o.discount_pence)::text, o.paid_at, 1
    from orders as o where o.application_id = ${applicationId}::uuid and o.paid_at is not null
    union all
    select 'renewal-' || r.id, 'payments', 'renewed', '', o.type, r.amount_pence::text, r.paid_at, 2
    from orders as o join order_renewals as r on r.order_id = o.id where o.application_id = ${applicationId}::uuid
    union all
    select 'refund-' || r.id, 'payments', 'refund', coalesce(r.requested_by_name, ''), r.state, r.amount_pence::text, r.requested_at, 3
    from orders as o join order_refunds as r on r.order_id = o.id where o.application_id = ${applicationId}::uuid
    union all
    select 'dispute-' || d.id, 'payments', 'dispute', '', '', d.amount_pence::text, d.opened_at, 4
    from orders as o join order_disputes as d on d.order_id = o.id where o.application_id = ${applicationId}::uuid
    union all
    select 'dispute-ended-' || d.id, 'payments', 'dispute-ended', '', d.status, '', d.ended_at, 5
    from orders as o join order_disputes as d on d.order_id = o.id
    where o.application_id = ${applicationId}::uuid and d.ended_at is not null`
        : sql``
    }
  )
  select key, kind, what, by, detail, text, at
  from happened
  ${kind === null ? sql`` : sql`where kind = ${kind}::text`}
  order by at desc, n desc, key desc
  limit ${pageSize + 1}::int offset ${(page - 1) * pageSize}::int`

const erased = 'Erased at the request of the person it was about.'

type Words = { what: string; why?: string }

function wordsOf(row: TimelineRow, criteria: ReadonlyMap<string, string>): Words {
  const { kind, what, by, detail, text } = row
  if (kind === 'entry' && what in changeWords) {
    const person = personOf(by)
    return { what: `Entry: ${changeWords[what as RegisterChange]}${person ? ` by ${person}` : ''}`, why: text }
  }
  if (row.key.startsWith('step-'))
    return { what: `Assessment: ${stepOf(row)}`, why: namesPerson.includes(what) ? '' : text }
  const shown = words[what]?.({ ...row, criterion: criteria.get(detail) ?? detail })
  return shown ?? { what: decidedBy({ decision: what as DecisionKind, decidedByName: by }), why: text }
}

const paid = ({ what, detail, text }: TimelineRow): Words => ({
  what: `${what.charAt(0).toUpperCase()}${what.slice(1)}: ${orderLabel(detail)}, ${poundsAndPence(Number(text))}`,
})

/** By what happened; all others are decisions. */
const words: Readonly<Record<string, (row: TimelineRow & { criterion: string }) => Words>> = {
  submitted: () => ({ what: 'Submitted' }),
  note: ({ by, text }) => ({ what: `Note by ${by}`, why: text || erased }),
  asked: ({ by, text }) => ({ what: `${by} asked the organiser`, why: text || erased }),
  answered: ({ text }) => ({ what: 'The organiser answered', why: text || erased }),
  changed: ({ text }) => ({ what: 'The applicant corrected the application', why: text || erased }),
  assigned: ({ by, text }) => ({ what: `${by} handed it to ${text || 'no one'}` }),
  identity: ({ by, text }) => ({ what: `${by} confirmed the identity`, why: text }),
  domain: ({ by, detail }) => ({ what: `${by} confirmed ${detail} for the company number` }),
  sampled: () => ({ what: 'Sampled: a person checks the approval' }),
  proposed: ({ text }) => ({ what: 'The applicant proposed a change', why: text }),
  change: ({ by, detail, text }) => ({ what: `Proposed change ${detail} by ${by}`, why: text }),
  'assessment.judged': ({ by, text, criterion }) => ({ what: `${by} judged ${criterion}: ${verdictWords(text)}` }),
  'assessment.evidence-judged': ({ by, text, criterion }) => ({
    what: `${by} marked the documents for ${criterion}: ${evidenceStates[text as EvidenceState].label.toLowerCase()}`,
  }),
  'assessment.last-day-read': ({ by, detail, text }) => ({
    what: `${by} read the last day of a document: ${longDay(detail as Day)}`,
    why: text,
  }),
  'assessment.document-brought': ({ by, text }) => ({
    what: `${by} brought a document that came by email to its criterion`,
    why: text,
  }),
  'application.email-added': ({ by }) => ({ what: `${by} added an email that had no case` }),
  'application.email-settled': ({ by }) => ({ what: `${by} noted that an email needs no answer` }),
  'application.email-unsettled': ({ by }) => ({ what: `${by} noted that an email needs an answer after all` }),
  file: ({ detail, text, criterion }) => ({
    what: `Document received ${detail === mailedCriterion ? 'by email' : `for ${criterion}`}`,
    why: text,
  }),
  mail: ({ by, detail }) => ({ what: by ? `${by} wrote: ${detail}` : `Email sent: ${detail}` }),
  incoming: ({ by, detail, text }) => ({ what: `Email from ${by}: ${detail || 'no subject'}`, why: hideSecrets(text) }),
  'incoming-other': ({ by, detail, text }) => ({
    what: `Email from ${by}, not from the address of this case: ${detail || 'no subject'}`,
    why: hideSecrets(text),
  }),
  purged: ({ by, text, criterion }) => ({ what: `Document for ${criterion} deleted by ${by}`, why: text }),
  call: ({ detail, text }) => ({ what: `Call booked for ${callTime(detail)}`, why: text }),
  'call-moved': ({ detail }) => ({ what: `Call moved to ${callTime(detail)}` }),
  'call-cancelled': ({ detail }) => ({ what: `Call on ${callTime(detail)} cancelled` }),
  appeal: ({ detail, text }) => ({ what: `Appeal ${detail} received`, why: text }),
  'appeal-settled': ({ by, detail, text }) => ({ what: `Appeal ${settledWords(detail)} by ${by}`, why: text }),
  concern: ({ detail }) => ({ what: `Concern ${detail} received` }),
  'concern-settled': ({ detail }) => ({ what: `Concern ${settledWords(detail)}` }),
  ordered: paid,
  paid,
  renewed: paid,
  refund: ({ by, detail, text }) => ({
    what: `Refund of ${poundsAndPence(Number(text))}${by && ` by ${by}`}: ${refundStates[detail]!.label.toLowerCase()}`,
  }),
  dispute: ({ text }) => ({ what: `Payment disputed: ${poundsAndPence(Number(text))}` }),
  'dispute-ended': ({ detail }) => ({ what: `Dispute ended: ${disputeWords(detail)}` }),
}

/** Their text is the name of a person. */
const namesPerson = ['assigned', 'seat-filled']

function stepOf({ what, by, detail, text: reason }: TimelineRow): string {
  const [outcome, safety] = detail.split(' ') as [Outcome | '', string?]
  const result = outcome && outcomes[outcome].toLowerCase() + (safety ? ', as a matter of safety' : '')
  if (what === 'withdrew') return `${by} withdrew the proposal`
  return stepWords[what as Step]({ by, result, reason })
}

/** Of 'met 3', or of nothing once a verdict was taken back. */
function verdictWords(text: string): string {
  const [verdict, score] = text.split(' ') as [Verdict | '', string?]
  if (!verdict) return 'no verdict any more'
  return verdicts[verdict].toLowerCase() + (score ? `, score ${score}` : '')
}

/** Of '2026-11-26 09:00'. */
function callTime(text: string): string {
  const [day, time] = text.split(' ') as [Day, string]
  return `${longDay(day)}, ${time}`
}

/** Of 'APL-1 not-upheld'. */
function settledWords(text: string): string {
  return text.replace(' not-upheld', ' not upheld')
}
