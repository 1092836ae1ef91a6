import type { SqlRunner } from '#database/sql.ts'
import type { SampleMatch } from '#features/applications/server/sample-application.ts'
import type { Sort } from '#wire/list-pages.ts'

/** By what the sampled applications can be sorted. */
export const sampleColumns = ['chosen', 'reference', 'date'] as const

export type SampleSort = Sort<(typeof sampleColumns)[number]>

/** `wrong`: the approval could not be withdrawn any more, because something was paid. */
export type SampleOutcome = 'fine' | 'wrong' | 'withdrawn'

/** Why an approved application is to be looked at all the same. */
export type SampleRow = {
  reason: 'share' | 'refused'
  /** What it has in common with the application that was refused before; empty for one that was drawn. */
  matches: SampleMatch[]
  refused_application_id: string | null
  refused_reference: string | null
  chosen_at: string
  /** Null until somebody has looked at it. */
  looked_at: string | null
  outcome: SampleOutcome | null
  looked_at_by_name: string
}

/** Why and how an application was sampled; no row where it was not. */
export const readSample = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<SampleRow[]>`
  select s.reason, s.matches, s.refused_application_id, r.reference as refused_reference, s.chosen_at, s.looked_at, s.outcome,
    s.looked_at_by_name
  from application_samples as s
  left join applications as r on r.id = s.refused_application_id
  where s.application_id = ${applicationId}::uuid`

/** A sampled application that nobody has looked at. */
export type OpenSampleRow = Pick<SampleRow, 'reason' | 'matches' | 'refused_reference' | 'chosen_at'> & {
  id: string
  reference: string
  title: string
  /** Day of the event, `YYYY-MM-DD`. */
  date: string | null
  organisation_name: string
}

/** Sampled applications that nobody has looked at. */
export const listOpenSamples = (
  sql: SqlRunner,
  { sort, limit, offset }: { sort: SampleSort; limit: number; offset: number },
) => {
  const keys = { chosen: sql`s.chosen_at`, reference: sql`a.reference`, date: sql`a.event_draft ->> 'date'` }
  const order = sort.descending ? sql`${keys[sort.by]} desc, a.id desc` : sql`${keys[sort.by]}, a.id`
  return sql<OpenSampleRow[]>`
    select a.id, a.reference, a.event_draft ->> 'title' as title, a.event_draft ->> 'date' as date, o.name as organisation_name,
      s.reason, s.matches, r.reference as refused_reference, s.chosen_at
    from application_samples as s
    join applications as a on a.id = s.application_id
    join organisations as o on o.id = a.organisation_id
    left join applications as r on r.id = s.refused_application_id
    where s.looked_at is null
    order by ${order}
    limit ${limit}::int offset ${offset}::int`
}

export const countOpenSamples = (sql: SqlRunner) => sql<{ samples: number }[]>`
  select count(*) as samples from application_samples where looked_at is null`

/** No row where nothing waits to be looked at. */
export const closeSample = (
  sql: SqlRunner,
  input: { applicationId: string; outcome: SampleOutcome; personId: string; personName: string; now: string },
) => sql<{ application_id: string }[]>`
  update application_samples set looked_at = ${input.now}::timestamptz, outcome = ${input.outcome}::text,
    looked_at_by = ${input.personId}::text, looked_at_by_name = ${input.personName}::text
  where application_id = ${input.applicationId}::uuid and looked_at is null
  returning application_id`
