import type { CamelQuery, CamelSql } from '#database/camel.ts'
import type { Day, Instant } from '#domain/formats.ts'
import type { Sort } from '#wire/list-pages.ts'
import type { CaseColumn, QueuePlace, QueueView } from '../queue.ts'
import type { CaseStatus, Outcome } from '../rules.ts'

export type QueuedRow = {
  id: string
  reference: string
  title: string
  organisationName: string
  kind: string
  status: CaseStatus
  outcome: Outcome | null
  assignedName: string | null
  received: number
  moreNeeded: number
  judged: number
  /** How many the whole list has. */
  found: number
  since: Instant
  /** Of the event. */
  date: Day | null
}

type Viewer = {
  personId: string
  now: Instant
  today: Day
}
type QueuePart = Viewer & Pick<QueuePlace, 'view' | 'sort' | 'q' | 'whose'>

const waiting: Record<QueueView, (sql: CamelSql, viewer: Viewer) => CamelQuery<unknown>> = {
  evidence: (sql) => sql`
    select c.id, r.since
    from assessments as c join applications as a on a.id = c.application_id
    join lateral (
      select min(state_at) as since from assessment_criteria where assessment_id = c.id and state = 'received'
    ) as r on r.since is not null
    where c.status = 'open' and a.withdrawn_at is null`,
  proposals: (sql, { personId }) => sql`
    select c.id, p.taken_at as since
    from assessments as c join lateral (
      select by_id, taken_at from assessment_steps where assessment_id = c.id and step = 'proposed' order by id desc limit 1
    ) as p on p.by_id is distinct from ${personId}::text
    where c.status = 'proposed'`,
  panel: (sql) => sql`
    select c.id, r.taken_at as since
    from assessments as c join lateral (
      select taken_at from assessment_steps where assessment_id = c.id and step = 'referred' order by id desc limit 1
    ) as r on true
    where c.status = 'panel'`,
  notices: (sql, { now }) => sql`
    select c.id, coalesce(c.answered_at, c.answer_until) as since
    from assessments as c
    where c.status = 'notice' and (c.answered_at is not null or c.answer_until <= ${now}::timestamptz)`,
  conditions: (sql, { today }) => sql`
    select c.id, min(n.due_on)::timestamptz as since
    from assessment_conditions as n join assessments as c on c.id = n.assessment_id
    where n.met_at is null and n.due_on < ${today}::date and not exists (
      select from assessments as l where l.application_id = c.application_id and l.decided_at > c.decided_at
    )
    group by c.id`,
  // For its assignee, otherwise for who proposed or referred it; for everybody where that person has left.
  answered: (sql, { personId }) => sql`
    select c.id, max(f.uploaded_at) as since
    from assessment_conditions as n
    join assessments as c on c.id = n.assessment_id
    join evidence_files as f on f.application_id = c.application_id and f.criterion_id = 'condition-' || n.id
      and f.criterion_id like 'condition-%' and f.state = 'ready'
    left join people as p on p.deactivated_at is null and p.id = coalesce(c.assigned_to, (
      select s.by_id from assessment_steps as s
      where s.assessment_id = c.id and s.step in ('proposed', 'referred') order by s.id desc limit 1
    )) and not exists (
      select from conflicts_of_interest as x where x.application_id = c.application_id and x.person_id = p.id
    )
    where n.met_at is null and coalesce(p.id, ${personId}::text) = ${personId}::text and not exists (
      select from assessments as l where l.application_id = c.application_id and l.decided_at > c.decided_at
    )
    group by c.id`,
  expired: (sql, { today }) => sql`
    select c.id, min(e.last_day)::timestamptz as since
    from accepted_evidence as e
    join assessments as c on c.application_id = e.application_id and c.status <> 'decided'
    join assessment_criteria as r on r.assessment_id = c.id and r.criterion_id = e.criterion_id
    where e.last_day < ${today}::date and r.state in ('wanted', 'more-needed')
    group by c.id`,
  // Decided before the basis of each result was recorded, or open and without it.
  basis: (sql, { today }) => sql`
    select c.id, c.decided_at as since
    from assessments as c
    where c.status = 'decided' and c.outcome <> 'refuse' and not c.has_bases and not exists (
      select from assessments as l where l.application_id = c.application_id and l.decided_at > c.decided_at
    )
    union all
    select c.id, max(coalesce(r.judged_at, c.opened_at)) as since
    from assessments as c join assessment_criteria as r on r.assessment_id = c.id
    where c.status in ('open', 'proposed', 'panel') and r.verdict in ('met', 'met-with-condition') and r.basis is null and not exists (
      select from accepted_evidence as e
      where e.application_id = c.application_id and e.criterion_id = r.criterion_id
        and (e.last_day is null or e.last_day >= ${today}::date)
    )
    group by c.id`,
  mine: (sql, { personId }) => sql`
    select c.id, c.opened_at as since from assessments as c
    where c.assigned_to = ${personId}::text and c.status <> 'decided'`,
  open: (sql) => sql`
    select c.id, c.opened_at as since
    from assessments as c join applications as a on a.id = c.application_id
    where c.status in ('open', 'proposed', 'panel', 'notice') and a.status <> 'rejected' and a.withdrawn_at is null`,
  decided: (sql) => sql`
    select c.id, c.decided_at as since from assessments as c where c.status = 'decided'`,
}

const unconflicted = (sql: CamelSql, { personId }: Viewer) => sql`
  not exists (
    select from conflicts_of_interest as x join assessments as c on c.application_id = x.application_id
    where c.id = w.id and x.person_id = ${personId}::text
  )`

/** The ids of a view's assessments and since when each waits, for other lists that count the same. */
export function waitingIn(sql: CamelSql, view: QueueView, viewer: Viewer): CamelQuery<unknown> {
  return sql`select w.id, w.since from (${waiting[view](sql, viewer)}) as w where ${unconflicted(sql, viewer)}`
}

function orderBy(sql: CamelSql, { by, descending }: Sort<CaseColumn>, of: Record<'since' | 'id', CamelQuery<unknown>>) {
  const keys = {
    since: of.since,
    reference: sql`a.reference`,
    date: sql`a.event_draft ->> 'date'`,
    title: sql`fold(a.event_draft ->> 'title')`,
    organisation: sql`fold(o.name)`,
  }
  return descending ? sql`${keys[by]} desc, ${of.id} desc` : sql`${keys[by]}, ${of.id}`
}

/** @param input.kept an assessment that stays in spite of a conflict of interest. */
function queued(sql: CamelSql, input: QueuePart & { kept: string | null }) {
  const { view, sort, kept, q, whose, personId } = input
  const application = sql`
    join assessments as c on c.id = w.id join applications as a on a.id = c.application_id
    join organisations as o on o.id = a.organisation_id`
  const isPlain = sort.by === 'since' && q === '' && whose === null
  const pattern = sql`(select containing(${q}::text))`
  // As an array: the planner expects few matches, and would compare each of them with every row.
  const found = sql`and w.id = any(array(
    select c.id from assessments as c join applications as a on a.id = c.application_id
    join organisations as o on o.id = a.organisation_id
    where fold(a.reference) like ${pattern} or fold(a.event_draft ->> 'title') like ${pattern} or fold(o.name) like ${pattern}
  ))`
  const owned = whose === 'mine' ? sql`and c.assigned_to = ${personId}::text` : sql`and c.assigned_to is null`
  const order = orderBy(sql, sort, { since: sql`w.since`, id: sql`w.id` })
  return sql`
    select w.id, w.since, row_number() over (order by ${order}) as place, count(*) over () as found
    from (${waiting[view](sql, input)}) as w ${isPlain ? sql`` : application}
    where ${unconflicted(sql, input)} ${q === '' ? sql`` : found} ${whose === null ? sql`` : owned} ${kept === null ? sql`` : sql`or w.id = ${kept}::uuid`}`
}

export const listQueued = (sql: CamelSql, input: QueuePart & { limit: number; offset: number }) => sql<QueuedRow[]>`
  with shown as materialized (
    select q.id, q.since, q.place, q.found from (${queued(sql, { ...input, kept: null })}) as q
    order by q.place limit ${input.limit}::int offset ${input.offset}::int
  )
  select c.id, a.reference, a.event_draft ->> 'title' as title, a.event_draft ->> 'date' as date, o.name as organisation_name,
    c.kind, c.status, c.outcome, p.name as assigned_name, w.since,
    count(r.assessment_id) filter (where r.state = 'received') as received,
    count(r.assessment_id) filter (where r.state = 'more-needed') as more_needed,
    count(r.verdict) as judged, w.found
  from shown as w
  join assessments as c on c.id = w.id
  join applications as a on a.id = c.application_id
  join organisations as o on o.id = a.organisation_id
  left join people as p on p.id = c.assigned_to
  left join assessment_criteria as r on r.assessment_id = c.id
  group by c.id, a.id, o.id, p.id, w.since, w.place, w.found
  order by w.place`

export const countFound = (sql: CamelSql, { limit, ...input }: QueuePart & { limit: number }) => sql<
  { count: number }[]
>`
  select count(*)::int as count from (select from (${queued(sql, { ...input, kept: null })}) as q limit ${limit}::int) as found`

/** The assessment after this one; after the last one, the first. */
export const findNextQueued = (sql: CamelSql, input: QueuePart & { id: string }) => sql<{ id: string }[]>`
  with line as materialized (${queued(sql, { ...input, kept: input.id })})
  select id from line where id <> ${input.id}::uuid
  order by place < coalesce((select place from line where id = ${input.id}::uuid), 0), place
  limit 1`

export const countQueued = (sql: CamelSql, viewer: Viewer) => {
  const count = (view: QueueView) => sql`(select count(*) from (${waitingIn(sql, view, viewer)}) as w)`
  return sql<Record<QueueView, number>[]>`
    select ${count('evidence')} as evidence, ${count('proposals')} as proposals, ${count('panel')} as panel,
      ${count('notices')} as notices, ${count('conditions')} as conditions, ${count('answered')} as answered, ${count('expired')} as expired, ${count('basis')} as basis, ${count('mine')} as mine,
      ${count('open')} as open, ${count('decided')} as decided`
}

/** What follows `from`: the panel's member m, the assessment c, the application a, the organisation o. */
export const votesWanted = (sql: CamelSql, personId: string) => sql`
  assessment_panel as m
  join assessment_steps as r on r.id = m.referral_id
  join assessments as c on c.id = r.assessment_id
  join applications as a on a.id = c.application_id
  join organisations as o on o.id = a.organisation_id
  where m.person_id = ${personId}::text and c.status = 'panel'
    and not exists (select from assessment_panel as n where n.referral_id = m.referral_id and n.instead_of = m.person_id)
    and not exists (
      select from assessment_steps as s where s.assessment_id = c.id and s.by_id = m.person_id
        and s.step = 'voted' and s.about = m.referral_id
    )
    and not exists (
      select from conflicts_of_interest as x where x.application_id = c.application_id and x.person_id = m.person_id
    )
    and not exists (select from assessment_steps as l where l.assessment_id = c.id and l.step = 'referred' and l.id > r.id)`

export const listVotesWanted = (
  sql: CamelSql,
  { personId, sort, limit, offset }: { personId: string; sort: Sort<CaseColumn>; limit: number; offset: number },
) => {
  const order = orderBy(sql, sort, { since: sql`m.named_at`, id: sql`c.id` })
  return sql<Pick<QueuedRow, 'id' | 'reference' | 'title' | 'organisationName' | 'date' | 'since'>[]>`
    select c.id, a.reference, a.event_draft ->> 'title' as title, a.event_draft ->> 'date' as date, o.name as organisation_name,
      m.named_at as since
    from ${votesWanted(sql, personId)}
    order by ${order}
    limit ${limit}::int offset ${offset}::int`
}
